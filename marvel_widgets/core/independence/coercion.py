"""What a user may hand over: a CI test, and the name of an option."""

from collections.abc import Collection, Iterable
from typing import Any, Final, get_args

from marvel_widgets.core.graphs.construction import checked_labels, is_networkx
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.graphs.validation import wrong_graph
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.core.independence.protocol import CITest, FunctionTest

PARTS: Final = ("names", "independent", "first_separating")  # of a CI test that every run asks


def as_ci_test(test: Any) -> CITest:
    """Return a CI test from whatever can be one."""
    if isinstance(test, Dag):
        return DSeparation(test)
    if is_networkx(test):
        return DSeparation(Dag(test))
    lacking = [name for name in PARTS if not hasattr(test, name)]
    if not lacking:
        checked_labels(test.names)
        return test  # type: ignore[no-any-return]
    if callable(test) and hasattr(test, "names"):
        return FunctionTest(test.names, test)
    if isinstance(test, str):
        msg = f"a CI test or a Dag is needed, not {wrong_graph(test)}"
        raise TypeError(msg)
    if "independent" not in lacking:
        what = f"{type(test).__name__} has no {' and no '.join(lacking)}"
        msg = f"{what}; write them as CITest says, or give FunctionTest(names, function)"
        raise TypeError(msg)
    msg = (
        f"a CI test is needed, not {type(test).__name__}: give DSeparation(dag), a Dag, "
        "FisherZ(data), GTest(data), or FunctionTest(names, function)"
    )
    raise TypeError(msg)


def check_choice(name: str, value: Any, choices: Any) -> None:
    """Refuse a value that is not one of the names of a ``Literal`` type."""
    known = get_args(choices)
    if value not in known:
        msg = f"{name} must be one of {', '.join(map(repr, known))}; got {shown(value)}"
        raise ValueError(msg)


def check_options(algorithm: str, options: Iterable[str], known: Collection[str]) -> None:
    """Refuse the name of an option that an algorithm does not have."""
    for name in options:
        if name not in known:
            has = ", ".join(known) or "none"
            msg = f"{algorithm} has no option {shown(name)}; it has {has}"
            raise TypeError(msg)
