"""The mistaken beliefs that a wrong answer may come from, each in one sentence."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, Literal

Misconception = Literal["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9", "M11", "M16", "M17"]
MISCONCEPTIONS: Final = MappingProxyType(
    {
        "M1": "The belief behind it: tests give back the whole graph, every arrow included.",
        "M2": "The belief behind it: a larger conditioning set always blocks more.",
        "M3": "The belief behind it: only the collider itself opens a path, not its descendants.",
        "M4": "The belief behind it: only variables without children are removable.",
        "M5": "The belief behind it: a small boundary means removable.",
        "M6": "The belief behind it: Condition 1 is enough.",
        "M7": "The belief behind it: the Markov boundary holds neighbors only.",
        "M8": "The belief behind it: to condition on everything finds the neighbors.",
        "M9": "The belief behind it: the first in the sorted order is always removable.",
        "M11": "The belief behind it: a removal only deletes the variable from the boundaries.",
        "M16": "The belief behind it: two parents of one variable are independent, "
        "even when they share a cause.",
        "M17": "The belief behind it: when nothing needs to be given, there is no separating set.",
    }
)
