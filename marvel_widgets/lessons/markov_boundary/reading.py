"""A Markov boundary read from the graph: its members with reasons, and why no other variable is in.

The sentences and pictures are in :mod:`marvel_widgets.lessons.markov_boundary.view`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.moral import MoralCertificate, moral_certificate
from marvel_widgets.core.graphs.witness import Path, open_path
from marvel_widgets.replay.wording import RunContext, reason

Role = Literal["parent", "child", "co-parent"]


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
        """The members' names."""
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
        """Whether no member can be left out."""
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
    if name in dag.parents(x):
        return Member(name, "parent", (), witness)
    if name in dag.children(x):
        return Member(name, "child", (), witness)
    both = dag.children(x) & dag.children(name)
    return Member(name, "co-parent", tuple(y for y in dag.nodes if y in both), witness)
