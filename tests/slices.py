"""A slice of an exhaustive check in each run, the whole of it with `-m night`."""

from collections.abc import Collection, Iterable

import pytest

from tests.reference.dags import one_of_each_shape, small_dags


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


# Gives a test `graphs`, for laws in which the numbers of the vertices mean nothing: one DAG of each
# shape, and in the night all with up to four vertices, whatever their numbers.
small_graphs = pytest.mark.parametrize(
    "graphs",
    [one_of_each_shape, pytest.param(small_dags, marks=pytest.mark.night)],
    ids=["shapes", "all"],
)
