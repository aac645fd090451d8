"""Facts on numbers: sentences with amounts in them, each of which is counted again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any, Final

from marvel_widgets.assessment.facts import Case, Fact, Facts
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.boundary.discovery import METHODS, discover_boundaries
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.separation.facts import number_of_paths
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted, listed

Number = int | float

# How an amount is counted again: of the case, and of the numbers and names that say which it is.
AMOUNTS: Final[dict[str, Callable[..., Number]]] = {}


def amount[Counter: Callable[..., Number]](counter: Counter) -> Counter:
    """Register a way to count an amount, under the name of the function."""
    AMOUNTS[counter.__name__] = counter
    return counter
