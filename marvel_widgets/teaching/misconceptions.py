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
        "M38": "m variables give m conditioning sets, not 2 to the m.",
        "M39": "the two variables of a test may be in its conditioning set.",
        "M40": "a question that tells nothing new counts once more.",
        "M41": "the upper and the lower bound count the same tests of a run.",
        "M42": "one test of a pair settles the pair, whatever is given.",
        # Rivals and data.
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
