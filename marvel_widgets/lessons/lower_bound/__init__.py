"""The lower bound: the adversary, and exercises."""
