"""Markov boundaries, neighbors and co-parents, removability."""
