"""The algorithms by name, and how to record one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from marvel_widgets.core.algorithms.collider_set import ColliderSetRun, collider_set
from marvel_widgets.core.algorithms.grow_shrink import GrowShrinkRun, grow_shrink
from marvel_widgets.core.algorithms.marvel import marvel, marvel_run
from marvel_widgets.core.algorithms.mmpc import MmpcRun, mmpc
from marvel_widgets.core.algorithms.pc import PcRun, pc
from marvel_widgets.core.algorithms.run import Result, Run, Trace, record_run
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.graphs.shortening import shown

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
        "marvel": marvel_run,
        "pc": PcRun,
        "grow_shrink": GrowShrinkRun,
        "collider_set": ColliderSetRun,
        "mmpc": MmpcRun,
    }
)


@dataclass(frozen=True, slots=True)
class Option:
    """A named option of an algorithm."""

    choices: tuple[str, ...]
    default: Any


def options_of(algorithm: str) -> dict[str, Option]:
    """Return the options of an algorithm, read off its signature; the budget is none of them.

    Examples
    --------
    >>> options_of("mmpc")["start"]
    Option(choices=('moral', 'complete'), default='moral')
    """
    if algorithm not in ALGORITHMS:
        raise ValueError(_unknown(algorithm))
    function = ALGORITHMS[algorithm]
    types = get_type_hints(function)
    return {
        name: Option(
            get_args(types[name]) if get_origin(types[name]) is Literal else (), option.default
        )
        for name, option in signature(function).parameters.items()
        if option.kind is Parameter.KEYWORD_ONLY and name != "budget"
    }


def _unknown(algorithm: Any) -> str:
    return f"unknown algorithm {shown(algorithm)}; choose one of {', '.join(ALGORITHMS)}"


def start(
    algorithm: Algorithm | str, test: Any, boundaries: Boundaries | None = None, **options: Any
) -> Run:
    """Return an algorithm ready to run, for stepping through its events.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> next(start("marvel", Dag("A -> B")).events())
    BoundaryFound(x=0, boundary=(1,))
    """
    for name, function in ALGORITHMS.items():
        if algorithm in (name, function):
            return _RUNS[name](test, boundaries, **options)
    raise ValueError(_unknown(algorithm))


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
