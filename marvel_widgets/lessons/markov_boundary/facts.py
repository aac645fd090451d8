"""Facts on Markov boundaries: which variable is in one and why, and the tests of grow-shrink."""

from __future__ import annotations

from dataclasses import dataclass

from marvel_widgets.assessment.facts import Case, Fact, Facts, said
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.markov_boundary.reading import Role
from marvel_widgets.lessons.separation.facts import Labels, Separates, is_described
from marvel_widgets.replay.wording import given_names, path_words
from marvel_widgets.text import listed

Asked = tuple[Label, Labels]  # a variable, and what is given


@dataclass(frozen=True)
class MemberIs(Fact):
    """Why a variable belongs to a boundary."""

    x: Label
    y: Label
    role: Role
    through: Labels

    def say(self) -> str:
        """Return its role, of a co-parent with the common children."""
        if self.role != "co-parent":
            return f"{self.y} is a {self.role} of {self.x}."
        shared = listed(map(str, self.through))
        return f"{self.y} is a co-parent of {self.x}: both point at {shared}."

    def holds(self, case: Case) -> bool:
        """Return whether the edges say so."""
        return (self.role, self.through) == role_in(case.graph, self.x, self.y)


@dataclass(frozen=True)
class Needed(Fact):
    """What is open where a member is left out of a boundary."""

    x: Label
    y: Label
    path: Path | None
    given: Labels

    def say(self) -> str:
        """Return the path, which is an edge or leads through a common child."""
        without = f"Without {self.y}:"
        if self.path is None:
            return f"{without} nothing is open, so it would not be needed."
        way, inner = path_words(self.path), self.path.names[1:-1]
        if not inner:
            return f"{without} {way} is an edge, and no set separates {self.x} and {self.y}."
        opened = f"is a child of {self.x} and has to be given, which opens {way}."
        return f"{without} {listed(map(str, inner))} {opened}"

    def holds(self, case: Case) -> bool:
        """Return whether the rest of the boundary is given, and that path open."""
        dag = case.graph
        whole = {v for v in dag.nodes if role_in(dag, self.x, v)[0] != "outside"}
        if {*self.given} != whole - {self.y} or self.path is None:
            return False
        return self.path.is_open and is_described(dag, self.path, self.given)


@dataclass(frozen=True)
class Outside(Fact):
    """Variables that are not in a boundary."""

    x: Label
    others: Labels
    brief: bool = False

    def say(self) -> str:
        """Return that."""
        if self.brief:
            return f"{listed(map(str, self.others))} is outside."
        verb = "is" if len(self.others) == 1 else "are"
        return f"{listed(map(str, self.others))} {verb} not in the boundary."

    def holds(self, case: Case) -> bool:
        """Return whether neither edge nor common child joins them to the variable."""
        return all(role_in(case.graph, self.x, v)[0] == "outside" for v in self.others)


@dataclass(frozen=True)
class BoundaryIs(Fact):
    """The boundary of a variable, in its two parts."""

    x: Label
    members: Labels
    neighbors: Labels
    co_parents: Labels

    def say(self) -> str:
        """Return it in one sentence."""
        if not self.members:
            return f"Mb({self.x}) = {{}}: {self.x} has no neighbor, so no co-parent either."
        whole, near, far = (
            f"{{{', '.join(map(str, group))}}}"
            for group in (self.members, self.neighbors, self.co_parents)
        )
        return f"Mb({self.x}) = {whole}: neighbors {near} and co-parents {far}."

    def holds(self, case: Case) -> bool:
        """Return whether each variable of the graph is where its edges put it."""
        roles = {v: role_in(case.graph, self.x, v)[0] for v in case.graph.nodes}
        far = {v for v, role in roles.items() if role == "co-parent"}
        near = {v for v, role in roles.items() if role in ("parent", "child")}
        parts = {*self.members}, {*self.neighbors}, {*self.co_parents}
        return parts == (near | far, near, far)


@dataclass(frozen=True)
class Shares(Fact):
    """Whether an edge or common children join two variables."""

    x: Label
    y: Label
    adjacent: bool
    through: Labels

    def say(self) -> str:
        """Return both."""
        shared = listed(map(str, self.through))
        if not self.adjacent:
            if not self.through:
                return f"{self.y} shares no edge and no child with {self.x}."
            return f"No edge joins {self.x} and {self.y}, and both point at {shared}."
        also = f" They also share {shared}, but a co-parent is no neighbor." if shared else ""
        return f"An edge joins {self.x} and {self.y}.{also}"

    def holds(self, case: Case) -> bool:
        """Return whether the edges say so."""
        edges, pair = case.graph.edges, {self.x, self.y}
        adjacent = any({*edge} == pair for edge in edges)
        return (adjacent, self.through) == (self.adjacent, common(case.graph, self.x, self.y))


@dataclass(frozen=True)
class DependsOn(Fact):
    """The boundary of a variable beside all that it depends on, given nothing."""

    x: Label
    members: Labels
    dependent: Labels

    def say(self) -> str:
        """Return both sets."""
        whole, more = (f"{{{', '.join(map(str, v))}}}" for v in (self.members, self.dependent))
        return f"The Markov boundary of {self.x} is {whole}; {self.x} depends on {more}."

    def holds(self, case: Case) -> bool:
        """Return whether they are these."""
        dag, x = case.graph, self.x
        whole = {v for v in dag.nodes if role_in(dag, x, v)[0] != "outside"}
        more = {v for v in dag.nodes if v != x and not d_separated(dag, x, v)}
        return ({*self.members}, {*self.dependent}) == (whole, more)


# -- grow-shrink -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ComesIn(Fact):
    """Whether grow-shrink adds a variable to the set of x, with all its tests of it."""

    x: Label
    y: Label
    comes: bool
    tests: Facts

    def say(self) -> str:
        """Return that, with the tests."""
        return f"{self.y} {'comes in' if self.comes else 'does not come in'}: {said(self.tests)}"

    def holds(self, case: Case) -> bool:
        """Return whether grow-shrink, run by hand, asks the same with that end."""
        asked, grown = growing(case.graph, self.x)
        mine = [given for y, given in asked if y == self.y]
        told = [test.given for test in self.tests if isinstance(test, Separates)]
        true = all(test.holds(case) for test in self.tests)
        return true and told == mine and (self.y in grown) == self.comes


@dataclass(frozen=True)
class InShrinking(Fact):
    """The test by which grow-shrink keeps or removes a variable; none where it never came in."""

    x: Label
    y: Label
    test: Separates | None

    def say(self) -> str:
        """Return it."""
        if self.test is None:
            return f"{self.y} never came in, so it is not thrown out."
        return f"In shrinking: {self.test.say()}"

    def holds(self, case: Case) -> bool:
        """Return whether it is asked, with that answer, when grow-shrink is run by hand."""
        asked = dict(shrinking(case.graph, self.x))
        if self.test is None or self.y not in asked:
            return self.test is None and self.y not in asked
        return self.test.given == asked[self.y] and self.test.holds(case)


@dataclass(frozen=True)
class Growing(Fact):
    """The tests with which grow-shrink grows a set, all of them or the first and the last."""

    x: Label
    asked: tuple[Asked, ...]
    ends: bool

    def say(self) -> str:
        """Return with which variable each is, and what is given."""
        words = [f"{name} {given_names(given)}" for name, given in self.asked]
        if not self.ends:
            return f"Growing asks {listed(words)}."
        return (
            f"Growing for {self.x} begins with {words[0]} and ends with {words[-1]}: after each "
            "one that comes in, all that are still outside are tested again."
        )

    def holds(self, case: Case) -> bool:
        """Return whether they are the tests of grow-shrink, run by hand."""
        asked, _ = growing(case.graph, self.x)
        return self.asked == (tuple(asked) if not self.ends else (asked[0], asked[-1]))


@dataclass(frozen=True)
class LetIn(Fact):
    """The variables that grow-shrink tests once more when it shrinks a set."""

    x: Label
    members: Labels
    first: bool

    def say(self) -> str:
        """Return them."""
        names = listed(map(str, self.members))
        if self.first:
            return f"Shrinking tests each member once, and {names} were let in."
        return f"Shrinking asks once about each of {names}."

    def holds(self, case: Case) -> bool:
        """Return whether they are in the set when it has grown."""
        return {*self.members} == {*growing(case.graph, self.x)[1]}


# -- by the definition -----------------------------------------------------------------------------


def role_in(dag: Dag, x: Label, y: Label) -> tuple[str, Labels]:
    """Return the role of a variable in the boundary of another, and the common children.

    >>> [role_in(Dag("X -> Y <- T; Y -> Z"), "X", v) for v in "YTZ"]
    [('child', ()), ('co-parent', ('Y',)), ('outside', ())]
    """
    if (y, x) in dag.edges:
        return "parent", ()
    if (x, y) in dag.edges:
        return "child", ()
    shared = () if x == y else common(dag, x, y)
    return ("co-parent" if shared else "outside"), shared


def common(dag: Dag, x: Label, y: Label) -> Labels:
    """Return the common children of two variables."""
    return tuple(v for v in dag.nodes if {(x, v), (y, v)} <= {*dag.edges})


def growing(dag: Dag, x: Label) -> tuple[list[Asked], list[Label]]:
    """Return what grow-shrink asks while the set of x grows, and the set.

    >>> growing(Dag("X -> Y <- T; Y -> Z"), "X")
    ([('Y', ()), ('T', ('Y',)), ('Z', ('Y', 'T'))], ['Y', 'T'])
    """
    asked: list[Asked] = []
    found: list[Label] = []
    since, at = 0, -1  # tests in a row that add nothing, and the place in the round
    others = [v for v in dag.nodes if v != x]
    while since < len(others) - len(found):
        at = (at + 1) % len(others)
        y = others[at]
        if y in found:
            continue
        asked.append((y, _in_order(dag, found)))
        since += 1
        if not d_separated(dag, x, y, found):
            found.append(y)
            since = 0
    return asked, found


def shrinking(dag: Dag, x: Label) -> list[Asked]:
    """Return what grow-shrink asks while the set of x shrinks.

    >>> shrinking(Dag("X -> Y <- T; Y -> Z"), "X")
    [('Y', ('T',)), ('T', ('Y',))]
    """
    asked: list[Asked] = []
    left = _in_order(dag, growing(dag, x)[1])
    for y in left:
        rest = tuple(v for v in left if v != y)
        asked.append((y, rest))
        left = rest if d_separated(dag, x, y, rest) else left
    return asked


def _in_order(dag: Dag, names: list[Label]) -> Labels:
    return tuple(v for v in dag.nodes if v in names)
