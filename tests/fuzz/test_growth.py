"""Nothing grows in an app; `python -m tests.fuzz.growth` looks at 10,000 events in each."""

import pytest

from tests.fuzz.growth import grown
from tests.widgets.every_app import APPS


@pytest.mark.night
@pytest.mark.parametrize("name", APPS)
def test_nothing_grows(name):
    before, after, wrong = grown(name, 2_000)
    assert wrong == []
    assert after.observers <= before.observers
    assert after.objects < 1.1 * before.objects
