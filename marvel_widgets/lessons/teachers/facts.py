"""Facts on beliefs: what each predicts of a graph, and where an answer shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.boundary.removability import is_removable_by_definition
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.counting.facts import AMOUNTS
from marvel_widgets.lessons.finite_samples.facts import removable
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.lessons.upper_bound.amounts import NAMES_OF
from marvel_widgets.text import counted, in_braces

# What may be taken for removable, numbered from 1.
BELIEFS: Final = (
    "all variables without children",
    "all variables with the smallest boundary",
    "all variables at which Condition 1 holds",
    "the variable that MARVEL visits first (smallest boundary, then alphabet)",
    "all variables with the fewest neighbors",
    "all variables without parents",
)


@dataclass(frozen=True)
class Predicts(Fact):
    """What a belief predicts, beside what a learner named."""

    number: int
    members: Labels
    named: Labels

    def say(self) -> str:
        return (
            f"Belief {self.number} predicts {in_braces(self.members) if self.members else 'none'}; "
            f"the learner named {in_braces(self.named) if self.named else 'none'}."
        )

    def holds(self, case: Case) -> bool:
        fits = set(self.members) == set(self.named)
        right = predicted(case.graph, self.number) == set(self.members)
        return right and (self.number in case.answer) != fits


@dataclass(frozen=True)
class BoundaryShows(Fact):
    """A co-parent, which is in the boundary and no neighbor; or there is none."""

    x: Label
    y: Label | None

    def say(self) -> str:
        if self.y is None:
            return f"The boundary of {self.x} and its neighbors are the same set, so nothing shows."
        return f"The boundary of {self.x} contains {self.y}, which is no neighbor of {self.x}."

    def holds(self, case: Case) -> bool:
        more = members_of(case.graph, self.x) - kindred(case.graph, self.x, "neighbor")
        return self.y in more if self.y is not None else not more


@dataclass(frozen=True)
class LearnerSays(Fact):
    """What a holder of a belief says of a variable, and whether that is so."""

    x: Label
    belief: int
    removable: bool
    right: bool

    def say(self) -> str:
        says = "can leave" if self.removable else "can't leave"
        so = "so" if self.right else "not so"
        return f"The learner says that {self.x} {says}, and that is {so}."

    def holds(self, case: Case) -> bool:
        says = self.x in predicted(case.graph, self.belief)
        truth = is_removable_by_definition(case.graph, self.x)
        fits = (says, says == truth) == (self.removable, self.right)
        return fits and (self.x in case.answer) != self.right


@dataclass(frozen=True)
class ChildrenAndTruth(Fact):
    """Whether a variable has children, and whether it is removable."""

    x: Label
    childless: bool
    removable: bool

    def say(self) -> str:
        has = "has no children" if self.childless else "has a child"
        truth = "is removable" if self.removable else "is not removable"
        shown = "the belief says the same, so a right answer shows nothing"
        if self.childless != self.removable:
            shown = "the belief says the opposite"
        return f"{self.x} {has}, and {truth}: {shown}."

    def holds(self, case: Case) -> bool:
        truth = is_removable_by_definition(case.graph, self.x)
        found = not kindred(case.graph, self.x, "child"), truth
        return found == (self.childless, self.removable)


@dataclass(frozen=True)
class Hint(Fact):
    """Why one of six hints on the removable variables is true or false."""

    number: int
    x: Label | None  # the variable that decides, if one does
    removable: int  # of the variable, 0 or 1; of a graph, how many are

    def say(self) -> str:
        head = f"Hint {self.number}"
        if self.number == 1:
            return f"{head}: count again; {counted(self.removable, 'variable')} can leave."
        if self.number > 4:
            return f"{head}: {self.x} is{'' if self.removable else ' not'} removable."
        if self.x is None:
            return f"{head} is true: no variable of this graph speaks against it."
        can = "can" if self.removable else "can't"
        return f"{head} is false: look at {self.x}, which {can} leave."

    def holds(self, case: Case) -> bool:
        dag, right = case.graph, removable(case.graph)
        if self.number in (1, 5, 6):
            return self.removable == (len(right) if self.number == 1 else self.x in right)
        childless, small = predicted(dag, 1), predicted(dag, 2)
        against = {2: childless - right, 3: right - childless, 4: small - right}[self.number]
        errs = (self.number in case.answer) != (self.x is None)
        if self.x is None:
            return errs and not against
        return errs and self.x in against and self.removable == (self.x in right)


# -- by the arrows, and by definition --------------------------------------------------------------


def predicted(dag: Dag, belief: int) -> set[Label]:
    """Return what is removable for a holder of one of `BELIEFS`, read off the arrows.

    >>> [sorted(predicted(Dag("A -> B -> C"), n)) for n in (1, 3, 6)]
    [['C'], ['A', 'C'], ['A']]
    """
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
    same=lambda case, belief: [f"'{BELIEFS[n - 1]}'" for n in _same(case, belief)],
)
