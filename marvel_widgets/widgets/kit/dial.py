"""A slider over named steps, which says its own name and its step to a screen reader."""

from collections.abc import Iterable
from typing import Any

import anywidget
import traitlets

from marvel_widgets.widgets.kit.controls import put
from marvel_widgets.widgets.kit.static_file import program


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
