"""Names to press: any number of them as a set, one as a switch, cells in rows; named steps."""

from collections.abc import Callable, Iterable
from typing import Any

import anywidget
import traitlets

from marvel_widgets.text import readable
from marvel_widgets.widgets.kit.controls import put
from marvel_widgets.widgets.kit.static_file import program, static_file


class _Pressed(anywidget.AnyWidget):
    """A row of buttons that wraps; those that are chosen are pressed."""

    _esm = program(__file__, "chips.js")
    _css = static_file(__file__, "chips.css")

    label = traitlets.Unicode("").tag(sync=True)
    options: traitlets.Tuple = traitlets.Tuple().tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def _known(self, names: Any) -> None:
        unknown = [name for name in names if name not in self.options]
        if unknown:
            found = ", ".join(map(repr, unknown))
            offered = ", ".join(map(str, self.options)) or "none"
            msg = f"{found} can't be chosen as {self.label!r}; the options are {offered}"
            raise traitlets.TraitError(msg)


class Chips(_Pressed):
    """A set of names, each a button that is pressed or not."""

    value: traitlets.Tuple = traitlets.Tuple().tag(sync=True)

    def __init__(self, label: str, options: Any = (), **kwargs: Any) -> None:
        super().__init__(label=label, options=tuple(options), **kwargs)

    @traitlets.validate("value")
    def _check(self, proposal: Any) -> tuple[Any, ...]:
        self._known(proposal.value)
        return tuple(name for name in self.options if name in proposal.value)

    @traitlets.observe("options")
    def _drop(self, _change: Any) -> None:
        self.value = tuple(name for name in self.value if name in self.options)


class Switch(_Pressed):
    """One of several words, each a button; exactly one is pressed, or none if it began with ""."""

    value = traitlets.Unicode("").tag(sync=True)

    def __init__(self, label: str, options: Any = (), value: str | None = None, **kwargs: Any):
        words = tuple(options)
        first = words[0] if words else ""
        start = first if value is None else value
        self._always = start != ""
        super().__init__(label=label, options=words, value=start, **kwargs)

    @traitlets.validate("value")
    def _check(self, proposal: Any) -> str:
        if proposal.value or (self.options and self._always):
            self._known([proposal.value])
        return str(proposal.value)

    @traitlets.observe("options")
    def _drop(self, _change: Any) -> None:
        if self.value not in self.options:
            self.value = self.options[0] if self.options and self._always else ""


class CellGrid(anywidget.AnyWidget):
    """Rows of cells that can be pressed by mouse or keyboard; one of them is in the tab order."""

    _esm = program(__file__, "cell_grid.js")
    _css = static_file(__file__, "cell_grid.css")

    rows: traitlets.List[Any] = traitlets.List().tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.add_class("mw-grid-box")

    def show(self, rows: Iterable[tuple[str, Iterable[Iterable[str]]]], label: str) -> None:
        """Show rows with names; a cell is its name, its look, a word, and a sentence."""
        with self.hold_sync():  # one message
            self.rows = [[name, [list(cell) for cell in cells]] for name, cells in rows]
            self.label = readable(label)

    def on_press(self, handle: Callable[[int, int], Any]) -> None:
        """Call ``handle(row, column)`` when a cell is pressed."""

        def receive(_widget: Any, content: Any, _buffers: Any) -> None:
            if self.disabled or not isinstance(content, dict):
                return
            row, column = content.get("row"), content.get("column")
            if not isinstance(row, int) or not isinstance(column, int):
                return
            if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row][1]):
                handle(row, column)

        self.on_msg(receive)


class Dial(anywidget.AnyWidget):
    """A slider over steps that have words, each with its unit.

    The sliders of ipywidgets leave their handles without a name, and read out the number of a
    step in place of the step.
    """

    _esm = program(__file__, "dial.js")

    label = traitlets.Unicode("").tag(sync=True)
    texts: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)
    at = traitlets.Int(0, help="The number of the present step.").tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    value = traitlets.Any()

    def __init__(self, label: str) -> None:
        self.options: list[tuple[str, Any]] = []
        super().__init__(label=label)

    def offer(self, options: Iterable[tuple[str, Any]], value: Any) -> None:
        """Offer steps, one of them selected."""
        self.options = list(options)
        put(self, texts=[words for words, _ in self.options], value=value, at=self._place(value))

    def _place(self, value: Any) -> int:
        return [each for _, each in self.options].index(value)

    @traitlets.observe("at")
    def _turned(self, change: Any) -> None:
        if 0 <= change.new < len(self.options):
            self.value = self.options[change.new][1]

    @traitlets.observe("value")
    def _set(self, change: Any) -> None:
        if self.options:
            self.at = self._place(change.new)
