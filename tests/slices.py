"""A slice of an exhaustive check in each run, the whole of it with `-m night`."""

from collections.abc import Collection, Iterable
from functools import partial
from itertools import islice

import pytest

from tests.reference.checks import TRAPS
from tests.reference.dags import all_dags, one_of_each_shape, small_dags


def one_in(every: int) -> pytest.MarkDecorator:
    """Give a test `every`, how many cases are one too many to look at all: 1 in the night.

    A number without a factor in common with the order of the cases, 5 or 13, takes of every kind.
    """
    return some_of(every, 1, name="every")


def some_of(few: object, many: object, name: str = "count") -> pytest.MarkDecorator:
    """Give a test a number of cases, or the cases: `few` in each run, `many` in the night."""
    whole = pytest.param(many, marks=pytest.mark.night)
    return pytest.mark.parametrize(name, [few, whole], ids=["slice", "whole"])


def in_each_run(values: Iterable[object], kept: Collection[object]) -> list[object]:
    """Return values for `parametrize`, or for a fixture: those that are not kept are the night's.

    Of many students whose cases are drawn in one way, a few show what is wrong with the way.
    """
    every, night = list(values), pytest.mark.night
    assert [value for value in kept if value not in every] == []
    return [v if v in kept else pytest.param(v, marks=night) for v in every]


_WHOLE = pytest.param(small_dags, marks=pytest.mark.night, id="whole")
_GRAPHS = {
    "small": [pytest.param(small_dags, id="small")],
    "slice": [pytest.param(lambda: islice(small_dags(), 0, None, 13), id="slice"), _WHOLE],
    "shapes": [pytest.param(one_of_each_shape, id="shapes"), _WHOLE],
    "traps": [pytest.param(TRAPS.values, id="traps")],
    "five": [pytest.param(partial(all_dags, 5), marks=pytest.mark.night, id="five")],
}


def graphs_of(*kinds: str) -> pytest.MarkDecorator:
    """Give a test `graphs`, a function that returns them, once for each kind.

    "small" are all with up to four vertices. Of a "slice" of them, and of "shapes", one of each
    for laws in which the numbers of the vertices mean nothing, these are left to the night; so are
    those of "five" vertices. "traps" are where a careless reader of the algorithm goes wrong.
    """
    return pytest.mark.parametrize("graphs", [one for kind in kinds for one in _GRAPHS[kind]])


small_graphs = graphs_of("shapes")
