"""A part that is folded away until a button shows it.

ipywidgets' own accordion listens to the mouse only: its headers can't be reached by keyboard.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import traitlets

from marvel_widgets.widgets.kit import stock as w

_CLOSED, _OPEN = "▸", "▾"


class Collapsible(w.VBox):
    """A button, and below it what the button shows and folds away."""

    opened = traitlets.Bool(False)

    def __init__(self, title: str, content: w.Widget) -> None:
        self.title, self.content = title, content
        layout = w.layout(width="auto", flex="0 0 auto")
        self.button = w.ToggleButton(tooltip=f"Show or fold away: {title}", layout=layout)
        super().__init__([self.button, content], layout=w.layout(align_items="stretch"))
        self.add_class("mw-fold")
        self.button.observe(lambda change: self.set_trait("opened", change.new), "value")
        self.observe(self._show, "opened")
        self._show(None)

    def _show(self, _change: Any) -> None:
        self.button.value = self.opened
        self.button.description = f"{_OPEN if self.opened else _CLOSED} {self.title}"
        w.show_if(self.content, self.opened)


class Collapsibles(w.VBox):
    """Several folds, of which at most one is open."""

    selected_index = traitlets.Int(None, allow_none=True)

    def __init__(self, contents: Mapping[str, w.Widget]) -> None:
        self.collapsibles = [Collapsible(title, content) for title, content in contents.items()]
        super().__init__(self.collapsibles)
        self.add_class("mw-folds")
        for place, collapsible in enumerate(self.collapsibles):
            collapsible.observe(partial(self._follow, place), "opened")
        self.observe(lambda _: self._show(), "selected_index")

    def _follow(self, place: int, change: Any) -> None:
        if change.new:
            self.selected_index = place
        elif self.selected_index == place:
            self.selected_index = None

    def _show(self) -> None:
        for place, collapsible in enumerate(self.collapsibles):
            collapsible.opened = place == self.selected_index
