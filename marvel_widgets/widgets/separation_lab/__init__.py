"""DSeparationLab: paths, blockers, d-separation."""
