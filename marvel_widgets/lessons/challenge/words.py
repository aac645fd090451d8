"""What a learner reads of their program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from marvel_widgets.core.algorithms.limits import place_text
from marvel_widgets.core.boundary.removability import changed_separations
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.protocol import indices
from marvel_widgets.lessons.challenge import hidden
from marvel_widgets.lessons.challenge.calls import Call
from marvel_widgets.lessons.challenge.tasks import TASKS, skeleton
from marvel_widgets.text import capitalized, counted, in_braces, listed
from marvel_widgets.theory.consistent_dags import MOST_VARIABLES

if TYPE_CHECKING:
    from marvel_widgets.lessons.challenge.judge import Judged


PRINTED: Final = "It printed there:"
# Which step is written next; after a whole method it is watched and handed in.
_NEXT: Final = {
    "separate": "boundaries", "boundaries": "neighbors", "neighbors": "removable",
    "removable": "update", "update": "v_structures", "skeleton": "v_structures",
    "v_structures": "marvel", "meek": "marvel",
}  # fmt: skip


def verdict_text(judged: Judged) -> str:
    call = judged.call
    if call is None:
        return " ".join(_right(judged))
    where = f"On {_graph_text(call.dag)}{_at(judged)}"
    if judged.changes:
        return (
            f"{where} it returns one thing, and another when it is called again. Chance or memory "
            "has no part in this step: a call has only its arguments."
        )
    if judged.rival is not None:
        return (
            f"Every answer is right, but these questions can't have shown it. {where} your answer "
            f"is {told(call.value)}, after {counted(len(call.asked), 'test')}; on "
            f"{_graph_text(judged.rival)} all of them have the same answers, and it is wrong there."
        )
    if call.trouble:
        end = "" if call.trouble.endswith((".", "?")) else "."
        return f"{where} there is no answer: {call.trouble}{end}"
    parts = [
        f"Not right. {where} your answer is {told(call.value)}; right is {told(judged.truth)}.",
        *_WHY[judged.challenge.step](call),
        judged.belief.told if judged.belief else "",
    ]
    return " ".join(part for part in parts if part)


def _right(judged: Judged) -> Iterator[str]:
    yield (
        f"Right on all {len(hidden.classes())} classes of graphs with at most {hidden.LARGEST} "
        f"variables, each in {hidden.ORDERS} orders of the names, on {len(hidden.hard_graphs())} "
        f"hard graphs and {hidden.DRAWN} drawn ones with 6 to {len(hidden.LETTERS)}: "
        f"{judged.calls:,} calls."
    )
    if judged.challenge.task.asks:
        beside = listed([f"{who} {tests:,}" for who, tests in judged.beside])
        yield f"On the small ones it asks {judged.tests:,} tests; {beside}."
        yield f"With at most {MOST_VARIABLES} variables its questions prove each answer."
    then, own = _NEXT.get(judged.challenge.step), judged.function.__name__
    runs = f'MarvelPlayer(graph, algorithm={own}), and let it race, Race(graph, ["pc", {own}])'
    yield f'Next: challenge("{then}").' if then else f"Next: watch it, {runs}."


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


def told(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{x}: {told(group)}" for x, group in sorted(value.items())) + "}"
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


# What shows that an answer is wrong, in the graph and in what was asked.


def _of_neighbors(call: Call) -> Iterator[str]:
    x = call.case[0]
    if x in call.value:
        yield f"{x} is not a neighbor of itself."
    yield from _pairs(call, {frozenset((x, y)) for y in call.value - {x}})


def _of_removal(call: Call) -> Iterator[str]:
    x = call.case[0]
    changed = next(changed_separations(call.dag, x), None)
    if changed is None:
        yield f"When {x} leaves, the others keep all their separations."
        return
    given = in_braces(sorted(map(str, changed.given)))
    yield (
        f"When {x} leaves, {changed.y} and {changed.z} given {given} become "
        f"{'d-separated' if changed.separated_after else 'd-connected'}."
    )


def _of_separation(call: Call) -> Iterator[str]:
    x, y, among = call.case
    given = TASKS["separate"].truth(call.dag, call.case) if call.value is None else call.value
    if given <= among:
        yield _tested(call, x, y, given)
    else:
        yield f"{min(given - among)} is not among the candidates."


def _of_sets(call: Call) -> Iterator[str]:
    """Yield what shows that a boundary is wrong, before or after a variable has left."""
    truth = TASKS["update" if call.case else "boundaries"].truth(call.dag, call.case)
    if other := sorted(truth.keys() ^ call.value.keys(), key=str):
        yield f"{other[0]} {'needs a set' if other[0] in truth else 'has no set here'}."
        return
    x = min(x for x in truth if truth[x] != call.value[x])
    y = min(truth[x] ^ call.value[x])
    if y == x:
        yield f"{x} is not in its own boundary."
    elif y in truth:
        yield _tested(call, x, y, truth[x] - {y} if call.case else truth.keys() - {x, y})
    else:
        yield f"{y} has left, and is in no set."


def _of_v_structures(call: Call) -> Iterator[str]:
    edges, sets = TASKS["v_structures"].arguments(call.dag, ())
    wrong = TASKS["v_structures"].truth(call.dag, ()) ^ call.value
    a, b, c = min((*sorted(ends), c) for ends, c in wrong)
    apart = next((end for end in (a, b) if frozenset((end, c)) not in edges), None)
    if frozenset((a, b)) in edges:
        yield f"An edge joins {a} and {b}."
    elif apart is not None:
        yield f"No edge joins {apart} and {c}."
    else:
        given = sets[frozenset((a, b))]
        place = "in" if c in given else "not in"
        yield f"{c} is {place} {in_braces(sorted(given))}, the set that separates {a} and {b}."


def _pairs(call: Call, found: frozenset[frozenset[Label]] | set[frozenset[Label]]) -> Iterator[str]:
    true = skeleton(call.dag)
    if call.case:
        true = frozenset(pair for pair in true if call.case[0] in pair)
    if too_many := _sorted(found - true):
        x, y = too_many[0]
        others = frozenset(call.dag.nodes) - {x, y}
        yield _tested(call, x, y, TASKS["separate"].truth(call.dag, (x, y, others)))
    elif missing := _sorted(true - found):
        x, y = missing[0]
        yield f"An edge joins {x} and {y}, so no set separates them."


def _sorted(pairs: Iterable[frozenset[Label]]) -> list[list[str]]:
    return sorted(sorted(map(str, pair)) for pair in pairs)


def _tested(call: Call, x: Label, y: Label, given: Iterable[Label]) -> str:
    """Return what a test answers that decides, and whether and where the program asked it."""
    group = in_braces(sorted(map(str, given)))
    answer = "independent" if d_separated(call.dag, x, y, given) else "dependent"
    i, j, mask = indices(call.dag.nodes, x, y, given)
    asked = next((a for a in call.asked if {a.x, a.y} == {i, j} and a.given == mask), None)
    if asked is None:
        return f"{x} and {y} are {answer} given {group}, and this was never asked."
    who = capitalized(place_text(*asked.place)) if asked.place else "The program"
    return (
        f"{who} asked {x} and {y} given {group}, the answer was {answer}, and yours does not "
        "follow from it."
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


_WHY: Final[Mapping[str, Callable[[Call], Iterator[str]]]] = {
    "separate": _of_separation,
    "boundaries": _of_sets,
    "neighbors": _of_neighbors,
    "removable": _of_removal,
    "update": _of_sets,
    "skeleton": lambda call: _pairs(call, call.value),
    "v_structures": _of_v_structures,
    "meek": _directions,
    **dict.fromkeys(
        ("marvel", "pc", "any"),
        lambda call: chain(_pairs(call, call.value.skeleton), _directions(call)),
    ),
}


def as_html(judged: Judged) -> str:
    """Return the verdict with a drawing of the graph on which it goes wrong."""
    from marvel_widgets.pictures.figure import draw

    text = f"<p>{escape(judged.text)}</p>"
    if judged.call is None:
        return text
    if judged.printed:
        text += f"<p>{PRINTED}</p><pre>{escape(judged.printed)}</pre>"
    graphs = [judged.call.dag] + ([judged.rival] if judged.rival is not None else [])
    return text + "".join(draw(graph)._repr_svg_() for graph in graphs)
