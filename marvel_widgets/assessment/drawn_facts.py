"""A verdict in the learner's own picture: the marks of what its facts say, nothing moved."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from marvel_widgets.assessment.facts import Fact, Facts, Role, mark_of
from marvel_widgets.assessment.renaming import renamed
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.pictures.drawing import Drawing, EdgeMark
from marvel_widgets.pictures.layout.bends import bends_between
from marvel_widgets.pictures.palette import EdgeState, NodeState
from marvel_widgets.pictures.path_marks import asked, path_edges, vertex_marks
from marvel_widgets.pictures.positions import Positions

Pair = tuple[str, str]
# One picture shows one question: a fact that has another of these is left to the words.
QUESTION: Final[frozenset[Role]] = frozenset({"subject", "object", "given", "path"})
OF_QUESTIONS: Final = frozenset({"subject", "object", "given"})  # states in a picture of a question


def with_facts(drawing: Drawing, facts: Facts) -> Drawing:
    """Return a picture of a question with the marks of the facts on an answer."""
    marks = _Marks(drawing)
    for fact in facts:
        marks.add(fact)
    return marks.drawn()


def with_names(drawing: Drawing, sentence: str, *, paths: bool = False) -> Drawing:
    """Return a drawing in which each variable that a sentence names has a mark.

    A path is named as a whole: what lies on it has none, but where `paths` asks for it.
    """
    words = re.findall(r"[\w-]+|[←→]", sentence)
    beside = zip(["", *words], words, [*words[1:], ""], strict=False)
    said = [w for before, w, after in beside if paths or not {before, after} & {"←", "→"}]
    if renamed(sentence, {"A": "\0"}).startswith("A "):
        del said[0]  # an article
    marks = (
        replace(mark, state="object") if mark.state == "idle" and mark.name in said else mark
        for mark in drawing.nodes
    )
    return replace(drawing, nodes=tuple(marks))


@dataclass
class _Marks:
    drawing: Drawing
    nodes: dict[str, NodeState] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    edges: dict[Pair, EdgeState] = field(default_factory=dict)
    asked: dict[Role, Any] = field(default_factory=dict)
    left: tuple[str, ...] = ()  # the variables that have left

    def __post_init__(self) -> None:
        self.names = {mark.name for mark in self.drawing.nodes}
        self.there = {(mark.tail, mark.head) for mark in self.drawing.edges}

    def add(self, fact: Fact) -> None:
        """Mark what a fact says, unless it is about another question, or about another graph."""
        own = [*fact.own_roles()]
        question = {role: value for role, value in own if role in QUESTION}
        if any(self.asked.get(role, value) != value for role, value in question.items()):
            return
        path = question.get("path")
        if isinstance(path, Path) and not self._along(path):
            return
        self.asked |= question
        for role, value in own:
            self._mark(role, value)
        for inside in fact.facts():
            self.add(inside)

    def _mark(self, role: Role, value: Any) -> None:
        if role in ("edge", "missing", "path"):
            for pair in self._pairs(value):
                ends = pair[::-1] if pair[::-1] in self.there else pair
                if ends in self.there:
                    self.edges.setdefault(ends, "object")
                elif role == "missing":
                    self.edges.setdefault(self._pointed(ends), "missing")
                else:  # a line between the two would be taken for an edge
                    self.nodes = dict.fromkeys(pair, next(iter(mark_of("pair").nodes))) | self.nodes
        elif role == "removed" and len(names := self._named(value)) < len(self.names):
            self.left = names
        elif role == "member" and not self._all_members(self._named(value)):
            return  # of something else than the subject's boundary
        elif role not in ("blocker", "removed"):  # its path says whether a variable blocks
            for name in self._named(value):
                self.nodes.setdefault(name, next(iter(mark_of(role).nodes)))

    def _pointed(self, pair: Pair) -> Pair:
        """Return a pair that is not joined in the direction that closes no cycle."""
        below = {pair[1]}
        while new := {b for a, b in self.there if a in below} - below:
            below |= new
        return pair[::-1] if pair[0] in below else pair

    def _along(self, path: Path) -> bool:
        """Mark a path, if it is one of the picture."""
        edges = {(str(a), str(b)): state for (a, b), state in path_edges(path).items()}
        if not edges.keys() <= self.there:
            return False
        self.edges |= edges
        states, notes = vertex_marks(path)
        marked = {**asked(path.names[0], path.names[-1]), **states}
        self.nodes |= {str(name): state for name, state in marked.items()}
        self.notes |= {str(name): note for name, note in notes.items()}
        return True

    def _named(self, value: Any) -> tuple[str, ...]:
        listed = value if isinstance(value, tuple) else (value,)
        return tuple(str(name) for name in listed if str(name) in self.names)

    def _pairs(self, value: Any) -> Iterator[Pair]:
        """Yield the pairs in a value: a pair, both arrows of a v-structure, or several of these."""
        for each in value if isinstance(value, tuple) else ():
            if isinstance(each, tuple):
                yield from self._pairs(each)
        ends = self._named(value) if isinstance(value, tuple) else ()
        if len(ends) == 2 == len(value):
            yield ends[0], ends[1]
        elif len(ends) == 3 == len(value) and {ends[:2], ends[:0:-1]} <= self.there:
            yield from (ends[:2], ends[:0:-1])

    def _all_members(self, names: tuple[str, ...]) -> bool:
        try:
            dag = Dag(sorted(self.there), nodes=sorted(self.names))
            return {*names} <= dag.markov_boundary(str(self.asked.get("subject")))
        except GraphError:
            return False

    def drawn(self) -> Drawing:
        """Return the drawing with the marks; what they leave alone stays as it was."""
        gone = [name for name in self.left if name not in self.nodes]
        nodes = self.nodes | dict.fromkeys(gone, "removed")
        drop = OF_QUESTIONS if self.asked else frozenset()
        marks = tuple(
            replace(
                mark,
                state=nodes.get(mark.name, "idle" if mark.state in drop else mark.state),
                note=self.notes.get(mark.name, mark.note),
            )
            for mark in self.drawing.nodes
        )
        states: dict[Pair, EdgeState] = {
            (m.tail, m.head): "removed" if {m.tail, m.head} & {*gone} else m.state
            for m in self.drawing.edges
        }
        states |= self.edges
        lines = [replace(m, state=states[m.tail, m.head]) for m in self.drawing.edges]
        places: Positions = {mark.name: (mark.x, mark.y) for mark in marks}
        new = [pair for pair in self.edges if pair not in self.there]
        bends = bends_between(new, places)
        lines += [EdgeMark(a, b, True, self.edges[a, b], bends[a, b]) for a, b in new]
        return replace(self.drawing, nodes=marks, edges=tuple(lines))
