"""The cases of an exercise as a page gets them: words, picture, choices, all that Python said."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import combinations, permutations
from typing import Any, Final

from marvel_widgets.assessment.facts import Facts, Role, mark_of
from marvel_widgets.assessment.results import library_version, question_digest
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.course.catalog import builders
from marvel_widgets.course.checks import Check
from marvel_widgets.course.journal import HEADER
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.pictures.marks import edge_svg, node_svg
from marvel_widgets.pictures.palette import NodeState
from marvel_widgets.pictures.path_marks import path_edges, path_nodes
from marvel_widgets.pictures.svg import behind_svg
from marvel_widgets.site.ask.forms import described, items_of, written
from marvel_widgets.site.ask.judged import Judged
from marvel_widgets.widgets.exercise_box.picture import Chosen, answered, pairs_drawing

DRAWS: Final = 3  # cases of each exercise: the one that counts, and two to practice
Marks = dict[str, str]
# Of several parts that a variable plays, a picture shows the first of these.
_FIRST: Final[Sequence[Role]] = (
    "subject", "object", "pair", "given", "blocker", "path", "missing", "edge", "removed",
    "place", "member",
)  # fmt: skip


def cases_of(notebook: str) -> dict[str, list[dict[str, Any]]]:
    """Return the cases of a notebook's exercises by name."""
    return {
        name: [case(Check(notebook, name, builder, "", draw)) for draw in range(DRAWS)]
        for name, builder in builders(notebook).items()
    }


def cases_script(notebook: str, cases: Mapping[str, Any]) -> str:
    """Return a notebook's cases as a script that a page loads."""
    return f"marvelAsked({_json(notebook)},{_json(cases)});\n"


def program() -> str:
    """Return the script that asks, and judges by what is written down."""
    place = files("marvel_widgets").joinpath("site/static/ask.js")
    meanings = [
        {state: style.meaning for state, style in styles.items()}
        for styles in (NODE_STYLES, EDGE_STYLES)
    ]
    known = _json({"header": HEADER, "version": library_version(), "meanings": meanings})
    return place.read_text(encoding="utf-8").replace('"SETTINGS"', known, 1)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def case(check: Check) -> dict[str, Any]:
    """Return one case."""
    exercise = check.exercise
    judged = Judged.of(exercise)
    drawing = _drawing(exercise.drawing, exercise.kind)
    picture = None if drawing is None else Picture(drawing, exercise.kind)
    said = [
        [
            kind,
            words,
            belief,
            {} if picture is None or kind == "correct" else picture.witness(facts),
        ]
        for (kind, words, belief), facts in zip(judged.said.texts, judged.said.facts, strict=True)
    ]
    return {
        "title": exercise.title,
        "lines": exercise.question.split("\n"),
        "kind": described(exercise.kind),
        "digest": question_digest(check),
        "solution": written(exercise.kind, exercise.solution),
        "one": exercise.accepts is None,
        "complete": judged.complete,
        "known": judged.known,
        "rule": judged.rule,
        "said": said,
        "hints": exercise.all_hints,
        "picture": None if picture is None else picture.data(),
    }


def _drawing(drawing: Drawing | None, kind: Any) -> Drawing | None:
    """Return the picture of a case; of pairs without a graph one to join them in."""
    if drawing is None and isinstance(kind, Pairs):
        return replace(pairs_drawing(kind.names), title="")
    return drawing


class Picture:
    """A picture in pieces: each variable and edge, and what an answer or a witness makes of it."""

    def __init__(self, drawing: Drawing, kind: Any) -> None:
        self.drawing = drawing
        self.nodes = {mark.name: mark for mark in drawing.nodes}
        self.more: dict[str, str] = {}
        parts = getattr(kind, "parts", {"": kind}).values()
        for part in parts:
            for name in self.nodes.keys() & set(items_of(part)):
                self._node(name, "answer")
            if isinstance(part, Pairs):
                ends = permutations if part.directed else combinations
                for a, b in ends([name for name in part.names if name in self.nodes], 2):
                    self._edge(a, b, "answer", part.directed)

    def data(self) -> dict[str, Any]:
        """Return the pieces as JSON."""
        edges = sorted(self.drawing.edges, key=lambda mark: mark.state != "true")
        return {
            "size": [self.drawing.width, self.drawing.height],
            "words": self.drawing.description,
            "behind": behind_svg(self.drawing),
            "edges": [
                [mark.tail, mark.head, edge_svg(mark, self.nodes[mark.tail], self.nodes[mark.head])]
                for mark in edges
            ],
            "nodes": [[mark.name, node_svg(mark)] for mark in self.drawing.nodes],
            "more": self.more,
        }

    def witness(self, facts: Facts) -> Marks:
        """Return what facts make of variables and edges: those that play a part in them."""
        parts = [part for fact in facts for part in fact.roles()]
        found: Marks = {}
        for role, value in sorted(parts, key=lambda part: _FIRST.index(part[0])):
            for key in filter(None, self._of_role(role, value)):
                found.setdefault(key.rpartition(":")[0], key)
        return found

    def _of_role(self, role: Role, value: Any) -> Iterator[str]:
        if isinstance(value, Path):
            yield from (self._edge(a, b, state) for (a, b), state in path_edges(value).items())
            yield from (self._node(v, state) for v, state in path_nodes(value).items())
            return
        values = value if isinstance(value, tuple) else (value,)
        if role in ("missing", "edge") and all(isinstance(v, str) for v in values):
            values = (values,)
        for each in values:
            if not isinstance(each, tuple):
                yield from (self._node(each, state) for state in list(mark_of(role).nodes)[:1])
            elif role == "missing" or self.joined(*each[:2]):
                yield from (self._edge(*each[:2], state) for state in list(mark_of(role).edges)[:1])
            else:  # there is nothing to mark but the two
                yield from (self._node(end, "object") for end in each)

    def joined(self, *ends: str) -> bool:
        """Return whether the picture has an edge between two variables."""
        return any({mark.tail, mark.head} == set(ends) for mark in self.drawing.edges)

    def _node(self, name: Any, state: NodeState) -> str:
        """Keep a variable with a mark, and return its key; empty where the picture has no such."""
        if name not in self.nodes:
            return ""
        key = f"{name}:{state}"
        self.more[key] = node_svg(replace(self.nodes[name], state=state))
        return key

    def _edge(self, a: str, b: str, state: Any, directed: bool = False) -> str:
        if not {a, b} <= self.nodes.keys():
            return ""
        drawn = answered(self.drawing, Chosen(pairs=((a, b),), directed=directed)).edges[-1]
        key = f"{a}>{b}:{state}"
        mark = replace(drawn, state=state)
        self.more[key] = edge_svg(mark, self.nodes[mark.tail], self.nodes[mark.head])
        return key
