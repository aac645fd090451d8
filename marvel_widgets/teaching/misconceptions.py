"""The mistaken beliefs that a wrong answer may come from, each as half a sentence."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

# A key of MISCONCEPTIONS; `tests/teaching` holds every key in the code against the list.
Misconception = str

MISCONCEPTIONS: Final = MappingProxyType(
    {
        # What MARVEL is about.
        "M1": "tests give back the whole graph, every arrow included.",
        "M2": "a larger conditioning set always blocks more.",
        "M3": "only the collider itself opens a path, not its descendants.",
        "M4": "only variables without children are removable.",
        "M5": "a small boundary means removable.",
        "M6": "Condition 1 is enough.",
        "M7": "the Markov boundary holds neighbors only.",
        "M8": "to condition on everything finds the neighbors.",
        "M9": "the first in the sorted order is always removable.",
        "M10": "every arrow that is drawn during a run is a claim about the truth.",
        "M11": "a removal only deletes the variable from the boundaries.",
        "M12": "fewer tests mean a more accurate answer.",
        "M13": "a p-value above alpha proves independence.",
        "M14": "the worst-case bound is what a run usually costs.",
        "M15": "the lower bound is about MARVEL, not about every algorithm.",
        "M16": "two parents of one variable are always independent.",
        "M17": "when nothing needs to be given, there is no separating set.",
        # d-separation and boundaries.
        # Removability and its proof.
        # The lemmas and the algorithm.
        # Directions.
        # Bounds.
        # Rivals and data.
        "M43": "fewer tests mean smaller conditioning sets.",
        "M44": "the algorithm that wins on one graph wins on every graph.",
        "M45": "to test X and Y and to test Y and X are two different questions.",
        "M46": "the number of given variables does not change how much n samples tell.",
        "M47": "an 80 % interval of a mean holds 80 % of the single runs.",
        "M48": "at level alpha a share alpha of all answers is wrong, whatever the truth.",
        "M49": "when no variable passes on data, no variable of the true graph is removable.",
    }
)


def belief(misconception: Misconception) -> str:
    """Return the sentence on a mistaken belief.

    Examples
    --------
    >>> belief("M6")
    'A belief that leads here, and is wrong: Condition 1 is enough.'
    """
    return f"A belief that leads here, and is wrong: {MISCONCEPTIONS[misconception]}"
