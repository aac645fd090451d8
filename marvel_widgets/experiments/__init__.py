"""Experiments on data: models to sample from, and how good an answer is."""
