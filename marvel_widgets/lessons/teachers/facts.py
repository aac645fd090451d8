"""Facts on beliefs: what each predicts of a graph, and where an answer shows it."""

from collections.abc import Callable
from typing import Final

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.counting.facts import AMOUNTS
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.lessons.upper_bound.amounts import NAMES_OF
from marvel_widgets.text import in_braces

# What may be taken for removable, numbered from 1.
BELIEFS: Final = (
    "all variables without children",
    "all variables with the smallest boundary",
    "all variables at which Condition 1 holds",
    "the variable that MARVEL visits first (smallest boundary, then alphabet)",
    "all variables with the fewest neighbors",
    "all variables without parents",
)


@kind(
    lambda number, members, named: (
        f"Belief {number} predicts {in_braces(members) if members else 'none'}; the learner named "
        f"{in_braces(named) if named else 'none'}."
    )
)
def Predicts(case: Case, number: int, members: Labels, named: Labels) -> bool:
    """What a belief predicts, beside what a learner named; the answer counts it wrongly."""
    right = predicted(case.graph, number) == set(members)
    return right and (number in case.answer) != (set(members) == set(named))


@kind(
    "The boundary of {x} contains {y}, which is no neighbor of {x}.",
    "The boundary of {x} and its neighbors are the same set, so nothing shows.",
)
def BoundaryShows(case: Case, x: Label, y: Label | None) -> bool:
    """A co-parent, which is in the boundary and no neighbor; or there is none."""
    more = members_of(case.graph, x) - kindred(case.graph, x, "neighbor")
    return y in more if y is not None else not more


# -- by the arrows, and by definition --------------------------------------------------------------


def predicted(dag: Dag, belief: int) -> set[Label]:
    """Return what is removable for a holder of one of `BELIEFS`, read off the arrows."""
    near = {v: kindred(dag, v, "neighbor") for v in dag.nodes}
    sizes = {v: len(members_of(dag, v)) for v in dag.nodes}
    small = [v for v in dag.nodes if sizes[v] == min(sizes.values())]
    few = min(map(len, near.values()))
    tests: dict[int, Callable[[Label], bool]] = {
        1: lambda v: not kindred(dag, v, "child"),
        2: small.__contains__,
        3: lambda v: all(near[v] <= near[z] | {z} for z in kindred(dag, v, "child")),
        4: sorted(small, key=str)[:1].__contains__,
        5: lambda v: len(near[v]) == few,
        6: lambda v: not kindred(dag, v, "parent"),
    }
    return {v for v in dag.nodes if tests[belief](v)}


def _same(case: Case, belief: int) -> list[int]:
    """Return the beliefs that predict the same as one of them."""
    return [n for n in range(1, 7) if predicted(case.graph, n) == predicted(case.graph, belief)]


AMOUNTS.update(
    # how many they are, where they are the answer, or else -1
    fitting=lambda case, belief: len(case.answer) if {*_same(case, belief)} == case.answer else -1,
)
NAMES_OF.update(
    predicted=lambda case, belief: set(map(str, predicted(case.graph, belief))),
)
