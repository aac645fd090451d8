"""The algorithms by name, and how to record one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from types import MappingProxyType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from marvel_widgets.core.algorithms.collider_set import COLLIDER_SET
from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.algorithms.grow_shrink import GROW_SHRINK
from marvel_widgets.core.algorithms.limits import checked_function
from marvel_widgets.core.algorithms.marvel import MARVEL
from marvel_widgets.core.algorithms.mmpc import MMPC
from marvel_widgets.core.algorithms.own import OWN, own_algorithm
from marvel_widgets.core.algorithms.pc import PC
from marvel_widgets.core.algorithms.run import Result, Run, Trace, record_run
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.graphs.shortening import shown

_FIVE: Final = (MARVEL, PC, GROW_SHRINK, COLLIDER_SET, MMPC)
ALGORITHMS: Mapping[str, Callable[..., Result]] = MappingProxyType(
    {value.name: value.function for value in _FIVE}
)
"""The paper's five by name: what a race, a sweep or a lesson takes where none is named."""
DESCRIBED: Mapping[str, Algorithm] = MappingProxyType({value.name: value for value in _FIVE})
"""What is known of each of them, by name."""


def described_as(algorithm: Algorithm | Callable[..., Result] | str) -> Algorithm:
    """Return the value of an algorithm, by its name (hyphens and capitals will do) or its function.

    A function that is none of theirs is an own program, which asks and returns a graph; a value
    is that algorithm.
    """
    if isinstance(algorithm, Algorithm):
        return algorithm
    name = algorithm.replace("-", "_").lower() if isinstance(algorithm, str) else algorithm
    for value in DESCRIBED.values():
        if name in (value.name, value.function):
            return value
    if callable(algorithm):
        return own_algorithm(checked_function(algorithm))
    if name == OWN:
        return own_algorithm()
    msg = f"unknown algorithm {shown(algorithm)}; choose one of {', '.join(DESCRIBED)}"
    raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class _Option:
    choices: tuple[str, ...]
    default: Any


def options_of(algorithm: Algorithm | Callable[..., Any] | str) -> dict[str, _Option]:
    """Return the options of an algorithm, read off its signature; the budget is none of them."""
    function = described_as(algorithm).function
    if described_as(algorithm).name == OWN:
        return {}
    types = get_type_hints(function)
    return {
        name: _Option(_choices(types.get(name)), option.default)
        for name, option in signature(function).parameters.items()
        if option.kind is Parameter.KEYWORD_ONLY and name != "budget"
    }


def _choices(kind: Any) -> tuple[str, ...]:
    """Return the names of a ``Literal`` type, which may allow None as well."""
    named = [each for each in (kind, *get_args(kind)) if get_origin(each) is Literal]
    return get_args(named[0]) if named else ()


def start(
    algorithm: Algorithm | Callable[..., Result] | str,
    test: Any,
    boundaries: Boundaries | None = None,
    **options: Any,
) -> Run:
    """Return an algorithm ready to run, for stepping through its events."""
    return described_as(algorithm).run(test, boundaries, **options)


def record(
    algorithm: Algorithm | Callable[..., Result] | str,
    test: Any,
    boundaries: Boundaries | None = None,
    **options: Any,
) -> Trace:
    """Run an algorithm and keep every event and every CI test.

    Parameters
    ----------
    algorithm : function or str
        One of `ALGORITHMS`, or its name, such as ``marvel``; or a function of your own,
        ``method(ask, names)``, as for ``challenge("any")``. It is run once, within the limits of a
        challenge; a run that comes to no answer ends with the reason.
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
