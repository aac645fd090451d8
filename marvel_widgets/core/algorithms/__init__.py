"""The algorithms, as streams of events, and what a run leaves behind."""

from __future__ import annotations
