"""The algorithms by name, and how to record one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from marvel_widgets.algorithms.collider_set import ColliderSetRun, collider_set
from marvel_widgets.algorithms.grow_shrink import GrowShrinkRun, grow_shrink
from marvel_widgets.algorithms.marvel import MarvelRun, marvel
from marvel_widgets.algorithms.mmpc import MmpcRun, mmpc
from marvel_widgets.algorithms.pc import PcRun, pc
from marvel_widgets.algorithms.run import Result, Run, Trace, record_run
from marvel_widgets.boundary.given import Boundaries

Algorithm = Callable[..., Result]

ALGORITHMS: Mapping[str, Algorithm] = MappingProxyType(
    {
        "marvel": marvel,
        "pc": pc,
        "grow_shrink": grow_shrink,
        "collider_set": collider_set,
        "mmpc": mmpc,
    }
)
_RUNS: Mapping[str, Callable[..., Run]] = MappingProxyType(
    {
        "marvel": MarvelRun,
        "pc": PcRun,
        "grow_shrink": GrowShrinkRun,
        "collider_set": ColliderSetRun,
        "mmpc": MmpcRun,
    }
)


def start(
    algorithm: Algorithm | str, test: Any, boundaries: Boundaries | None = None, **options: Any
) -> Run:
    """Return an algorithm ready to run, for stepping through its events.

    Raises
    ------
    ValueError
        The algorithm is unknown; the message names the known ones.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> next(start("marvel", Dag("A -> B")).events())
    BoundaryFound(x=0, boundary=(1,))
    """
    for name, function in ALGORITHMS.items():
        if algorithm in (name, function):
            return _RUNS[name](test, boundaries, **options)
    msg = f"unknown algorithm {algorithm!r}; there is {', '.join(ALGORITHMS)}"
    raise ValueError(msg)


def record(
    algorithm: Algorithm | str, test: Any, boundaries: Boundaries | None = None, **options: Any
) -> Trace:
    """Run an algorithm and keep every event and every CI test.

    Parameters
    ----------
    algorithm : function or str
        One of `ALGORITHMS`, such as ``marvel``.
    test, boundaries, **options
        As the algorithm takes them.

    Returns
    -------
    Trace
        ``trace.result`` equals what the algorithm returns, with the number of distinct
        tests known as well.

    Raises
    ------
    BudgetExceededError
        The budget was used up; the trace up to there is in `.partial`.
    ValueError
        The algorithm or an option is unknown.

    Examples
    --------
    >>> from marvel_widgets import Dag, marvel
    >>> trace = record(marvel, Dag("X -> Y <- T; Y -> Z"))
    >>> trace.result.removal_order
    ('Z', 'X', 'Y', 'T')
    >>> trace.tests[6].purpose
    'neighbors'
    """
    return record_run(start(algorithm, test, boundaries, **options))
