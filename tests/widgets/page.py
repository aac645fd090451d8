"""All that goes to a page: the state of every widget, each message, and the twins."""

import json
import re

import ipywidgets

from tests.widgets.quick_states import get_state

# programs and styles, the same in every app
_NOT_TOLD = {"_esm", "_css", "_anywidget_id", "cytoscape_style"}
_ENCODER = json.JSONEncoder(default=str, ensure_ascii=False)


class Page:
    """What a learner's browser has been sent, from the opening of the first widget on.

    Every way to the browser is watched: the states with which widgets open, their updates, and
    messages of their own.

    Attributes
    ----------
    classes : set of str
        The states in which vertices and edges of live pictures were drawn.
    joined : set of frozenset
        The pairs between which a live picture has an edge, hidden ones included.
    """

    def __init__(self, monkeypatch):
        self.classes, self.joined = set(), set()
        self._told = {}  # each text once
        create = ipywidgets.comm.create_comm

        def create_comm(**opening):
            self._hear(opening["data"]["state"])
            return create(**opening)

        def send(widget, message, buffers=None):
            self._hear(message.get("state", message))

        monkeypatch.setattr(ipywidgets.comm, "create_comm", create_comm)
        monkeypatch.setattr(ipywidgets.Widget, "_send", send)

    def _hear(self, content):
        told = {k: v for k, v in content.items() if v is not None and k not in _NOT_TOLD}
        if isinstance(told.get("classes"), str):
            self.classes.update(told["classes"].split())
        data = told.get("data")
        if isinstance(data, dict) and "source" in data:
            self.joined.add(frozenset(int(data[end][1:]) for end in ("source", "target")))
        self._told[_ENCODER.encode(told)] = None

    def told(self, app):
        """Return all that was sent by now and all that is there now, with the twins of an app."""
        for widget in list(ipywidgets.widgets.widget._instances.values()):
            self._hear(get_state(widget))
        return self.sent(app)

    def sent(self, app):
        """Return all that was sent by now, with the twins of an app."""
        self._told = {"\n".join([*self._told, app.text(), app.svg()]): None}
        return next(iter(self._told))

    def forget(self):
        """Begin anew: what was told by now was looked at."""
        self._told = {}


def number(n):
    """Return a pattern for a count as it may be written, alone: 5338 or 5,338."""
    return rf"(?<![\w.,-])(?:{n}|{n:,})(?![\w]|[.,]\d)"


def found(told, secrets):
    """Return those of some patterns that are in a text, also without its tags: names bear marks."""
    bare = re.sub(r"<[^<>]*>", "", told)
    return [s for s in secrets if re.search(s, told) or re.search(s, bare)]
