"""ProofWalk: the proof of Theorem 1 on a graph."""
