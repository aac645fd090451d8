"""The mistaken beliefs that a wrong answer may come from, each in one sentence."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, Literal

Misconception = Literal["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9", "M11", "M16", "M17"]
MISCONCEPTIONS: Final = MappingProxyType(
    {
        "M1": "A belief that leads here, and is wrong: tests give back the whole graph, every arrow included.",
        "M2": "A belief that leads here, and is wrong: a larger conditioning set always blocks more.",
        "M3": "A belief that leads here, and is wrong: only the collider itself opens a path, not its descendants.",
        "M4": "A belief that leads here, and is wrong: only variables without children are removable.",
        "M5": "A belief that leads here, and is wrong: a small boundary means removable.",
        "M6": "A belief that leads here, and is wrong: Condition 1 is enough.",
        "M7": "A belief that leads here, and is wrong: the Markov boundary holds neighbors only.",
        "M8": "A belief that leads here, and is wrong: to condition on everything finds the neighbors.",
        "M9": "A belief that leads here, and is wrong: the first in the sorted order is always removable.",
        "M11": "A belief that leads here, and is wrong: a removal only deletes the variable from the boundaries.",
        "M16": "A belief that leads here, and is wrong: two parents of one variable are always "
        "independent.",
        "M17": "A belief that leads here, and is wrong: when nothing needs to be given, there is no separating set.",
    }
)
