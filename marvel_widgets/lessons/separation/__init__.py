"""d-separation: views of paths and blockers, and exercises."""
