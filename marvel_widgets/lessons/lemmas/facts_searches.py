"""Facts on the searches of the lemmas: their sets in order, their tests, the pairs that break."""

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.removability.facts import Edge
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import listed

OffBy = kind(
    "x y number given sets",
    "{number} are too many: {given:set} separates {x} and {y}, so no later set is tried.",
    "{number} are too few: nothing separates {x} and its neighbor {y}, so each of the {sets} "
    "proper subsets is tried for {y} alone.",
)


def _spent(neighbors: int, sets: int, members: Labels, tests: tuple[int, ...]) -> str:
    spent = listed(f"{n} for {t}" for t, n in zip(members, tests, strict=True))
    return f"{neighbors} x {sets} for the neighbors, and {spent}, where the search stops early."


LemmaCost = kind("x neighbors sets members tests", _spent)


def _colliding(x: Label, pair: Edge, blocker: Label) -> str:
    beside = "" if blocker == x else f", as it is beside {x}"
    path = f"{pair[0]} → {blocker} ← {pair[1]}"
    return f"{path}: the path is open as soon as {blocker} is given{beside}."


ColliderGiven = kind("x pair blocker", _colliding)


Breaks = kind(
    "x pair given through",
    "For {x} → {through} ← {pair[1]}: {given:set} holds {x} and {through}, and separates {pair}.",
    "{given:set} holds {x} and separates {pair}.",
)


NotAsked = kind("x pair", "Condition 2 asks nothing about {pair}.")
