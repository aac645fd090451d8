"""The algorithms and their options in one sentence each, for menus."""

from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.replay.presentation import PRESENTATIONS, presentation_of

# What a menu of an option is called.
TITLES = {
    "algorithm": "Algorithm",
    "method": "Boundaries by",
    "boundaries": "Boundaries",
    "bookkeeping": "Bookkeeping",
    "orientation": "Lines 13 and 17",
    "no_removable": "Where none is removable",
    "variant": "Variant",
    "start": "Starting from",
    "conflicts": "Contradictions",
    "symmetry": "Pairs found once",
}

_WORDS = {
    ("boundaries", "found"): (
        "The run finds the Markov boundaries by total conditioning: one test for each pair, given "
        "all other variables."
    ),
    ("boundaries", "given"): "The run starts from the true boundaries, and spends no test on them.",
    ("boundaries", "mapping"): (
        "The run starts from the boundaries that you gave, and spends no test on them."
    ),
    ("bookkeeping", "full"): (
        "Every verdict on a pair or triple is remembered while its members remain; the upper bound "
        "needs this."
    ),
    ("bookkeeping", "distinct"): (
        "No statement is tested twice, and known edges and separating sets answer for both of "
        "their ends: the fewest tests."
    ),
    ("bookkeeping", "paper"): (
        "Neighbors, v-structures and what passed are remembered, as in Section 3.4; what failed is "
        "tested again."
    ),
    ("bookkeeping", "none"): (
        "Nothing is remembered: each visit of a variable tests everything again."
    ),
    ("orientation", "recorded"): (
        "A v-structure counts only as a fact: line 10 found it, or both ends were neighbors of the "
        "collider when it left and are not adjacent in the end."
    ),
    ("orientation", "printed"): (
        "Lines 13 and 17 run as the paper prints them, which can return a wrong graph."
    ),
    ("no_removable", "smallest-boundary"): (
        "If no variable passes, the one with the smallest boundary leaves all the same; with an "
        "oracle this never happens."
    ),
    ("no_removable", "stop"): (
        "If no variable passes, the run stops; with an oracle this never happens."
    ),
    ("variant", "original"): (
        "When an edge leaves, the next edges are tested without it at once, so that the order of "
        "the variables may matter on data."
    ),
    ("variant", "stable"): (
        "Within a level the neighbors stay those that it began with, so that the order of the "
        "variables does not change the skeleton."
    ),
    ("start", "moral"): (
        "Only members of the Markov boundary of a variable may become its neighbors, as the paper "
        "ran the algorithm."
    ),
    ("start", "complete"): (
        "Any two variables may become neighbors, as the algorithm was published; boundaries are "
        "not needed."
    ),
    ("conflicts", "keep-first"): "A v-structure that contradicts an earlier one is dropped.",
    ("conflicts", "overwrite"): (
        "Where two v-structures contradict each other, the later one directs the edge."
    ),
    ("conflicts", "mark"): (
        "An edge that v-structures direct both ways gets two heads, and no rule uses it."
    ),
    ("symmetry", "and"): "A pair is kept only where each was found for the other.",
    ("symmetry", "or"): "A pair is kept where one was found for the other.",
    **{
        ("method" if name in METHODS else "algorithm", name): presentation.words
        for name, presentation in PRESENTATIONS.items()
    },
}


def algorithm_name(algorithm: str) -> str:
    """Return the name of an algorithm, or a method of boundary discovery, as people write it."""
    return presentation_of(algorithm).title


def option_words(name: str, value: str) -> str:
    """Return in a sentence what a value of an option means; see also the algorithm's docstring."""
    words = _WORDS.get((name, value))
    if words is None:
        msg = f"there is no option {shown(name)} with the value {shown(value)}"
        raise ValueError(msg)
    return words
