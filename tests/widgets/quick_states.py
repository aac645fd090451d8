"""The states of widgets as ipywidgets tells them, in less time.

Each widget sends its state when it is made, with every trait looked up three times: a third of the
time in which an app is made. The tests make thousands. `test_quick_states.py` compares.
"""

from weakref import WeakKeyDictionary

import ipywidgets

_SYNCED = WeakKeyDictionary()  # names, by class: anywidget makes one for each widget
_every_trait, _whole_state = ipywidgets.Widget.traits, ipywidgets.Widget.get_state


def traits(widget, **metadata):
    """Do what `widget.traits` does; those that a page has are looked for once in each class."""
    if metadata != {"sync": True}:
        return _every_trait(widget, **metadata)
    kind = type(widget)
    if kind not in _SYNCED:
        _SYNCED[kind] = tuple(_every_trait(widget, sync=True))
    every = _every_trait(widget)
    return {name: every[name] for name in _SYNCED[kind]}


def get_state(widget, key=None, drop_defaults=False):
    """Do what `widget.get_state` does."""
    if drop_defaults:
        return _whole_state(widget, key, drop_defaults)
    names = widget.keys if key is None else [key] if isinstance(key, str) else key
    found, plain = _every_trait(widget), widget._trait_to_json
    return {
        name: found[name].metadata.get("to_json", plain)(getattr(widget, name), widget)
        for name in names
    }


def quicken(monkeypatch):
    """Let all widgets tell their states in this way."""
    monkeypatch.setattr(ipywidgets.Widget, "traits", traits)
    monkeypatch.setattr(ipywidgets.Widget, "get_state", get_state)
