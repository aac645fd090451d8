"""A part that is folded away until a button shows it, and the places of an app's parts.

What says what happened stands over the whole width, the picture below it, a form beside that
("sheet"), acts in the foot; all else, "words", in a drawer that opens when asked.

ipywidgets' own accordion listens to the mouse only: its headers can't be reached by keyboard.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

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


Place = Literal["head", "said", "picture", "sheet", "words", "foot", "below"]


@dataclass(frozen=True, slots=True)
class Arranged:
    """The parts of an app in their places."""

    rows: list[w.Widget]
    head: w.VBox | None
    words: w.VBox | None
    below: w.VBox | None
    folds: dict[str, Collapsible]

    def open_head(self, *, opened: bool) -> None:
        """Show or fold away where the graph comes from; a fold alone in it opens as well."""
        if self.head is None:
            return
        w.show_if(self.head, opened)
        first, *others = self.head.children
        if isinstance(first, Collapsible) and not others:
            first.opened = opened


def arranged(
    parts: Mapping[str, w.Widget], places: Mapping[str, Place], folds: Mapping[str, str]
) -> Arranged:
    """Return parts in their places."""

    def at(place: Place) -> dict[str, w.Widget]:
        return {name: part for name, part in parts.items() if places.get(name, "words") == place}

    head = _box("mw-head", at("head"))
    if head is not None:
        w.show_if(head, False)
    words = at("words")
    folded = {name: Collapsible(folds[name], words[name]) for name in words if name in folds}
    boxes = {"mw-pictures": at("picture"), "mw-sheet": at("sheet"), "mw-words": words | folded}
    sides = [box for name, inside in boxes.items() if (box := _box(name, inside)) is not None]
    drawer = sides[-1] if boxes["mw-words"] else None
    stage = w.HBox(sides) if sides else None
    if stage is not None:
        stage.add_class("mw-stage")
    below = _box("mw-inside", at("below"))
    rows = [head, _box("mw-say", at("said")), stage, _box("mw-foot", at("foot")), below]
    return Arranged([row for row in rows if row is not None], head, drawer, below, folded)


def _box(name: str, parts: Mapping[str, w.Widget]) -> w.VBox | None:
    if not parts:
        return None
    box = w.VBox(list(parts.values()))
    box.add_class(name)
    return box
