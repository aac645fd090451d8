"""Graphs: DAGs, d-separation, Markov equivalence, random models, real networks, formats."""

from __future__ import annotations
