"""Exercises of made-up students, each drawn once in a process: a draw may try hundreds of graphs.

A test that changes what the builder calls draws its own, by the package's `drawn`.
"""

from functools import cache

from marvel_widgets.assessment.exercise import drawn

drawn_once = cache(drawn)


def held(exercise, belief):
    """Return the answers of a belief that an exercise knows."""
    return [m.answer for m in exercise.mistakes if m.misconception == belief]
