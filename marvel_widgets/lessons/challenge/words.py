"""What a learner reads of their program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from marvel_widgets.assessment.misconceptions import belief
from marvel_widgets.core.boundary.removability import changed_separations
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.lessons.challenge.calls import Call
from marvel_widgets.lessons.challenge.hidden import DRAWN, LARGEST, ORDERS, classes, hard_graphs
from marvel_widgets.lessons.challenge.proof import PROVED_TO
from marvel_widgets.lessons.challenge.tasks import TASKS, skeleton
from marvel_widgets.text import counted, in_braces, listed

if TYPE_CHECKING:
    from marvel_widgets.lessons.challenge.judge import Judged


def verdict_text(judged: Judged, *, changes: bool) -> str:
    """Return the verdict in sentences."""
    call = judged.call
    if call is None:
        return " ".join(_right(judged))
    where = f"On {_graph_text(call.dag)}{_at(judged)}"
    if changes:
        return (
            f"{where} it returns one thing, and another when it is called again. Chance or memory "
            "has no part in this step: a call has only its arguments."
        )
    if judged.rival is not None:
        return (
            f"Every answer is right, but these questions can't have shown it. {where} your answer "
            f"is {said(call.value)}, after {counted(len(call.asked), 'test')}; on "
            f"{_graph_text(judged.rival)} all of them have the same answers, and it is wrong there."
        )
    if call.trouble:
        return f"{where} there is no answer: {call.trouble}."
    parts = [
        f"Not right. {where} your answer is {said(call.value)}; right is {said(judged.truth)}.",
        *_why(judged.challenge.step, call),
        belief(judged.belief) if judged.belief else "",
    ]
    return " ".join(part for part in parts if part)


def _right(judged: Judged) -> Iterator[str]:
    yield (
        f"Right on all {len(classes())} classes of graphs with at most {LARGEST} variables, each "
        f"in {ORDERS} orders of the names, on {len(hard_graphs())} hard graphs and {DRAWN} drawn "
        f"ones with 6 to 8: {judged.calls:,} calls."
    )
    if judged.challenge.task.asks:
        beside = listed([f"{who} {tests:,}" for who, tests in judged.beside])
        yield f"On the small ones it asks {judged.tests:,} tests; {beside}."
        yield f"With at most {PROVED_TO} variables its questions prove each answer."


def _graph_text(dag: Dag) -> str:
    return dag.to_text() if dag.edges else f"{in_braces(dag.nodes)} without edges"


def _at(judged: Judged) -> str:
    call = judged.call
    if call is None or not call.case:
        return ""
    if judged.challenge.step != "separate":
        return f", at {call.case[0]},"
    x, y, among = call.case
    return f", for {x} and {y} with the candidates {in_braces(sorted(among))},"


def said(value: Any) -> str:
    """Return what a program returned, as text."""
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{x}: {said(group)}" for x, group in sorted(value.items())) + "}"
    if isinstance(value, Pdag):
        return value.to_text() if value.skeleton else "no edge"
    if isinstance(value, frozenset | set):
        return "{" + ", ".join(sorted(_member(member) for member in value)) + "}"
    return str(value)


def _member(member: Any) -> str:
    if isinstance(member, frozenset):
        return " - ".join(sorted(member))
    if isinstance(member, tuple):  # a v-structure
        a, b = sorted(member[0])
        return f"{a} -> {member[1]} <- {b}"
    return str(member)


def _why(step: str, call: Call) -> Iterator[str]:
    """Yield what shows that the answer is wrong, in the graph and in what was asked."""
    if step == "neighbors":
        yield from _pairs(call, {frozenset((call.case[0], y)) for y in call.value})
    elif step == "skeleton":
        yield from _pairs(call, call.value)
    elif step in {"marvel", "pc", "any"}:
        yield from _pairs(call, call.value.skeleton)
        yield from _directions(call)
    elif step == "removable" and call.value:
        changed = next(changed_separations(call.dag, call.case[0]))
        given = in_braces(sorted(map(str, changed.given)))
        yield (
            f"When {call.case[0]} leaves, {changed.y} and {changed.z} given {given} become "
            f"{'d-separated' if changed.separated_after else 'd-connected'}."
        )


def _pairs(call: Call, found: frozenset[frozenset[Label]] | set[frozenset[Label]]) -> Iterator[str]:
    true = skeleton(call.dag)
    if call.case:
        true = frozenset(pair for pair in true if call.case[0] in pair)
    if too_many := _sorted(found - true):
        yield from _too_many(call, *too_many[0])
    elif missing := _sorted(true - found):
        x, y = missing[0]
        yield f"An edge joins {x} and {y}, so no set separates them."


def _sorted(pairs: Iterable[frozenset[Label]]) -> list[list[str]]:
    return sorted(sorted(map(str, pair)) for pair in pairs)


def _too_many(call: Call, x: Label, y: Label) -> Iterator[str]:
    found = TASKS["separate"].truth(call.dag, (x, y, frozenset(call.dag.nodes) - {x, y}))
    group = in_braces(sorted(found))
    asked = call.answer_to(x, y, found)
    if asked is None:
        yield f"{x} and {y} are independent given {group}, and this was never asked."
    else:
        who = f"Line {asked.line}" if asked.line else "The program"
        yield (
            f"{who} asked {x} and {y} given {group}, the answer was independent, and "
            "your answer joins them all the same."
        )


def _directions(call: Call) -> Iterator[str]:
    truth = TASKS["any"].truth(call.dag, ())
    if call.value.skeleton != truth.skeleton:
        return
    true, found = truth.v_structures, call.value.v_structures
    if missing := sorted(true - found):
        a, c, b = missing[0]
        yield f"The v-structure {a} -> {c} <- {b} is missing."
    elif too_many := sorted(found - true):
        a, c, b = too_many[0]
        yield f"{a} -> {c} <- {b} is no v-structure of the graph."
    elif lost := sorted(truth.directed - call.value.directed):
        tail, head = lost[0]
        yield f"All members of the class have {tail} -> {head}: one of Meek's rules directs it."
    elif more := sorted(call.value.directed - truth.directed):
        tail, head = more[0]
        yield f"Some member of the class has {head} -> {tail}, so {tail} - {head} stays undirected."


def as_html(judged: Judged) -> str:
    """Return the verdict with a drawing of the graph on which it goes wrong."""
    from marvel_widgets.pictures.figure import draw

    text = f"<p>{escape(judged.text)}</p>"
    if judged.call is None:
        return text
    graphs = [judged.call.dag] + ([judged.rival] if judged.rival is not None else [])
    return text + "".join(draw(graph)._repr_svg_() for graph in graphs)
