"""Graphs: DAGs, d-separation, Markov equivalence, random models, real networks, formats."""
