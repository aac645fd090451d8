"""The cases of an exercise as a page gets them: words, picture, choices, and Python's verdicts."""

import json
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from itertools import combinations, permutations
from typing import Any, Final

from marvel_widgets._made_for import library_version
from marvel_widgets.assessment.drawn_facts import with_facts
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.assessment.vote import Ballot
from marvel_widgets.course.checks import Check, builders, question_digest
from marvel_widgets.course.journal import HEADER
from marvel_widgets.pictures.card import PLAIN
from marvel_widgets.pictures.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.pictures.marks import edge_svg, node_svg
from marvel_widgets.pictures.palette import COLORS
from marvel_widgets.pictures.svg import hull_svg
from marvel_widgets.pictures.voting_cards import CARDS, card_svg
from marvel_widgets.site.ask.forms import answer_as_json, as_json, items_of, kind_as_json
from marvel_widgets.site.ask.judged import Judged
from marvel_widgets.widgets.exercise_box.picture import Chosen, answered, pairs_drawing

_INK, _PLUM, _PALE = (COLORS[name] for name in ("ink", "plum", "pale-plum"))
# What is in pictures most often, and the first of the letters in place of it: a third of the bytes.
_OFTEN: Final = (
    f'" fill="{_INK}" text-anchor="middle" font-size="13" font-weight="600">',
    f'" fill="#FFFFFF" stroke="{_INK}" stroke-width="1.5"/><text x="',
    f'" fill="{_PALE}" stroke="{_PLUM}" stroke-width="3.5" stroke-linejoin="round"/><text x="',
    '" text-anchor="middle" font-size="13" font-weight="600">',
    ', remaining variable</title><rect x="', ', in your answer</title><polygon points="',
    '" stroke-linejoin="round"/>', '" height="30" rx="15', '</title><polygon points="',
    '</title><rect x="', '<polygon points="', '</text></g>', '<g><title>', '" stroke-width="',
    '" fill="none" stroke="', '<path d="', '" fill="', '" stroke="', '" width="', '" y="', '"/>',
)  # fmt: skip
_SIGN: Final = 0xE000
_PROGRAM: Final = ("ask_answers.js", "ask_controls.js", "ask.js")
DRAWS: Final = 3  # cases of each exercise: the one that counts, and two to practice


def cases_of(notebook: str) -> dict[str, list[dict[str, Any]]]:
    """Return the cases of a notebook's exercises by name."""
    return {
        name: [case(Check(notebook, name, builder, "", draw)) for draw in range(DRAWS)]
        for name, builder in builders(notebook).items()
    }


def cases_script(notebook: str, cases: Mapping[str, Any]) -> str:
    """Return a notebook's cases as a script that a page loads."""
    text = as_json(cases)
    for number, often in enumerate(_OFTEN):
        text = text.replace(json.dumps(often)[1:-1], chr(_SIGN + number))
    return f"marvelAsked({as_json(notebook)},{text});\n"


def ask_program() -> str:
    """Return the script that asks, and judges by what is written down."""
    static = files("marvel_widgets").joinpath("site/static")
    parts = [static.joinpath(name).read_text(encoding="utf-8") for name in _PROGRAM]
    meanings = [
        {state: style.meaning for state, style in styles.items() if state not in PLAIN}
        for styles in (NODE_STYLES, EDGE_STYLES)
    ]
    known = as_json(
        {"header": HEADER, "version": library_version(), "meanings": meanings, "often": _OFTEN}
    )
    # in a block: what one part defines the next ones see, and no other script of the page
    return "{\n" + "\n".join(parts).replace('"SETTINGS"', known, 1) + "}\n"


def case(check: Check) -> dict[str, Any]:
    exercise = check.exercise
    judged = Judged.of(exercise)
    drawing = exercise.drawing
    if drawing is None and isinstance(exercise.kind, Pairs):  # without a graph: one to join them in
        drawing = replace(pairs_drawing(exercise.kind.names), title="")
    picture = None if drawing is None else _Picture(drawing, exercise.kind)
    said = [
        [kind, words, belief, {} if picture is None else picture.witness(facts)]
        for (kind, words, belief), facts in zip(judged.said.texts, judged.said.facts, strict=True)
    ]
    return {
        "title": exercise.title,
        "lines": exercise.question.split("\n"),
        "kind": kind_as_json(exercise.kind),
        "digest": question_digest(check),
        "solution": answer_as_json(exercise.kind, exercise.solution),
        "one": exercise.accepts is None,
        "complete": judged.complete,
        "known": judged.known,
        "rule": judged.rule,
        "said": said,
        "hints": exercise.all_hints,
        "picture": None if picture is None else picture.data(),
    }


class _Picture:
    """A picture in pieces: each variable and edge, and what an answer or a witness makes of it."""

    def __init__(self, drawing: Drawing, kind: Any) -> None:
        self.drawing = drawing
        self.nodes = {mark.name: mark for mark in drawing.nodes}
        self.more: dict[str, str] = {}
        self.answer: dict[str, str] = {}  # of what may be in an answer, the key of its look
        for part in getattr(kind, "parts", {"": kind}).values():
            for name in filter(self.nodes.__contains__, items_of(part)):
                self.answer[name] = self._keep(name, replace(self.nodes[name], state="answer"))
            if isinstance(part, Pairs):
                ends = permutations if part.directed else combinations
                for pair in ends([name for name in part.names if name in self.nodes], 2):
                    chosen = Chosen(pairs=(pair,), directed=part.directed)
                    name = ">".join(pair)
                    self.answer[name] = self._keep(name, answered(drawing, chosen).edges[-1])

    def data(self) -> dict[str, Any]:
        """Return the pieces as JSON."""
        edges = sorted(self.drawing.edges, key=lambda mark: mark.state != "true")
        return {
            "size": [self.drawing.width, self.drawing.height],
            "words": self.drawing.description,
            "behind": hull_svg(self.drawing),
            "edges": [
                [mark.tail, mark.head, edge_svg(mark, self.nodes[mark.tail], self.nodes[mark.head])]
                for mark in edges
            ],
            "nodes": [[mark.name, node_svg(mark)] for mark in self.drawing.nodes],
            "more": self.more,
            "answer": self.answer,
        }

    def witness(self, facts: Facts) -> dict[str, str]:
        """Return which variables and edges another look says what facts say, each with its key."""
        marked = with_facts(self.drawing, facts)
        before = {(mark.tail, mark.head): mark for mark in self.drawing.edges}
        found = {
            mark.name: self._keep(mark.name, mark)
            for mark in marked.nodes
            if mark != self.nodes[mark.name]
        }
        for edge in marked.edges:
            if edge != before.get((edge.tail, edge.head)):
                name = f"{edge.tail}>{edge.head}"
                found[name] = self._keep(name, edge)
        return found

    def _keep(self, name: str, mark: NodeMark | EdgeMark) -> str:
        """Keep how a variable or an edge looks, and return under which key."""
        if isinstance(mark, NodeMark):
            key, svg = f"{name}:{mark.state}:{mark.note}", node_svg(mark)
        else:
            ends = self.nodes[mark.tail], self.nodes[mark.head]
            key, svg = f"{name}:{mark.state}", edge_svg(mark, *ends)
        self.more[key] = svg
        return key


def votes_script(notebook: str) -> str:
    """Return the votes on a notebook's exercises, the isomorphic ones after them, as a script."""
    found = {
        name: [vote(ballot) for ballot in ballots(Check(notebook, name, builder))]
        for name, builder in builders(notebook).items()
    }
    return f"marvelVotes({as_json(notebook)},{as_json(found)});\n"


def ballots(check: Check) -> list[Ballot]:
    """Return the ballot of a case, and that of its isomorphic case where there is one."""
    try:
        return [check.ballot(), check.ballot(1)]
    except LookupError:
        return [check.ballot()]


def vote(ballot: Ballot) -> dict[str, Any]:
    """Return what a phone shows; without the digits `tag` does not give the right letter away."""
    return {
        "title": ballot.exercise.title,
        "lines": ballot.exercise.sentences,
        "options": [option.words for option in ballot.options],
        "seed": ballot.seed,
        "tag": ballot.tag,
    }


def card_program() -> str:
    """Return the script that makes a phone a card."""
    place = files("marvel_widgets").joinpath("site/static/card.js")
    cards = {card: card_svg(card) for card in CARDS}
    return place.read_text(encoding="utf-8").replace('"CARDS"', as_json(cards), 1)
