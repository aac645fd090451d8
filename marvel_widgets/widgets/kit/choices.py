"""Menus and rows of buttons of which always one is chosen, whatever a page says."""

from __future__ import annotations

from typing import Any

import ipywidgets as w


class _AlwaysOne:
    """A selection whose page can't choose nothing: handlers need not reckon with it."""

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take over what a page says; "nothing" stays unheard where there is a choice."""
        if "index" in sync_data and not isinstance(sync_data["index"], int):
            sync_data = {name: value for name, value in sync_data.items() if name != "index"}
        super().set_state(sync_data)  # type: ignore[misc]  # that of the widget


class Menu(_AlwaysOne, w.Dropdown):
    """A menu of which always one is chosen.

    Examples
    --------
    >>> menu = Menu(options=["a", "b"])
    >>> menu.set_state({"index": 1})
    >>> menu.set_state({"index": None})
    >>> menu.value
    'b'
    """


class Toggles(_AlwaysOne, w.ToggleButtons):
    """A row of buttons of which always one is pressed."""
