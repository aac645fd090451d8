"""Nothing grows in an app; `python -m tests.fuzz.growth` looks at 10,000 events in each."""

import pytest

from marvel_widgets.widgets import RemovabilityLab
from tests.fuzz.growth import grown
from tests.widgets.every_app import APPS


def keeps(name, source):
    """Make an app that hears the graph once more, and keeps something, with each change."""
    app = RemovabilityLab(source)
    kept = []

    def hear(_):
        kept.append([{}] * 1000)
        source.observe(lambda _: None, "dag")

    app.model.observe(hear, "changed")
    return app


@pytest.mark.night
@pytest.mark.parametrize("name", APPS)
def test_nothing_grows(name):
    before, after, wrong = grown(name, 2_000)
    assert wrong == []
    assert after.observers <= before.observers
    assert after.objects < 1.1 * before.objects


def test_what_grows_is_noticed():
    before, after, wrong = grown("RemovabilityLab", 20, warm=5, making=keeps)
    assert after.observers > before.observers
    assert "widgets and observers are left" in wrong[-1]
