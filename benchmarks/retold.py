"""PC, GS and CS with what other programs may do differently, on the data of the paper's Table 3.

    python benchmarks/retold.py            # 20 runs a network, a minute
    python benchmarks/retold.py --quick    # 2 runs a network

PC and GS come to each pair (GS to each triple, too) from both ends, PC as the Bayes Net Toolbox
does. CS leaves out the search among descendants. Printed are mean CI tests after boundary
discovery, beside those of our own programs and of MARVEL with ``bookkeeping="distinct"``.
`docs/experiments.md` cites them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from statistics import fmean
from typing import Any

from marvel_widgets import FisherZ, collider_set, grow_shrink, markov_boundaries, marvel, pc
from marvel_widgets.core.algorithms import rival_events as ev
from marvel_widgets.core.algorithms.collider_set import ColliderSetRun
from marvel_widgets.core.algorithms.grow_shrink import GrowShrinkRun
from marvel_widgets.core.algorithms.pc import PcRun
from marvel_widgets.core.algorithms.rivals import SKELETON, Events
from marvel_widgets.core.algorithms.run import drain
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.experiments import design
from marvel_widgets.experiments.cells import true_graph, usable_data
from marvel_widgets.experiments.linear_gaussian import SCENARIO_3


class PcFromBothEnds(PcRun):
    """PC that comes to each pair from both ends."""

    def events(self) -> Events:
        """PC, yielding each decision when it is made."""
        yield from self.start_graph()
        size = 0
        while any(mask.bit_count() > size for mask in self.edges):
            yield ev.LevelStarted(size)
            for x, y in [(x, y) for x, mask in enumerate(self.edges) for y in members(mask)]:
                if self.edges[x] >> y & 1:
                    self.search_from(x, y, size)
            size += 1
        yield from self.find_colliders()
        yield from self.conclude()

    def search_from(self, x: int, y: int, size: int) -> None:
        """Search the neighbors of x for a set of one size that separates it from y."""
        near = self.edges[x] & ~(1 << y)
        if near.bit_count() < size:
            return
        found = self.ask.search(Search(x, y, near, 0, SKELETON, False, size))
        if found is not None:
            self.separating[min(x, y), max(x, y)] = found
            self.remove_edge(x, y)


class GrowShrinkFromBothEnds(GrowShrinkRun):
    """GS that comes to each pair and triple from both ends; the smaller boundary is searched."""

    def decide_link(self, x: int, y: int) -> ev.LinkDecided:
        """Search for x and y, then for y and x."""
        super().decide_link(x, y)
        return super().decide_link(y, x)

    def decide_collider(self, a: int, c: int, b: int) -> ev.ColliderTested:
        """Search for a and b, then for b and a; an independence from either end decides."""
        found = list(self.found)
        one, other = super().decide_collider(a, c, b), super().decide_collider(b, c, a)
        dependent = one.separating_set is None and other.separating_set is None
        self.found = [*found, (a, c, b)] if dependent else found
        return other

    def smaller_boundary(self, x: int, y: int, without: int) -> tuple[int, int]:
        """Return whose boundary is smaller, of two of one size that of x, and what is searched."""
        rests = {v: self.boundaries[v] & ~without for v in (x, y)}
        smaller = min(rests, key=lambda v: rests[v].bit_count())
        return smaller, rests[smaller]


class ColliderSetAlone(ColliderSetRun):
    """CS without the search among descendants."""

    def reached(self, sources: int, barred: int) -> int:  # noqa: ARG002
        """Return nothing: no variable counts as a descendant."""
        return 0


PROGRAMS: dict[str, Callable[..., Any]] = {
    "MARVEL": marvel,
    'MARVEL, "distinct"': lambda *args: marvel(*args, bookkeeping="distinct"),
    "PC": pc,
    "PC, each pair from both ends": lambda *args: drain(PcFromBothEnds(*args)),
    "GS": grow_shrink,
    "GS, each pair and triple from both ends": lambda *args: drain(GrowShrinkFromBothEnds(*args)),
    "CS": collider_set,
    "CS without the search among descendants": lambda *args: drain(ColliderSetAlone(*args)),
}


def tables(network: str, runs: int) -> Iterator[Any]:
    """Yield the tests on the data of Table 3, as the experiment draws them with seed 0."""
    for cell in design("scenario3", full=True).cells():
        if cell.point.network == network and cell.repetition < runs:
            rng = cell.rng(0)
            dag = true_graph(cell.point, rng)
            assert cell.point.n is not None
            yield FisherZ(usable_data(dag, SCENARIO_3, cell.point.n, rng))


def main() -> None:
    """Print a row for each program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="2 runs a network instead of 20")
    runs = 2 if parser.parse_args().quick else 20
    points = design("scenario3", full=True).points
    means: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for network in (point.network for point in points):
        assert network is not None
        given = [(test, markov_boundaries(test, "tc")) for test in tables(network, runs)]
        for name, program in PROGRAMS.items():
            made = [program(test, boundaries).counts.after_boundaries for test, boundaries in given]
            means[name].append(fmean(made))
    print(f"{'':<42}" + "".join(f"{point.network:>16}" for point in points))
    for name, found in means.items():
        print(f"{name:<42}" + "".join(f"{mean:>16,.0f}" for mean in found))


if __name__ == "__main__":
    main()
