"""The states of widgets as ipywidgets tells them, in less time.

Each widget sends its state when it is made, with every trait looked up three times: a third of the
time in which an app is made. The tests make thousands. `test_quick_states.py` compares.
"""

from weakref import WeakKeyDictionary

import ipywidgets
from ipywidgets.widgets import widget as widget_module

_SYNCED = WeakKeyDictionary()  # names, by class: anywidget makes one for each widget
_WRITTEN = WeakKeyDictionary()  # how each trait is written, by class
_PLAIN = {str, int, float, bool, type(None)}
_AS_IT_IS = ipywidgets.Widget._trait_to_json
_without_buffers = widget_module._remove_buffers
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
    """Do what `widget.get_state` does; a value that is there is taken from where it is kept."""
    if drop_defaults:
        return _whole_state(widget, key, drop_defaults)
    names = widget.keys if key is None else [key] if isinstance(key, str) else key
    kind, held, state = type(widget), widget._trait_values, {}
    if kind not in _WRITTEN:
        plain = widget._trait_to_json
        _WRITTEN[kind] = {
            name: trait.metadata.get("to_json", plain)
            for name, trait in _every_trait(widget).items()
        }
    written = _WRITTEN[kind]
    for name in names:
        value, write = held[name] if name in held else getattr(widget, name), written[name]
        state[name] = value if write is _AS_IT_IS else write(value, widget)
    return state


def remove_buffers(state):
    """Do what `ipywidgets` does with bytes in a state; most hold neither any nor what could."""
    if _PLAIN.issuperset(map(type, state.values())):
        return state, [], []
    return _without_buffers(state)


def quicken(monkeypatch):
    """Let all widgets tell their states in this way."""
    monkeypatch.setattr(ipywidgets.Widget, "traits", traits)
    monkeypatch.setattr(ipywidgets.Widget, "get_state", get_state)
    monkeypatch.setattr(widget_module, "_remove_buffers", remove_buffers)
