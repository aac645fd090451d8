"""A Markov boundary read from the graph: its members with reasons, sentences, a picture.

No other variable is in it, and each that is not has its reason, too.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from marvel_widgets.assessment.facts import Fact, kind
from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.moral import MoralCertificate, moral_certificate
from marvel_widgets.core.graphs.witness import Path, open_path
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.grammar import NODE_STYLES
from marvel_widgets.pictures.palette import NodeState
from marvel_widgets.pictures.stage import MOST_CORNERED, Stage
from marvel_widgets.replay.wording import RunContext, path_words, reason
from marvel_widgets.text import counted, escaped, in_braces, listed

Role = Literal["parent", "child", "co-parent"]
# A question offers this many sets.
MOST_OPTIONS = 4
# Of the variables outside, so many are listed one by one.
MOST_OUTSIDE = 12

_ROLES: dict[Role, str] = {
    "parent": "points at the variable",
    "child": "the variable points at it",
    "co-parent": "points at a child of the variable",
}
_STATES: dict[Role, NodeState] = {"parent": "parent", "child": "child", "co-parent": "co_parent"}

MemberIs = kind(
    "x y role through",
    "{y} is a {role} of {x}: both point at {through}.",
    "{y} is a {role} of {x}.",
)


def _without(x: Label, y: Label, path: Path | None) -> str:
    without = f"Without {y}:"
    if path is None:
        return f"{without} nothing is open, so it would not be needed."
    way, inner = path_words(path), path.names[1:-1]
    if not inner:
        return f"{without} {way} is an edge, and no set separates {x} and {y}."
    opened = f"is a child of {x} and has to be given, which opens {way}."
    return f"{without} {listed(map(str, inner))} {opened}"


Needed = kind("x y path given", _without)
BoundaryIs = kind(
    "x members neighbors co_parents",
    "Mb({x}) = {{{members:row}}}: neighbors {neighbors:set} and co-parents {co_parents:set}.",
    "Mb({x}) = {{}}: {x} has no neighbor, so no co-parent either.",
)


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a Markov boundary."""

    name: Label
    role: Role
    shared: tuple[Label, ...]
    witness: Path | None


@dataclass(frozen=True, slots=True)
class Outsider:
    """A variable outside a Markov boundary, and why it is not needed."""

    name: Label
    why: str
    by_paths: bool
    certificate: MoralCertificate


@dataclass(frozen=True, slots=True)
class BoundaryReading:
    """The Markov boundary of one variable, with the reason for each variable in it or not in it."""

    x: Label
    members: tuple[Member, ...]
    outsiders: tuple[Outsider, ...]

    @property
    def boundary(self) -> tuple[Label, ...]:
        return tuple(member.name for member in self.members)

    @property
    def neighbors(self) -> tuple[Label, ...]:
        """The parents and children among them."""
        return tuple(member.name for member in self.members if member.role != "co-parent")

    @property
    def co_parents(self) -> tuple[Label, ...]:
        """The others."""
        return tuple(member.name for member in self.members if member.role == "co-parent")

    @property
    def separates(self) -> bool:
        """Whether the set separates the variable from all others outside, by both reasons."""
        return all(out.by_paths and out.certificate.separated for out in self.outsiders)

    @property
    def is_smallest(self) -> bool:
        return all(member.witness is not None for member in self.members)


def boundary_reading(dag: Dag, x: Label) -> BoundaryReading:
    """Return the Markov boundary of a variable with its reasons.

    The boundary is the parents, the children, and their other parents (Section 2.1 of the
    paper). It separates x from all others; each `Outsider` has the certificate. No smaller
    set does: an edge is open whatever is given, so parents and children are in every such
    set; and with a common child given, the path through it to a co-parent is open. Cost: a
    search of the graph for each variable.
    """
    dag.position(x)
    return _reading_of(dag, x, dag.markov_boundary(x))


def _reading_of(dag: Dag, x: Label, boundary: Iterable[Label]) -> BoundaryReading:
    """Return the reasons for a set, which need not be the boundary."""
    chosen = frozenset(boundary)
    context = RunContext(dag.nodes, dag)
    given = list(members(dag.mask(chosen)))
    everyone = (1 << len(dag)) - 1

    def outsider(name: Label) -> Outsider:
        why = reason(context, dag.position(x), dag.position(name), given, everyone)
        return Outsider(name, why.text, why.separated, moral_certificate(dag, x, name, chosen))

    return BoundaryReading(
        x,
        tuple(_member(dag, x, name, chosen) for name in dag.nodes if name in chosen),
        tuple(outsider(name) for name in dag.nodes if name != x and name not in chosen),
    )


def _member(dag: Dag, x: Label, name: Label, boundary: frozenset[Label]) -> Member:
    witness = open_path(dag, x, name, boundary - {name})
    if name in dag.neighbors(x):
        return Member(name, "parent" if name in dag.parents(x) else "child", (), witness)
    both = dag.children(x) & dag.children(name)
    return Member(name, "co-parent", tuple(y for y in dag.nodes if y in both), witness)


# -- in sentences ----------------------------------------------------------------------------


def boundary_question_words(x: Label) -> str:
    return f"Which variables form the Markov boundary of {x}?"


def boundary_words(reading: BoundaryReading) -> str:
    parts = reading.boundary, reading.neighbors, reading.co_parents
    return BoundaryIs(reading.x, *parts).say()


def surrounding(reading: BoundaryReading) -> Said:
    """Return the boundary in a sentence, and in others a reason for it and what it does."""
    lines = boundary_words(reading), separation_words(reading)
    what, why = (f"{line.partition(': ')[0].rstrip('.')}." for line in lines)
    roles = {member.role for member in reading.members}
    key = [f"{NODE_STYLES[at].letter}: {role}" for role, at in _STATES.items() if role in roles]
    far = [role_words(reading, m) for m in reading.members if m.role == "co-parent"][:1]
    return Said(what, " ".join([*far, why, f"{', '.join(key)}." if key else ""]).strip())


def role_words(reading: BoundaryReading, member: Member) -> str:
    """Return why a member belongs to the boundary."""
    return MemberIs(reading.x, member.name, member.role, member.shared).say()


def need_of(reading: BoundaryReading, member: Member) -> Fact:
    """Return why a member can't be left out, as a fact."""
    rest = tuple(name for name in reading.boundary if name != member.name)
    return Needed(reading.x, member.name, member.witness, rest)


def separation_words(reading: BoundaryReading) -> str:
    x, others = reading.x, reading.outsiders
    if not others:
        return f"No variable is outside Mb({x}), so there is nothing to be separated from."
    if not reading.separates:
        open_ones = [str(o.name) for o in others if not (o.by_paths and o.certificate.separated)]
        return f"Given Mb({x}), {x} is still d-connected to {listed(open_ones)}."
    whom, their = f"each of the {len(others):,} others", "their"
    if len(others) == 1:
        whom, their = f"the only other variable, {others[0].name}", "its"
    by = f"by {their} paths, and by the moral graph."
    return f"Given Mb({x}), {x} is d-separated from {whom}: {by}"


def smallest_words(reading: BoundaryReading) -> str:
    if not reading.is_smallest:
        spare = [str(member.name) for member in reading.members if member.witness is None]
        return f"A smaller set does: {listed(spare)} can be left out."
    if not reading.members:
        return "No smaller set does: there is none."
    n = len(reading.members)
    which = "its only member" if n == 1 else f"any of the {n:,} members"
    return f"No smaller set does: leaving out {which} opens a path."


def short_role(reading: BoundaryReading, member: Member) -> str:
    """Return in a few words why a member belongs to the boundary."""
    if member.role != "co-parent":
        return f"{member.role} of {reading.x}"
    return f"points at {listed(map(str, member.shared))}, as {reading.x} does"


def member_rows(reading: BoundaryReading) -> str:
    """Return the members as rows: the letter of its mark, its name, why it is one."""
    return _rows((m.role, str(m.name), short_role(reading, m)) for m in reading.members)


def role_rows() -> str:
    """Return the roles in a boundary as rows, as a key to the marks to come."""
    return _rows((role, role, _ROLES[role]) for role in _STATES)


def _rows(lines: Iterable[tuple[Role, str, str]]) -> str:
    items = "".join(
        f"<li><b>{NODE_STYLES[_STATES[role]].letter}</b> <strong>{escaped(name)}</strong> "
        f"<span>{escaped(words)}</span></li>"
        for role, name, words in lines
    )
    return f'<ul class="mw-members">{items}</ul>'


def reading_lines(reading: BoundaryReading) -> Iterator[str]:
    """Yield each member with its two reasons, then each variable outside with its own."""
    for member in reading.members:
        yield f"{role_words(reading, member)} {need_of(reading, member).say()}"
    for out in reading.outsiders[:MOST_OUTSIDE]:
        yield f"{out.name} is outside: {out.why}."
    more = len(reading.outsiders) - MOST_OUTSIDE
    if more > 0:
        yield f"{counted(more, 'more variable')} outside, separated in the same way."


# -- question and picture -------------------------------------------------------------------


def boundary_question(dag: Dag, x: Label, seed: int = 0) -> Question | None:
    """Return the question for the boundary of a variable; None where there is no choice.

    The wrong sets are those of common mistakes: the neighbors alone, without a member, the
    parents' parents as well, all variables.

    The order of the options follows from `seed`.
    """
    reading = boundary_reading(dag, x)
    right = in_braces(reading.boundary)
    wrong = (in_braces(n for n in dag.nodes if n in group) for group in _mistakes(dag, x))
    options = list(dict.fromkeys([right, *wrong]))[:MOST_OPTIONS]
    if len(options) < 2:
        return None
    Random(f"{seed} {x} {dag.to_text()}").shuffle(options)
    lines = [boundary_words(reading)]
    lines += [role_words(reading, m) for m in reading.members if m.role == "co-parent"]
    key = f"boundary|{x}|{dag.to_text()}"
    return Question(key, boundary_question_words(x), tuple(options), right, " ".join(lines))


def _mistakes(dag: Dag, x: Label) -> Iterator[frozenset[Label]]:
    boundary, neighbors = dag.markov_boundary(x), dag.neighbors(x)
    yield neighbors
    yield frozenset(dag.nodes) - {x}
    further = [dag.neighbors(y) for y in neighbors]
    yield (neighbors.union(*further) - {x}) - dag.co_parents(x)
    yield dag.parents(x) | dag.co_parents(x)
    for member in dag.nodes:
        if member in boundary:
            yield boundary - {member}
    yield frozenset()


def boundary_drawing(stage: Stage, reading: BoundaryReading | None, x: Label | None) -> Drawing:
    """Return the graph with a variable and, where it may be seen, its boundary marked."""
    states: dict[Label, NodeState] = {} if x is None else {x: "subject"}
    for member in () if reading is None else reading.members:
        states[member.name] = _STATES[member.role]
    # a live view keeps the corners that it began with, when no variable was chosen
    drawing = stage.drawing("Graph", states, cornered=len(stage.dag) <= MOST_CORNERED)
    return drawing if reading is None else replace(drawing, hull=tuple(map(str, states)))
