"""Exercises drawn from a seed, whose answers are computed and judged, never stored."""
