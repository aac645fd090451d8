"""How the editor lets a graph go: as text, code or picture, copied or downloaded."""

from typing import Any

import anywidget
import traitlets

from marvel_widgets.pictures.graph_export import SAVE_AS
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.static_file import program, static_file


class SaveBar(anywidget.AnyWidget):
    """A text with buttons that copy and download it; both happen in the browser."""

    _esm = program(__file__, "save_bar.js")
    _css = static_file(__file__, "graph_canvas.css")

    text = traitlets.Unicode("").tag(sync=True)
    file_name = traitlets.Unicode("graph.txt").tag(sync=True)
    media_type = traitlets.Unicode("text/plain").tag(sync=True)


class SavePanel(k.SubscribedWidget, w.VBox):
    """The graph in a chosen form, to copy or download."""

    def __init__(self, model: GraphModel) -> None:
        self._model = model
        self._shown = True
        titles = [one.title for one in SAVE_AS]
        self.form = k.menu("Save or copy as", titles, width="min(320px, 95%)")
        self.bar = SaveBar()
        super().__init__([self.form, self.bar])
        self.form.observe(self._show, "value")
        self.subscriptions.observe(model, self._show, ["dag", "positions"], throttled=True)
        self._show(None)

    def set_shown(self, shown: bool) -> None:
        """Say whether the panel is open; while it is not, nothing is written."""
        self._shown = shown
        self._show(None)

    def _show(self, _change: Any) -> None:
        if not self._shown:
            return
        form = next(one for one in SAVE_AS if one.title == self.form.value)
        with self.bar.hold_sync():
            self.bar.file_name, self.bar.media_type = form.file_name, form.media_type
            self.bar.text = form.written(self._model.dag, self._model.positions)
