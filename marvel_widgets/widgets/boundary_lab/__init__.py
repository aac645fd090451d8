"""BoundaryLab: Markov boundaries, and the methods that find them."""
