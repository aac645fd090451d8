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


# What shows that the belief is mistaken.
LOOK_AT: Final = MappingProxyType(
    {
        "M1": "Look for an arrow that can be turned without changing any test.",
        "M2": "Look at each given variable: it may block a path, open one, or do neither.",
        "M3": "Look below each collider: is one of its descendants given?",
        "M4": "Look for a variable with children that passes both conditions.",
        "M5": "Look at a variable with a small boundary and check both conditions.",
        "M6": "Look at the parents of its children for the arrows of Condition 2.",
        "M7": "Look at the other parents of its children.",
        "M8": "Look at a pair with a common child: given the child, it is dependent.",
        "M9": "Look at the conditions of the variable that comes first.",
        "M10": "Look at which of its arrows the tests have decided.",
        "M11": "Look at its neighbors: which pairs does nothing else keep in one boundary?",
        "M12": "Look at what one wrong answer does in each run.",
        "M13": "Look for a dependence that a test misses: weak in few rows, or paths that cancel.",
        "M14": "Look at the number that the run makes, beside the bound.",
        "M15": "Look at who answers: the adversary does not know which algorithm asks.",
        "M16": "Look whether an edge, or another open path, joins the two parents.",
        "M17": "Look at the empty set: it is a separating set, too.",
        "M18": "Look at the pair without an order: the statement is the same.",
        "M19": "Look for a common cause: it makes its effects dependent.",
        "M20": "Look for two arrows that meet: such a variable blocks until it is given.",
        "M21": "Look at a variable further away: given the boundary, is it still dependent?",
        "M22": "Look at how many sets one pair can need.",
        "M23": "Look at paths that go through the variable that leaves.",
        "M24": "Look at a pair of its parents: no condition asks for an edge between them.",
        "M25": "Look at the graph that is left: the variable is not in it.",
        "M26": "Look at both conditions again with the new edge in place.",
        "M27": "Look at the rule for one path in the proof: an end may open a collider.",
        "M28": "Look for a pair that is dependent, but independent given a third.",
        "M29": "Look at the first test that says independent: what could the rest still change?",
        "M30": "Look at the condition: which variables does each of its sets hold?",
        "M31": "Look at whether the neighbor is a neighbor of the co-parent, too.",
        "M32": "Look at what was remembered when it failed.",
        "M33": "Look at the edges beside an arrow: can one of them still turn?",
        "M34": "Look at what the turned edge makes: a new v-structure, or a cycle?",
        "M35": "Look at whether the set holds the variable in the middle.",
        "M36": "Look at what is tested again after the removal.",
        "M37": "Look at the counts: performed and different are two numbers.",
        "M38": "Look at a small case: two variables have four subsets.",
        "M39": "Look at the test: its two variables are never given.",
        "M40": "Look at whether the answer follows from earlier ones.",
        "M41": "Look at where each begins to count: after the boundaries, or at the first test.",
        "M42": "Look at the pair given another set.",
        "M43": "Look at the sizes of the sets, not at how many tests there are.",
        "M44": "Look at a graph of another form: a star, a chain, a clique.",
        "M45": "Look at the degrees of freedom: each given variable costs one.",
        "M46": "Look at the single runs: how many lie in the interval?",
        "M47": "Look at the pairs that are truly independent: the level speaks of those alone.",
        "M48": "Look at the tests that erred: Theorem 1 speaks of the true graph.",
        "M49": "Look for a second belief that predicts the same answer.",
        "M50": "Look for a wrong belief that predicts the right answer.",
        "M51": "Look at the whole answer, name by name.",
        "M52": "Look at where each idea is used first.",
        "M53": "Look at what else takes minutes: settling down, questions, the end.",
        "M54": "Look at each setting by itself: one locks, the other hides.",
        "M55": "Look at how much each class had left to gain.",
        "M56": "Look at who can have the key.",
        "M57": "Look at what is signed: blanks inside the text are not.",
        "M58": "Look at whether the signature fits the text.",
        "M59": "Look at what the learner sees before the question.",
        "M60": "Look at what each setting hides or locks.",
        "M61": "Look at the first test as well.",
        "M62": "Look at what was left to gain.",
        "M63": "Look at the boundary of the other parent.",
        "M64": "Look at level 0: there the empty set is given.",
        "M65": "Look at the neighbors of the other end.",
        "M66": "Look at what an edge that leaves early takes from later tests.",
        "M67": "Look at the kept set of the two: is the variable in it?",
        "M68": "Look at a rule's arrow that a later v-structure contradicts.",
        "M69": "Look at the kept set: a collider is not in it.",
        "M70": "Look at the edges that are left when the pair has its turn.",
    }
)


def belief(misconception: Misconception) -> str:
    """Return what to say of a mistaken belief; a wrong answer may also come from a slip."""
    return (
        f"Perhaps a wrong belief is behind it: {MISCONCEPTIONS[misconception]} "
        f"{LOOK_AT[misconception]}"
    )
