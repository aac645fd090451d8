"""The paper in eight paragraphs along one run: where each begins, and what it asks first.

Places, answers, reasons and numbers are those of the run and of the library.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import comb
from typing import Any

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.boundary.removability import explain_removability
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.removability.definition_view import change_words
from marvel_widgets.lessons.removability.view import theorem_words
from marvel_widgets.replay.film import Film, Frame
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.scenes.asked import Asked, question_of
from marvel_widgets.text import counted, listed
from marvel_widgets.theory.bounds import lower_bound, upper_bound


@dataclass(frozen=True)
class Chapter:
    """A paragraph in Markdown, the position at which it begins, and its question."""

    title: str
    text: str
    begin: int
    asked: Asked
    blind: bool = False  # whether the true graph, drawn faintly, would be the answer


def chapters(film: Film) -> list[Chapter]:
    """Return the chapters of a run of MARVEL whose true graph is known, in the order of the run.

    >>> from marvel_widgets import networks
    >>> dag = networks.load("asia")
    >>> told = chapters(Film(record("marvel", dag), dag))
    >>> len(told), [chapter.begin for chapter in told][:4]
    (8, [0, 9, 37, 54])
    """
    dag = film.dag
    if dag is None:
        msg = "the story asks what holds in the true graph; give the film its graph"
        raise SiteError(msg)
    return [
        _question_to_data(film),
        _boundary(film, dag),
        _removable(film, dag),
        _neighbors(film),
        _conditions(film),
        _update(film),
        _arrows(film),
        _cost(film, dag),
    ]


# -- places and questions of the run ----------------------------------------------------------


def _first(film: Film, fits: Callable[[Frame], bool]) -> int:
    """Return the first position of a run that fits."""
    for position in range(1, film.last + 1):
        if fits(film.frame(position)):
            return position
    msg = "the run has no moment for one of the chapters; choose another graph"
    raise SiteError(msg)


def _event(film: Film, kind: type[Any], fits: Callable[[Any], bool] = bool) -> tuple[int, Any]:
    """Return the first position whose event is of a kind, and the event."""
    at = _first(film, lambda frame: isinstance(frame.event, kind) and fits(frame.event))
    return at, film.frame(at).event


def _name(film: Film) -> Callable[[int], str]:
    return film.context.name


# -- the chapters -----------------------------------------------------------------------------


def _question_to_data(film: Film) -> Chapter:
    p = len(film.trace.names)
    begin = _first(film, lambda frame: frame.test is not None) - 1
    return Chapter(
        "A question to the data",
        f"We have {counted(p, 'variable')} and not a single arrow. All we may ask is a **CI "
        "test**: are two variables independent once we know some others, the *given* ones? With "
        "data the answer comes from a statistical test. Here an oracle answers it from the true "
        "graph, which is drawn faintly. Two variables that share an edge are dependent whatever "
        "is given.",
        begin,
        question_of(film, begin, "test"),
    )


def _boundary(film: Film, dag: Dag) -> Chapter:
    name, p = _name(film), len(film.trace.names)

    def surprises(frame: Frame) -> bool:
        test = frame.test
        if test is None or test.independent:
            return False
        return name(test.y) not in dag.neighbors(name(test.x))

    begin = _first(film, surprises) - 1
    asked = question_of(film, begin, "test")
    more = "So each is in the other's boundary, although they are not neighbors."
    return Chapter(
        "What can tell us about X",
        f"First we test each of the {comb(p, 2)} pairs once, given all other variables: *total "
        "conditioning*. The variables that stay dependent on X form its **Markov boundary**. Once "
        "we know them, all others tell us nothing more about X. The boundary contains the "
        "neighbors of X, and more: when a common effect of two causes is known, the one cause "
        "tells us about the other.",
        begin,
        replace(asked, why=f"{asked.why} {more}"),
    )


def _removable(film: Film, dag: Dag) -> Chapter:
    begin, _ = _event(film, ev.RoundStarted)
    left, removed = _event(film, ev.Removed)
    x, report = next(
        (str(v), report) for v in dag.nodes
        if not (report := explain_removability(dag, v)).removable
    )  # fmt: skip
    assert report.changed is not None  # of a variable that is not removable
    why = (
        f"{theorem_words(dag, x)} Without {x}, a separation is new, and we would learn a wrong "
        f"graph: {change_words(dag, report.changed)}. The run lets "
        f"{_name(film)(removed.x)} leave first, which is removable."
    )
    return Chapter(
        "Which variable may leave?",
        "This is the idea of the paper: learn the neighbors of one variable, delete it, and go on "
        "with fewer. That is sound only if X is **removable**: the graph without X still tells "
        "exactly which of the others are independent. **Theorem 1** says when, for each child Z of "
        "X. *Condition 1*: each other neighbor of X is a neighbor of Z. *Condition 2*: if another "
        "child Y of X is a parent of Z, then so are all parents of Y. Some variable is always "
        "removable, and we try small boundaries first.",
        begin,
        Asked(f"May {x} leave first?", ("yes", "no"), "no", why, left),
    )


def _neighbors(film: Film) -> Chapter:
    name = _name(film)
    at, decided = _event(film, ev.NeighborDecided, lambda e: e.separating_set is not None)
    x, begin = name(decided.x), film.previous(at, "decision")
    return Chapter(
        "Neighbors and co-parents",
        f"It is {x}'s turn. Which members of its boundary are neighbors? A *co-parent* is in the "
        f"boundary only because it has a child in common with {x}; some set within the boundary "
        "separates the two. A **neighbor** is separated by no set at all. The boundary is small, "
        "and so there are few sets to try.",
        begin,
        question_of(film, begin, "decision"),
    )


def _conditions(film: Film) -> Chapter:
    name = _name(film)
    at, decided = _event(film, ev.PairDecided, lambda e: e.separating_set is not None)
    x, begin = name(decided.x), at - 2
    return Chapter(
        "The two conditions, by tests alone",
        f"Now {x}. We know its neighbors but not which of them are children, and we needn't: "
        f"Condition 1 holds if no set within the boundary, **with {x} given as well**, separates "
        "two of the neighbors. If it holds, Condition 2 is tested in the same way. If one of them "
        "fails, the variable stays for now, and we try the next one.",
        begin,
        question_of(film, begin, "test"),
    )


def _update(film: Film) -> Chapter:
    name = _name(film)
    at, tested = _event(film, ev.BoundaryPairTested, lambda e: e.independent)
    y, z, x = name(tested.y), name(tested.z), name(tested.x)
    return Chapter(
        "Gone, and what changes",
        f"{x} has passed, and leaves. We don't have to discover the boundaries anew: {x} goes from "
        f"each, and only neighbors of {x} may lose each other. {y} and {z} were in each other's "
        "boundary; perhaps their common child alone held them there. **One test decides**, given "
        "the rest of the smaller boundary.",
        at - 2,
        question_of(film, at - 2, "test"),
    )


def _arrows(film: Film) -> Chapter:
    name = _name(film)
    at, directed = _event(film, ev.EdgeDirected)
    _, collected = _event(film, ev.VStructuresCollected)
    shapes = listed(f"{name(a)} → {name(c)} ← {name(b)}" for a, c, b in collected.v_structures)
    tail, head = name(directed.tail), name(directed.head)
    ways = sorted((f"{tail} → {head}", f"{head} → {tail}"))
    return Chapter(
        "From lines to arrows",
        "All variables have left, and we have drawn a line for each pair of neighbors. Where two "
        "neighbors of a variable share no edge and the set that separates them does not contain "
        f"it, the arrows meet there: {shapes}. These **v-structures** are what the tests tell "
        "directly. Meek's rules add the arrows that follow: the other direction would close a "
        f"cycle, or make a v-structure that the tests have ruled out. Take {tail} and {head}, "
        "without a look at the true graph, which is hidden now.",
        at - 1,
        Asked(f"Which way does the edge between {tail} and {head} point?", ways,
              f"{tail} → {head}", film.frame(at).explanation.text, film.last),
        blind=True,
    )  # fmt: skip


def _cost(film: Film, dag: Dag) -> Chapter:
    p, trace = len(film.trace.names), film.trace
    made, boundaries = len(trace.tests), film.purposes(film.last)[BOUNDARY_DISCOVERY]
    every, pc = comb(p, 2) * 2 ** (p - 2), len(record("pc", dag).tests)
    most = max(len(dag.parents(v)) for v in dag.nodes)
    bound, least = float(upper_bound(p, most)), lower_bound(p, most)
    why = (
        f"PC starts from the complete graph, and performs {pc} CI tests. For {p} variables with at "
        f"most {most} parents each, the paper bounds what MARVEL asks after boundary discovery by "
        f"{bound:,.1f} distinct tests; and on the worst graph of this kind every constraint-based "
        f"method needs at least {least} in all. Elsewhere PC may win: the race tells."
    )
    ended = film.frame(film.last).explanation.text.partition("graph has ")[2]
    options = [f"{n:,}" for n in sorted({boundaries, made, pc, every})]
    return Chapter(
        "What did it cost?",
        f"We return the **essential graph**: {ended} Graphs that differ in the other directions "
        "pass the same tests, so no method can tell them apart by tests. Of "
        f"{counted(p, 'variable')} one can ask {every:,} different questions. MARVEL asked "
        f"{made}: {boundaries} to find the boundaries, and {made - boundaries} after them, of "
        f"which {film.distinct_after_boundaries} were distinct. With data each test may be wrong, "
        "so fewer is better, and fewer given variables are better still.",
        film.last,
        Asked("How many CI tests does PC, the classic, perform on this graph?", options,
              f"{pc:,}", why, film.last),
    )  # fmt: skip
