"""What the tests of the widgets share: no widget outlives its test, and messages are seen."""

import ipywidgets
import pytest

from tests.widgets.messages import Sent
from tests.widgets.quick_states import quicken


@pytest.fixture(scope="module", autouse=True)
def _quick_states():
    with pytest.MonkeyPatch.context() as patch:
        quicken(patch)
        yield


@pytest.fixture(autouse=True)
def _closed_widgets():
    yield
    ipywidgets.Widget.close_all()


@pytest.fixture
def sent(monkeypatch):
    """The messages from Python to the browser, as they are sent."""
    seen = Sent()

    def send(widget, message, buffers=None):
        seen.receive(widget, message)

    monkeypatch.setattr(ipywidgets.Widget, "_send", send)
    return seen
