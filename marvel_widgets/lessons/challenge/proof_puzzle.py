"""The shortest proof as a puzzle: with the fewest cells of a grid, leave one class."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Final

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import is_markov_equivalent
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.challenge.hidden import classes
from marvel_widgets.lessons.challenge.shortest_proofs import shortest_proof
from marvel_widgets.lessons.lower_bound.cell_grid import Grid, GridCell
from marvel_widgets.lessons.lower_bound.pictures import hidden_drawing
from marvel_widgets.lessons.lower_bound.words import answer_words
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.text import counted, in_braces
from marvel_widgets.theory.adversary import Answer
from marvel_widgets.theory.consistent_dags import MOST_VARIABLES, ConsistentDags
from marvel_widgets.theory.examples import Cell

TASK: Final = "Prove this graph with as few CI tests as you can."
HOW: Final = "Press cells until no other class fits. Pressed again, a test is taken back."


@lru_cache(maxsize=8)
def _all_graphs(names: tuple[Label, ...]) -> ConsistentDags:
    return ConsistentDags(names, len(names) - 1)


@lru_cache
def puzzles() -> tuple[Dag, ...]:
    """Return a graph of each class with 3 or 4 variables, the shorter proofs first."""
    found = [dag for dag in classes() if 3 <= len(dag) <= MOST_VARIABLES]
    return tuple(sorted(found, key=lambda dag: (len(dag), len(shortest_proof(dag)))))


@dataclass(frozen=True, slots=True)
class ProofPuzzle:
    """A graph to prove, and the tests that were picked for it."""

    dag: Dag
    asked: tuple[Answer, ...] = ()

    def __post_init__(self) -> None:
        if not 2 <= len(self.dag) <= MOST_VARIABLES:
            msg = (
                f"a puzzle has 2 to {MOST_VARIABLES} variables, since all graphs are tried; "
                f"this graph has {len(self.dag)}"
            )
            raise GraphError(msg)

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """All tests: a row for each pair, its sets by size."""
        names = self.dag.nodes
        return tuple(
            tuple(
                Cell(x, y, frozenset(group))
                for size in range(len(names) - 1)
                for group in combinations([v for v in names if v not in (x, y)], size)
            )
            for x, y in combinations(names, 2)
        )

    def pressed(self, x: Label, y: Label, given: Iterable[Label]) -> ProofPuzzle:
        """Return the puzzle with one more test, or without it where it was picked before."""
        group = frozenset(given)
        new = Answer(x, y, group, d_separated(self.dag, x, y, group))
        kept = tuple(a for a in self.asked if a.statement != new.statement)
        return replace(self, asked=kept if len(kept) < len(self.asked) else (*kept, new))

    @property
    def others(self) -> tuple[Dag, ...]:
        """A graph of each other class that agrees with all answers."""
        left = _all_graphs(self.dag.nodes).classes(self.asked)
        return tuple(dag for dag in left if not is_markov_equivalent(dag, self.dag))

    @property
    def proved(self) -> bool:
        """Whether one class is left."""
        return not self.others

    @property
    def left(self) -> float:
        """How much of the other classes still fits, from 0 to 1."""
        return len(self.others) / (len(_all_graphs(self.dag.nodes).classes(())) - 1)

    def words(self, tell: bool = True) -> str:
        """Return how many other classes fit; when none does, the shortest proof too."""
        made = counted(len(self.asked), "test")
        if not tell:
            return f"{made} picked."
        others = len(self.others)
        if others:
            fit = "fits" if others == 1 else "fit"
            return f"{made}: {counted(others, 'other class', 'other classes')} {fit} as well."
        par = len(shortest_proof(self.dag))
        if len(self.asked) == par:
            return f"Proved with {made}. That is par: no proof is shorter."
        return f"Proved with {made}. The shortest proof has {par}."

    def answers(self) -> list[str]:
        """Return each test with its answer."""
        return [answer_words(self.dag.nodes, answer) for answer in self.asked]

    def grid(self, tell: bool = True) -> Grid:
        """Return the tests as cells, with the answers of those that were picked."""
        known = {a.statement: "independent" if a.independent else "dependent" for a in self.asked}

        def shown(cell: Cell) -> GridCell:
            given = in_braces(v for v in self.dag.nodes if v in (cell.subset or ()))
            word = known.get((frozenset((cell.x, cell.y)), cell.subset or frozenset()), "")
            return GridCell(cell, given, "asked" if word else "open", word or "open")

        rows = tuple((f"{row[0].x}, {row[0].y}", tuple(map(shown, row))) for row in self.rows)
        return Grid(rows, self.words(tell))

    def drawings(self, tell: bool = True) -> tuple[Drawing, ...]:
        """Return the graph, and one of another class that still fits."""
        last = self.asked[-1] if self.asked else None
        graph = hidden_drawing(self.dag, "Prove this graph", asked=last)
        others = self.others if tell else ()
        title = f"Fits as well, 1 of {len(others)}"
        beside = (hidden_drawing(dag, title, asked=last) for dag in others[:1])
        return (graph, *beside)
