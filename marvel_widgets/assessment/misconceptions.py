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
        "M18": "a test of A with B and a test of B with A are two tests.",
        "M19": "dependence runs only along the arrows.",
        "M20": "a collider is like any other variable on a path.",
        "M21": "the Markov boundary holds everything on which the variable depends.",
        "M22": "one test for each variable is enough.",
        # Removability and its proof.
        "M23": "whichever leaves, the others keep their descendants and their open paths.",
        "M24": "all neighbors of a removable variable are adjacent, its parents included.",
        "M25": "the variable that leaves may be in the conditioning set.",
        "M26": "an edge that repairs one condition never breaks another.",
        "M27": "the proof judges single paths by the textbook's rule.",
        # The lemmas and the algorithm.
        "M28": "one test, with nothing given, tells neighbors from the others.",
        "M29": "a search goes through every set and every pair, even after one has decided.",
        "M30": "the sets of Conditions 1 and 2 need not hold X and the common child.",
        "M31": "a neighbor outside the separating set is a common child.",
        "M32": "a variable that failed is judged from the beginning at its next visit.",
        # Directions.
        "M33": "v-structures are the only arrows of an essential graph.",
        "M34": "an edge without a direction may point either way, whatever the others do.",
        "M35": "one separating set is as good as another.",
        "M36": "what was learned before a removal stays as it was.",
        "M37": "a statement that is tested twice counts once.",
        # Bounds.
        "M38": "m variables give m conditioning sets, not 2 to the m.",
        "M39": "the two variables of a test may be in its conditioning set.",
        "M40": "a question that tells nothing new counts once more.",
        "M41": "the upper and the lower bound count the same tests of a run.",
        "M42": "one test of a pair settles the pair, whatever is given.",
        # Rivals and data.
        "M43": "fewer tests mean smaller conditioning sets.",
        "M44": "the algorithm that wins on one graph wins on every graph.",
        "M45": "the number of given variables does not change how much n samples tell.",
        "M46": "an 80 % interval of a mean holds 80 % of the single runs.",
        "M47": "at level alpha a share alpha of all answers is wrong, whatever the truth.",
        "M48": "when no variable passes on data, no variable of the true graph is removable.",
        # Teaching.
        "M49": "a wrong answer has one belief behind it.",
        "M50": "a right answer comes from a right belief.",
        "M51": "a belief is recognized by what it shares with an answer.",
        "M52": "a part can come before the part that introduces its ideas.",
        "M53": "the time on the plan is all time for teaching.",
        "M54": "what is locked is hidden, and what is hidden is locked.",
        "M55": "points gained are the gain, wherever a class began.",
        "M56": "a valid signature says who answered.",
        "M57": "any change to a text breaks its signature.",
        "M58": "a string that can be read has a valid signature.",
        "M59": "a prediction needs the answers withheld.",
        "M60": "more settings do no harm.",
        "M61": "the second test alone shows what was learned.",
        "M62": "a gain is compared with the start, not with what was left to learn.",
        "M63": "a co-parent is seen in the boundary of the common child.",
        # PC.
        "M64": "PC always gives something: the empty set is no test.",
        "M65": "the sets for a pair come from the neighbors of one end.",
        "M66": "the order in which PC works changes nothing.",
        "M67": "two neighbors that no edge joins make a collider of the variable between them.",
        "M68": "Meek's rules may begin before all v-structures are read.",
        "M69": "the variable in the separating set is the collider.",
        "M70": "an edge that left still lends its ends to the sets of others.",
    }
)


def belief(misconception: Misconception) -> str:
    """Return the sentence on a mistaken belief; a wrong answer may also come from a slip."""
    return f"Perhaps a wrong belief is behind it: {MISCONCEPTIONS[misconception]}"
