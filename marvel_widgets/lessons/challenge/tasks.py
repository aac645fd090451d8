"""The steps that a learner can write: what each is given, what it returns, and what is true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from marvel_widgets.core.algorithms.limits import all_of
from marvel_widgets.core.algorithms.own import read_graph
from marvel_widgets.core.boundary.by_tests import separating_set
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.core.independence.protocol import is_truth_value

Case = tuple[Any, ...]
Pair = frozenset[Label]


@dataclass(frozen=True, slots=True)
class Task:
    """A step: its cases on a graph, the arguments of each, and how an answer is read and judged."""

    form: str
    gives: str
    cases: Callable[[Dag], Iterable[Case]]
    arguments: Callable[[Dag, Case], tuple[Any, ...]]
    truth: Callable[[Dag, Case], Any]
    read: Callable[[Any, Dag], Any]
    asks: bool = True
    accepts: Callable[[Dag, Case, Any], bool] | None = field(default=None)

    @property
    def about_tests(self) -> str:
        """What is to be known of `ask`."""
        if not self.asks:
            return "It needs no tests."
        return "ask(x, y, given) is True where x and y are independent given a set of names."

    def is_right(self, dag: Dag, case: Case, value: Any) -> bool:
        """Return whether a value that was read is right."""
        if self.accepts is not None:
            return self.accepts(dag, case, value)
        return bool(value == self.truth(dag, case))


def _each_variable(dag: Dag) -> Iterator[Case]:
    yield from ((x,) for x in dag.nodes)


def _whole(_: Dag) -> Iterator[Case]:
    yield ()


def _boundaries(dag: Dag) -> dict[Label, set[Label]]:
    return {x: set(dag.markov_boundary(x)) for x in dag.nodes}


def _removals(dag: Dag) -> Iterator[Case]:
    yield from ((x,) for x in dag.nodes if len(dag) > 1 and is_removable(dag, x))


def _searches(dag: Dag) -> Iterator[Case]:
    for x, y in combinations(dag.nodes, 2):
        others = frozenset(dag.nodes) - {x, y}
        near = frozenset(dag.markov_boundary(x)) - {y}
        yield from dict.fromkeys((x, y, among) for among in (others, near))


@lru_cache(maxsize=100_000)  # each program is judged on the same graphs
def _separator(dag: Dag, case: Case) -> frozenset[Label] | None:
    x, y, among = case
    return separating_set(DSeparation(dag), x, y, among).found


def _separates(dag: Dag, case: Case, value: frozenset[Label] | None) -> bool:
    x, y, among = case
    if value is None:
        return _separator(dag, case) is None
    return value <= among and d_separated(dag, x, y, value)


def skeleton(dag: Dag) -> frozenset[Pair]:
    """Return the edges of a graph without their directions."""
    return frozenset(frozenset(edge) for edge in dag.edges)


def _sets(dag: Dag) -> dict[Pair, set[Label]]:
    apart = [pair for pair in combinations(dag.nodes, 2) if frozenset(pair) not in skeleton(dag)]
    others = frozenset(dag.nodes)
    return {
        frozenset(pair): set(_separator(dag, (*pair, others - set(pair))) or ()) for pair in apart
    }


def _v_structures(dag: Dag, _: Case = ()) -> frozenset[tuple[Pair, Label]]:
    return frozenset((frozenset((a, b)), c) for a, c, b in essential_graph(dag).v_structures)


def _pattern(dag: Dag, _: Case = ()) -> tuple[Pdag]:
    arrows = {(a, c) for ends, c in _v_structures(dag) for a in ends}
    lines = [tuple(pair) for pair in skeleton(dag) if not any(pair == {*arrow} for arrow in arrows)]
    return (Pdag.from_edges(dag.nodes, directed=arrows, undirected=lines),)


# How what a function returns is read; each raises an error that says what is needed.


def _names(value: Any, dag: Dag) -> frozenset[Label]:
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        msg = f"a set of names is needed, not {value!r:.80}"
        raise TypeError(msg)
    found = frozenset(all_of(value))
    if strange := found - set(dag.nodes):
        msg = f"there is no variable {next(iter(strange))!r:.80}"
        raise ValueError(msg)
    return found


def _truth_value(value: Any, _: Dag) -> bool:
    if not is_truth_value(value):
        msg = f"True or False is needed, not {value!r:.80}"
        raise TypeError(msg)
    return bool(value)


def _sets_by_name(value: Any, dag: Dag) -> dict[Label, frozenset[Label]]:
    if not isinstance(value, Mapping):
        msg = f"a dict from each name to a set of names is needed, not {value!r:.80}"
        raise TypeError(msg)
    _names(value.keys(), dag)
    return {x: _names(group, dag) for x, group in value.items()}


def _pairs(value: Any, dag: Dag) -> frozenset[Pair]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        msg = f"a set of pairs of names is needed, not {value!r:.80}"
        raise TypeError(msg)
    found = frozenset(_names(pair, dag) for pair in all_of(value))
    if odd := [pair for pair in found if len(pair) != 2]:
        msg = f"a pair has two names; this has {len(odd[0])}: {set(odd[0])!r:.80}"
        raise ValueError(msg)
    return found


def _triples(value: Any, dag: Dag) -> frozenset[tuple[Pair, Label]]:
    try:
        triples = [all_of(triple) for triple in all_of(value)]
        found = frozenset((frozenset((a, b)), c) for a, c, b in triples)
    except (TypeError, ValueError):
        msg = f"a set of triples (A, C, B), with C the collider, is needed, not {value!r:.80}"
        raise ValueError(msg) from None
    _names([name for triple in triples for name in triple], dag)
    if twice := [triple for triple in triples if len({*triple}) < 3]:
        msg = f"the names of a triple differ; not those of {twice[0]!r:.80}"
        raise ValueError(msg)
    return found


def _all_names(dag: Dag, _: Case) -> tuple[Any, ...]:
    return (dag.nodes,)


def _with_boundary(dag: Dag, case: Case) -> tuple[Any, ...]:
    return case[0], set(dag.markov_boundary(case[0]))


def _graph(value: Any, dag: Dag) -> Pdag:
    return read_graph(value, dag.nodes)


def _method(form: str) -> Task:
    return Task(
        form,
        "the essential graph, as text 'A -> B; B - C' or as a pair (undirected, directed) of edges",
        _whole,
        _all_names,
        lambda dag, _: essential_graph(dag),
        _graph,
    )


TASKS: Final = {
    "separate": Task(
        "separate(ask, x, y, candidates)",
        "a set of candidates that separates x and y, or None if there is none",
        _searches,
        lambda _, case: (case[0], case[1], set(case[2])),
        _separator,
        lambda value, dag: None if value is None else _names(value, dag),
        accepts=_separates,
    ),
    "boundaries": Task(
        "boundaries(ask, names)",
        "a dict from each name to its Markov boundary",
        _whole,
        _all_names,
        lambda dag, _: _boundaries(dag),
        _sets_by_name,
    ),
    "neighbors": Task(
        "neighbors(ask, x, boundary)",
        "the set of the neighbors of x, which are some of its Markov boundary",
        _each_variable,
        _with_boundary,
        lambda dag, case: frozenset(dag.neighbors(case[0])),
        _names,
    ),
    "removable": Task(
        "removable(ask, x, boundary)",
        "True if x is removable, else False",
        _each_variable,
        _with_boundary,
        lambda dag, case: is_removable(dag, case[0]),
        _truth_value,
    ),
    "update": Task(
        "update(ask, x, boundaries, neighbors)",
        "a dict with the Markov boundaries of the others after x, which is removable, has left",
        _removals,
        lambda dag, case: (case[0], _boundaries(dag), set(dag.neighbors(case[0]))),
        lambda dag, case: _boundaries(dag.without(case[0])),
        _sets_by_name,
    ),
    "skeleton": Task(
        "skeleton(ask, names)",
        "the set of the pairs that an edge joins",
        _whole,
        _all_names,
        lambda dag, _: skeleton(dag),
        _pairs,
    ),
    "v_structures": Task(
        "v_structures(skeleton, sets)",
        "the set of triples (A, C, B) with A -> C <- B and no edge between A and B; `skeleton` "
        "is a set of pairs, `sets` has for each other pair a set that separates it",
        _whole,
        lambda dag, _: (set(skeleton(dag)), _sets(dag)),
        _v_structures,
        _triples,
        asks=False,
    ),
    "meek": Task(
        "meek(pattern)",
        "the essential graph; in the pattern the v-structures are directed. pattern.directed "
        "has its arrows as pairs (tail, head), pattern.undirected its other edges as sets",
        _whole,
        _pattern,
        lambda dag, _: essential_graph(dag),
        _graph,
        asks=False,
    ),
    "marvel": _method("marvel(ask, names)"),
    "pc": _method("pc(ask, names)"),
    "any": _method("method(ask, names)"),
}
