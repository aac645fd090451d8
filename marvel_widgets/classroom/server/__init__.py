"""What runs inside the Jupyter server that ``marvel-widgets lab`` starts, and in its kernels."""
