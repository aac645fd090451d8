"""RemovabilityLab: which variables are removable, and why."""
