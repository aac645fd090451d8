"""d-separation as networkx finds it, which takes its time: each statement is asked once."""

from functools import cache, lru_cache

import networkx as nx

from marvel_widgets import Dag

as_networkx = cache(Dag.to_networkx)  # shared: not to be changed


def separated(dag: Dag, x, y, given=()) -> bool:
    return _separated(dag, x, y, frozenset(given))


@lru_cache(maxsize=50_000)
def _separated(dag: Dag, x, y, given) -> bool:
    return nx.is_d_separator(as_networkx(dag), {x}, {y}, set(given))
