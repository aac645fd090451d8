"""Each harness finds what is planted for it."""

import pytest

from tests.fuzz.harnesses import HARNESSES
from tests.fuzz.planted import PLANTED, found_after

SLOW = {"answers", "events", "runs", "steps of names"}
MOST = 2_000


@pytest.mark.parametrize(
    "planted",
    [
        pytest.param(each, id=each.what, marks=[pytest.mark.night] if each.harness in SLOW else [])
        for each in PLANTED
    ],
)
def test_it_is_found(planted):
    assert found_after(planted, MOST)


def test_every_harness_has_a_planted_fault():
    assert {each.harness for each in PLANTED} == set(HARNESSES)


def test_a_harness_that_finds_nothing_is_noticed():
    with pytest.raises(LookupError, match="nothing at all is not found in 3 cases"):
        found_after(PLANTED[0]._replace(plant=lambda _: None, what="nothing at all"), 3)
