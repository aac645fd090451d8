"""Conditional independence: the tests, and the layer that counts them."""

from __future__ import annotations
