"""Who speaks: a page or a cell, in ipykernel and in the kernel of a browser."""

from types import SimpleNamespace

import pytest

from marvel_widgets.widgets.kit.subscriptions import handles_page_message


class Ipykernel:
    def __init__(self, message):
        self.message = message

    def get_parent(self, channel=None):
        return {} if channel == "control" else self.message


class Pyodide(Ipykernel):
    """The kernel of JupyterLite can't be asked about a channel."""

    def get_parent(self):
        return self.message


@pytest.mark.parametrize("kernel", [Ipykernel, Pyodide])
@pytest.mark.parametrize(("kind", "asks"), [("comm_msg", True), ("execute_request", False)])
def test_a_message_of_a_page_is_told_from_a_cell(monkeypatch, kernel, kind, asks):
    running = kernel({"header": {"msg_type": kind}})
    monkeypatch.setattr("IPython.get_ipython", lambda: SimpleNamespace(kernel=running))
    assert handles_page_message() is asks


def test_without_a_kernel_nobody_asks():
    assert not handles_page_message()
