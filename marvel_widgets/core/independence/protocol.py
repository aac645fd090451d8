"""What the algorithms ask for: a conditional independence (CI) test over numbered variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from numbers import Integral
from typing import Protocol

from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.construction import checked_labels, names_given
from marvel_widgets.core.graphs.errors import GraphError, Label, UnknownVariableError
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.shortening import shown


class CITest(Protocol):
    """A conditional independence test.

    Variables are ``0..p-1``, sets are bit masks, and `names` labels them for people. A test may
    have more, which runs then use:

    - ``total_conditioning()`` returns, for each variable, the mask of the others that depend on it
      given all the rest: all answers of total conditioning at once;
    - ``association(x, y, given)`` says how strongly two variables depend on each other;
    - ``measured(x, y, given)`` returns the p-value, as a `Measurement`, without counting;
    - ``fits_total_conditioning = False`` of a class, whose tests say nothing given many variables
      (as `GTest`): a run on it that is told nothing else starts elsewhere.
    """

    @property
    def names(self) -> tuple[Label, ...]:
        """The labels of the variables, in order."""

    def independent(self, x: int, y: int, given: int) -> bool:
        """Return whether x and y are judged independent given a set."""

    def first_separating(self, search: Search, limit: int | None = None) -> tuple[int | None, int]:
        """Return the first subset of the candidates that separates, and the number of tests.

        The subset comes without what is forced. A search may stop after `limit` tests and then
        returns ``(None, limit)``.
        """

    def at_level(self, alpha: float) -> CITest:
        """Return the same test at another significance level; an oracle returns itself."""


def search_one_by_one(
    test: CITest, search: Search, limit: int | None = None
) -> tuple[int | None, int]:
    """Search for a separating set with one test after the other.

    This is the meaning of `CITest.first_separating`; faster ways are held to it by tests.
    """
    x, y, _, forced, _, _, _ = search
    for tests, subset in enumerate(search.subsets()):
        if tests == limit:
            return None, tests
        if test.independent(x, y, forced | subset):
            return subset, tests + 1
    return None, search.total


class FunctionTest:
    """A CI test made from any function of labels.

    Parameters
    ----------
    names : iterable of Label
        The variables.
    function : callable
        ``function(x, y, given)`` with two labels and a frozenset of labels; `True` means
        independent. Whatever is neither `True` nor `False`, a p-value say, is refused.

    Examples
    --------
    >>> nothing_depends = FunctionTest("ABC", lambda x, y, given: True)
    >>> nothing_depends("A", "B", given={"C"})
    True
    """

    def __init__(
        self, names: Iterable[Label], function: Callable[[Label, Label, frozenset[Label]], bool]
    ) -> None:
        self.names: tuple[Label, ...] = checked_labels(names)
        self._function = function

    def __call__(self, x: Label, y: Label, given: Iterable[Label] = ()) -> bool:
        """Return what the function says; a query that makes no sense is a GraphError."""
        return self.independent(*indices(self.names, x, y, given))

    def independent(self, x: int, y: int, given: int) -> bool:
        """Return what the function says of variables given as numbers and a mask."""
        one, other, group = self.names[x], self.names[y], [self.names[i] for i in members(given)]
        answer: object = self._function(one, other, frozenset(group))
        if not (is_truth_value(answer) or (isinstance(answer, Integral) and answer in (0, 1))):
            msg = (
                f"a CI test must return True (independent) or False; asked about {shown(one)} and "
                f"{shown(other)} given {shown(group)}, it returned {shown(answer)}. Compare a "
                "p-value with your level: p > 0.05"
            )
            raise TypeError(msg)
        return bool(answer)

    first_separating = search_one_by_one

    def at_level(self, alpha: float) -> FunctionTest:  # noqa: ARG002 - a function has no level
        """Return this test: a function has no significance level."""
        return self


def is_truth_value(value: object) -> bool:
    """Return whether something is True or False, of Python or of numpy."""
    return type(value).__name__ in ("bool", "bool_")  # the latter of numpy 1


def indices(
    names: Sequence[Label], x: Label, y: Label, given: Iterable[Label]
) -> tuple[int, int, int]:
    """Return a query over labels as two numbers and a mask."""
    group = names_given(given)
    for name in (x, y, *group):
        if name not in names:
            raise UnknownVariableError(name, names)
    if x == y or x in group or y in group:
        what = f"x = {shown(x)} and y = {shown(y)}"
        msg = f"{what} must differ and must not be given; given is {shown(group)}"
        raise GraphError(msg)
    return names.index(x), names.index(y), mask_of(names.index(name) for name in group)
