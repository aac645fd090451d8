"""Where the editor gets a whole graph from: gallery, network, chance, file, pasted text."""

from itertools import chain
from typing import Any, Final

from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.text import escaped
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.widget_tree import close_children, close_tree

GALLERY: Final = "Gallery"
NETWORK: Final = "Real network"
RANDOM: Final = "Random"
FILE: Final = "File"
PASTED: Final = "Pasted text"
_MOST_DRAWN = 60  # variables of a random graph; larger ones are no longer drawn in an instant


class LoadPanel(k.SubscribedWidget, w.VBox):
    """Replace the graph by another one; undo brings the old one back."""

    def __init__(
        self,
        model: GraphModel,
        *,
        first: str = GALLERY,
        most_drawn: int = _MOST_DRAWN,
        points: bool = True,
    ) -> None:
        self._model, self._points = model, points
        self.kind = k.menu("Load from", [GALLERY, NETWORK, RANDOM, FILE, PASTED], width="220px")
        self.kind.value = first
        examples = [(e.title, e.name) for e in gallery.entries()]
        sizes = [(f"{name} ({networks.size(name)})", name) for name in networks.names()]
        self.example = k.menu("Example", examples, width="min(420px, 95%)")
        self.network = k.menu("Network (variables)", sizes, width="min(420px, 95%)")
        self.load = k.button("Load", "Replace the graph by this one", self._load)
        self.p = k.number("variables", 8, 1, most_drawn, "150px")
        self.degree = k.number("max in-degree", 3, 0, 8, "150px")
        self.seed = k.number("seed", 1, 0, 10**9, "150px")
        self.draw = k.button("Draw", "Draw a random DAG with this seed", self._draw)
        self.next = k.button("Draw another", "Draw one with the next seed", self._draw_next)
        self.file = w.FileUpload(
            accept=".txt,.dag,.dagitty,.dot,.gv,.bif,.graphml,.gml,.xml",
            description="Choose a file",
            layout=w.layout(width="auto"),
        )
        self.pasted = w.Textarea(
            description="Text",
            placeholder="our notation, DAGitty, DOT, BIF, GraphML or GML",
            rows=4,
            layout=w.layout(width="min(560px, 95%)"),
        )
        self.use = k.button(
            "Load text",
            "Replace the graph by that of the text",
            lambda: model.load_text(self.pasted.value),
        )
        self.point = w.HTML()
        self._rows: dict[str, list[w.Widget]] = {
            GALLERY: [self.example, self.load],
            NETWORK: [self.network, self.load],
            RANDOM: [self.p, self.degree, self.seed, self.draw, self.next],
            FILE: [self.file],
            PASTED: [self.pasted, self.use],
        }
        self._row = w.Row()
        super().__init__([self._row, self.point])
        self.kind.observe(lambda _: self._show_row(), "value")
        for control in (self.example, self.network):
            control.observe(lambda _: self._say(), "value")
        self.file.observe(lambda change: self._read(change.new), "value")
        self.subscriptions.observe(model, self._show_text, "dag")
        self._show_row()

    @property
    def controls(self) -> tuple[w.Widget, ...]:
        """All controls, those of the rows that do not show included."""
        return (self.kind, *dict.fromkeys(chain.from_iterable(self._rows.values())))

    def close(self) -> None:
        """Close the panel, those of its rows that do not show included."""
        if self.comm is not None:
            for control in self.controls:
                close_tree(control)
            close_children(self)
        super().close()

    def _show_row(self) -> None:
        self._row.children = (self.kind, *self._rows[self.kind.value])
        self._show_text()
        self._say()

    def _show_text(self) -> None:
        """Offer the present graph as a text to be changed, where it can be seen."""
        if self.kind.value == PASTED:
            self.pasted.value = self._model.dag.to_text()

    def _say(self) -> None:
        """Say what the chosen example is about."""
        text = ""
        if self.kind.value == GALLERY:
            text = gallery.entry(self.example.value).point if self._points else ""
        elif self.kind.value == NETWORK:
            info = networks.info(self.network.value)
            terms = info.license.partition(" (")[0]  # what follows speaks of the file
            text = f"{info.note} Source: {info.source}. License: {terms}."
        self.point.value = escaped(text)

    def _load(self) -> None:
        if self.kind.value == GALLERY:
            self._model.load_gallery(self.example.value)
        else:
            self._model.load_network(self.network.value)

    def _draw(self) -> None:
        self._model.load_random(self.p.value, self.degree.value, self.seed.value)

    def _draw_next(self) -> None:
        self.seed.value = min(self.seed.value + 1, self.seed.max)
        self._draw()

    def _read(self, files: Any) -> None:
        if files:
            self._model.load_file(files[0]["name"], bytes(files[0]["content"]))
            self.file.value = ()  # so that the same file can be chosen again
