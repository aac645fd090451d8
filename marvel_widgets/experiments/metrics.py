"""How near a learned graph is to the true one.

All compare with the truth's *essential graph*: no CI test can tell more. Counts are over
edges, by label.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.graphs.validation import check_graph

Graph = Pdag | Dag | Result


@dataclass(frozen=True, slots=True)
class Scores:
    """What was found against what there is.

    Nothing found: precision is 1, as no claim is wrong. Nothing to find: recall is 1. F1 is
    2 right / (2 right + extra + missing), and 1 when there is nothing and nothing is found.

    >>> scores = Scores(right=3, extra=1, missing=3)
    >>> scores.precision, scores.recall, scores.f1
    (0.75, 0.5, 0.6)
    """

    right: int
    extra: int
    missing: int

    @property
    def precision(self) -> float:
        """The share of what was found that is there."""
        return _share(self.right, self.right + self.extra)

    @property
    def recall(self) -> float:
        """The share of what is there that was found."""
        return _share(self.right, self.right + self.missing)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return _share(2 * self.right, 2 * self.right + self.extra + self.missing)


def skeleton_scores(learned: Graph, truth: Graph) -> Scores:
    """Return the scores of the skeleton: edges found, whatever their direction.

    Parameters
    ----------
    learned, truth : Pdag, Dag or Result

    Raises
    ------
    GraphError
        The two have different variables.

    Examples
    --------
    >>> skeleton_scores(Dag("A -> B -> C"), Dag("B -> A; C", nodes="ABC"))
    Scores(right=1, extra=1, missing=0)
    """
    found, there = _both(learned, truth)
    return _scores(found.skeleton, there.skeleton)


def directed_scores(learned: Graph, truth: Graph) -> Scores:
    """Return the scores of the arrows of the two essential graphs.

    An arrow is right where both have it the same way. One that is turned round is extra, and
    missing as well; where the answer has a line or no edge, an arrow is missing.

    Examples
    --------
    >>> directed_scores(Dag("A -> B <- C; D"), Dag("A -> B <- C; B -> D"))
    Scores(right=2, extra=0, missing=1)
    """
    found, there = _both(learned, truth)
    return _scores(found.directed, there.directed)


def _scores(found: frozenset[Any], there: frozenset[Any]) -> Scores:
    return Scores(len(found & there), len(found - there), len(there - found))


def structural_hamming_distance(learned: Graph, truth: Graph) -> int:
    """Return in how many pairs of variables the two essential graphs differ (SHD).

    Each pair has no edge, an undirected one, or an arrow one way or the other; every
    difference counts 1, an arrow turned round too (Tsamardinos, Brown and Aliferis 2006).

    Examples
    --------
    >>> structural_hamming_distance(Dag("A -> B -> C"), Dag("A -> B <- C"))
    2
    >>> structural_hamming_distance(Dag("A -> B -> C"), Dag("A <- B <- C"))
    0
    """
    found, there = _both(learned, truth)
    arrows = found.directed ^ there.directed
    lines = found.undirected ^ there.undirected
    return len({frozenset(arrow) for arrow in arrows} | lines)


def _both(learned: Graph, truth: Graph) -> tuple[Pdag, Pdag]:
    found, there = _essential(learned), _essential(truth)
    odd: set[Label] = set(found.nodes) ^ set(there.nodes)
    if odd:
        msg = f"only one of the graphs has {shown(min(odd, key=str))}"
        raise GraphError(msg)
    return found, there


def _essential(graph: Graph) -> Pdag:
    if not isinstance(graph, Result):
        check_graph(graph)
    if isinstance(graph, Pdag):
        return graph
    return essential_graph(graph) if isinstance(graph, Dag) else graph.essential_graph


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
