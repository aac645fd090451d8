"""Conditional independence: the tests, and the layer that counts them."""
