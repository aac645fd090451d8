"""What is in a widget, and that a page is answered in one thread of the kernel."""

import gc

import comm
import ipywidgets as w
import pytest
from comm.base_comm import BaseComm

from marvel_widgets.widgets.kit import widget_tree
from marvel_widgets.widgets.kit.widget_tree import ROUTE, handle_in_main_thread, subtree
from tests.widgets.every_app import APPS, made, unfold


class Choosing(BaseComm):
    """A comm of a kernel with several threads, which answers in the one that spoke last."""

    def publish_msg(self, *args, **kwargs):
        pass

    def _reply_subshell_for(self, data, default):
        return "the thread that spoke last"


@pytest.fixture(autouse=True)
def _kernel_with_threads(monkeypatch):
    monkeypatch.setattr(comm, "create_comm", Choosing)


def elsewhere(app):
    """Return what is answered in another thread than the one in which cells run."""
    routes = ((part, getattr(part.comm, ROUTE)) for part in subtree(app))
    return [type(part).__name__ for part, route in routes if route({}, "the page's") is not None]


@pytest.mark.parametrize("name", APPS)
def test_every_app_is_heard_where_cells_run(name):
    assert elsewhere(unfold(made(name))) == []


def test_what_comes_later_is_heard_there_too():
    box = made("ExerciseBox")
    before = box.control
    box.model.another()
    assert box.control is not before
    assert elsewhere(box) == []


def test_what_belongs_to_no_app_is_left_to_the_kernel():
    made("LiveBoard")
    assert elsewhere(w.VBox([w.Button()])) != []


def test_a_kernel_without_threads_needs_nothing(monkeypatch):
    monkeypatch.undo()
    box = w.VBox([w.Button()])
    handle_in_main_thread(box)
    assert not hasattr(box.comm, ROUTE)


def test_a_closed_app_leaves_no_class_behind():
    """anywidget makes one for each widget."""
    made("LiveBoard").close()
    gc.collect()
    before = len(widget_tree._CONTAINERS)
    for _ in range(3):
        made("LiveBoard").close()
    gc.collect()
    assert len(widget_tree._CONTAINERS) == before
