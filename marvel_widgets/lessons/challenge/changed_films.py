"""A run with one line changed as a film: what it asks and finds, beside the right lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, Final, cast

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.algorithms.marvel import MarvelRun
from marvel_widgets.core.algorithms.own import CHANGED, reported_algorithm
from marvel_widgets.core.algorithms.own_events import FunctionReturned, GraphReturned
from marvel_widgets.core.algorithms.pc import PcRun
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.algorithms.rival_events import ColliderDecided, EdgeDecided
from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.algorithms.run_setup import counting_test
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.boundary.events import BoundaryFound, Event
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.independence.protocol import FunctionTest, indices
from marvel_widgets.lessons.challenge.changes import LINE_CHANGES, Change
from marvel_widgets.replay.pseudocode import pseudocode
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import in_braces

Kind = type[MarvelRun | PcRun]
RIGHT: Final = MappingProxyType({"marvel": MarvelRun, "pc": PcRun})
# Nothing is remembered between visits, and nothing known before: each line is seen at work.
OPTIONS: Final[Mapping[str, dict[str, Any]]] = MappingProxyType(
    {"marvel": {"bookkeeping": "none"}, "pc": {"start": "complete"}}
)
# What is not told where no test was asked: most visits would tell it.
_SILENT: Final = frozenset(
    {
        ("condition_1", "True"),
        ("condition_2", "True"),
        ("v_structures", "none"),
        ("neighbors", "{}"),
    }
)
_ENDS: Final = MappingProxyType({"marvel": (20, 21, 22), "pc": (7, 8, 9)})


class ChangedRun:
    """A run of MARVEL or PC of some kind, reported by what its lines ask and find."""

    algorithm = CHANGED

    def __init__(
        self,
        kind: Kind,
        test: Any,
        boundaries: Boundaries | None = None,  # noqa: ARG002 - they are found
        *,
        budget: int | None = None,
    ) -> None:
        self.ask = counting_test(test, budget)
        self.tally, self.names = self.ask.tally, self.ask.names
        self.asked: list[tuple[int, int, int]] = []
        self.run: Any = kind(FunctionTest(self.names, self._asked), **OPTIONS[kind.algorithm])
        self.left: int | None = None  # who left last, until its boundaries are updated
        self.arrows: list[tuple[int, int]] = []

    def _asked(self, x: Label, y: Label, given: frozenset[Label]) -> bool:
        question = indices(self.names, x, y, given)
        self.asked.append(question)
        return self.ask.test.independent(*question)

    def events(self) -> Iterator[Event]:
        """Yield what each line found; its tests come before it."""
        for event in self.run.events():
            for told in self._told(event):
                if not self.asked and (told.name, told.value) in _SILENT:
                    continue
                for question in self.asked:
                    self.ask.ask(*question, f"line {told.at}")
                self.asked.clear()
                yield told
        graph = self.run.result().essential_graph
        last = _ENDS[self.run.algorithm][2]
        yield GraphReturned(last, graph.parent_masks, graph.undirected_masks)

    def _told(self, event: Event) -> Iterator[FunctionReturned]:
        name = self.names.__getitem__
        keeps, directs, _ = _ENDS[self.run.algorithm]
        if isinstance(event, ev.RoundStarted | ev.VStructuresCollected):
            yield from self._updated()
        match event:
            case BoundaryFound(x=x) if x == len(self.names) - 1:
                yield FunctionReturned(1, "boundaries", "", self._sets(range(len(self.names))))
            case ev.NeighborsKnown(x=x, neighbors=near):
                yield FunctionReturned(7, "neighbors", f"{name(x)}", self._some(near))
            case ev.ConditionOneDecided(x=x, holds=holds):
                yield FunctionReturned(9, "condition_1", f"{name(x)}", str(holds))
            case ev.VStructuresKnown(x=x, v_structures=found):
                triples = [(x, y, t) for y, t in found]
                yield FunctionReturned(10, "v_structures", f"{name(x)}", self._triples(triples))
            case ev.ConditionTwoDecided(x=x, holds=holds):
                yield FunctionReturned(12, "condition_2", f"{name(x)}", str(holds))
            case ev.Removed(x=x):
                self.left = x
                yield FunctionReturned(14, "leave", f"{name(x)}", self._some(self._rest()))
            case EdgeDecided(x=x, y=y, size=size, separating_set=found_set):
                which = f"{name(x)}, {name(y)}, s = {size}"
                found_here = "None" if found_set is None else self._some(found_set)
                yield FunctionReturned(5, "separate", which, found_here)
            case ColliderDecided(a=a, c=c, b=b, found=is_one):
                which = f"{name(a)}, {name(c)}, {name(b)}"
                yield FunctionReturned(6, "v_structure", which, str(is_one))
            case ev.VStructuresCollected(v_structures=triples_kept):
                yield FunctionReturned(keeps, "keep", "", self._triples(triples_kept))
            case ev.EdgeDirected(tail=tail, head=head):
                self.arrows.append((tail, head))
            case ev.Finished():
                words = (f"{name(tail)} → {name(head)}" for tail, head in sorted(self.arrows))
                yield FunctionReturned(directs, "rules", "", ", ".join(words) or "no arrow")

    def _updated(self) -> Iterator[FunctionReturned]:
        if self.left is not None and self._rest():
            yield FunctionReturned(
                15, "update", f"{self.names[self.left]}", self._sets(self._rest())
            )
        self.left = None

    def _rest(self) -> list[int]:
        return [x for x in range(len(self.names)) if x not in self.run.removal_order]

    def _some(self, variables: Iterable[int]) -> str:
        return in_braces(self.names[x] for x in variables)

    def _sets(self, variables: Iterable[int]) -> str:
        sets = ((x, members(self.run.boundaries[x])) for x in variables)
        return ", ".join(f"{self.names[x]} {self._some(group)}" for x, group in sets)

    def _triples(self, triples: Iterable[tuple[int, int, int]]) -> str:
        name = self.names.__getitem__
        return ", ".join(f"{name(a)} → {name(c)} ← {name(b)}" for a, c, b in triples) or "none"

    def result(self, *, complete: bool = True) -> Result:
        """Return what it found, with the right lines as its pseudo-code."""
        method = self.run.algorithm
        found: Result = self.run.result(complete=complete)
        return replace(
            found,
            algorithm=CHANGED,
            options={"source": [tuple(line) for line in pseudocode(method, OPTIONS[method])]},
            counts=self.tally.counts(),
        )


def run_of(kind: Kind) -> Algorithm:
    """Return a kind of run as an algorithm, for `record` and `MarvelPlayer`."""
    return reported_algorithm(CHANGED, partial(ChangedRun, kind))


def film(kind: Kind, dag: Dag) -> tuple[str, ...]:
    """Return a run step by step, as text: the line, its tests and answers, what it found."""
    return _film(cast("Any", kind), dag.nodes, dag.parent_masks)


@lru_cache(maxsize=512)
def _film(kind: Kind, names: tuple[Label, ...], parents: tuple[int, ...]) -> tuple[str, ...]:
    """Return the film; two graphs are equal where only the order of their variables differs."""
    dag = Dag.from_parent_masks(parents, names)
    trace = record(run_of(kind), dag)
    rows, done = [], 0
    for event, tests in trace.steps:
        asked = "; ".join(
            f"{dag.nodes[t.x]}, {dag.nodes[t.y]} {given_names(dag.nodes[v] for v in t.given)}: "
            f"{'yes' if t.independent else 'no'}"
            for t in trace.tests[done:tests]
        )
        done = tests
        if isinstance(event, FunctionReturned):
            found = f"{event.name}({event.arguments}) is {event.value}"
            rows.append(f"line {event.at}: {asked}{asked and '. '}{found}.")
    graph = trace.result.essential_graph
    return (*rows, f"line {_ENDS[kind.algorithm][2]}: {graph}.")


def parted(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Return the number of the first step at which two films differ, from 1; 0 where none does."""
    pairs = enumerate(zip(one, other, strict=False), start=1)
    return next((n for n, (a, b) in pairs if a != b), 0)


def explaining(shown: tuple[str, ...], dag: Dag, method: str) -> tuple[Change, ...]:
    """Return the changes of a method whose film on a graph is the shown one."""
    return tuple(c for c in LINE_CHANGES if c.method == method and film(c.kind, dag) == shown)
