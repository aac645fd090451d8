"""Slow second implementations, written from the paper's definitions.

They share no code with the package: a graph is a tuple of vertices and a set of edges.
What they lack in speed they have in obviousness; the package is held to them by tests.
`tests/reference/broken.py` is wrong on purpose: each check must notice it.
"""
