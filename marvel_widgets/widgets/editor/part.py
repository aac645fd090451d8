"""The editor of an app's graph, folded away: a canvas, a line of text, lists, and saving."""

from collections.abc import Sequence
from typing import Any

import anywidget
import traitlets

from marvel_widgets.pictures.graph_export import SAVE_AS
from marvel_widgets.pictures.palette import printable
from marvel_widgets.text import cut
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.canvas import GraphCanvas
from marvel_widgets.widgets.editor.loading import LoadPanel
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.static_file import program, static_file

TIDY = "Lay the variables out anew; those moved by hand stay, until it is pressed again"
_LONGEST = 60  # letters of a name in a list; two names with the same beginning get numbers


def listed(names: Sequence[str]) -> list[str]:
    """Return how names are written in a list: short, on one line, no two alike."""
    found: list[str] = []
    taken: set[str] = set()
    for number, name in enumerate(names, start=1):
        label = cut(printable(name) or "(blank)", _LONGEST)
        if label in taken:
            label = f"{label} ({number})"
        taken.add(label)
        found.append(label)
    return found


class GraphLists(k.SubscribedWidget, w.HBox):
    """The variables and the edges of a graph, a row for each, with what can be done to them."""

    def __init__(self, model: GraphModel) -> None:
        self._model = model
        self.variables, self.edges = (
            w.Select(description=words, rows=6, layout=w.layout(width="auto"))
            for words in ("Variables", "Edges")
        )
        wide = w.layout(width="auto")
        self.name = w.Text(description="Name", placeholder="next free name", layout=wide)
        self.add = k.button("Add this", "Add a variable with this name", self._add)
        self.rename = k.button("Rename chosen", "Give the chosen variable this name", self._rename)
        self.remove = k.button(
            "Delete variable", "Delete the chosen variable and its edges", self._remove
        )
        self.tail, self.head = k.menu("From", max_width="50%"), k.menu("To", max_width="50%")
        self.connect = k.button("Add edge", "Add this edge", self._connect)
        self.reverse = k.button("Reverse edge", "Turn the chosen edge round", self._reverse)
        self.disconnect = k.button("Delete edge", "Delete the chosen edge", self._disconnect)
        super().__init__(
            [
                _column(self.variables, self.name, w.Row([self.add, self.rename, self.remove])),
                _column(
                    self.edges,
                    w.Row([self.reverse, self.disconnect]),
                    w.Row([self.tail, self.head, self.connect]),
                ),
            ],
            layout=w.layout(flex_flow="row wrap"),
        )
        self.subscriptions.observe(model, self._show_graph, "dag")
        self._show_graph()

    # -- showing -----------------------------------------------------------------------------

    def _show_graph(self) -> None:
        dag = self._model.dag
        label = dict(zip(dag.nodes, listed([str(name) for name in dag.nodes]), strict=True))
        names = [(label[name], name) for name in dag.nodes]
        edges = [(f"{label[tail]} → {label[head]}", (tail, head)) for tail, head in dag.edges]
        _offer(self.variables, names)
        _offer(self.edges, edges)
        _offer(self.tail, names)
        _offer(self.head, names, first=1)

    # -- doing -------------------------------------------------------------------------------

    def _add(self) -> None:
        if self._model.add_variable(self.name.value if self.name.value.strip() else None):
            self.name.value = ""

    # The buttons stay on without a choice: one that comes on only when the choice has gone to
    # Python and back would be passed over by a quick Tab.

    def _chosen(self, choice: w.Select | w.Dropdown, what: str) -> bool:
        return choice.value is not None or self._model.refuse(f"choose {what} in the list first")

    def _rename(self) -> None:
        old = self.variables.value
        if self._chosen(self.variables, "a variable") and self._model.rename(old, self.name.value):
            _stay_at(self.variables, self.name.value.strip())
            self.name.value = ""

    def _remove(self) -> None:
        if self._chosen(self.variables, "a variable"):
            self._model.remove_variable(self.variables.value)

    def _connect(self) -> None:
        if self._chosen(self.tail, "a variable"):
            self._model.add_edge(self.tail.value, self.head.value)

    def _reverse(self) -> None:
        if not self._chosen(self.edges, "an edge"):
            return
        tail, head = self.edges.value
        if self._model.reverse_edge(tail, head):
            _stay_at(self.edges, (head, tail))

    def _disconnect(self) -> None:
        if self._chosen(self.edges, "an edge"):
            self._model.remove_edge(*self.edges.value)


def _stay_at(choice: w.Select, value: Any) -> None:
    """Choose what was changed under its new name; lists that no page shows may not have it yet."""
    if any(value == offered for _, offered in choice.options):
        choice.value = value


def _column(*controls: w.Widget) -> w.VBox:
    return w.VBox(controls, layout=w.layout(flex="1 1 250px", max_width="420px"))


def _offer(choice: w.Select | w.Dropdown, options: list[tuple[str, Any]], first: int = 0) -> None:
    """Offer other options; what was chosen stays chosen where it still is there."""
    if list(choice.options) == options:
        return
    chosen = choice.value
    values = [value for _, value in options]
    with choice.hold_sync():
        choice.options = options
        if chosen in values:
            choice.value = chosen
        elif isinstance(choice, w.Select) or not values:
            choice.value = None
        else:
            choice.value = values[min(first, len(values) - 1)]


class TextLine(k.SubscribedWidget, w.HBox):
    """The graph as one line of text, which can be edited."""

    def __init__(self, model: GraphModel) -> None:
        self._model = model
        self.text = w.Text(
            value=model.dag.to_text(),
            description="As text",
            placeholder='X -> Y <- T; Y -> "a name with spaces"',
            layout=w.layout(width="auto", flex="1 1 200px", min_width="0"),
        )
        self.use = k.button("Use text", "Make the graph that of the text (Enter)", self._load)
        super().__init__([self.text, self.use], layout=w.layout(width="100%"))
        k.hear(self.text, lambda _: self._load())
        self.subscriptions.observe(model, self._show, "dag")

    def _show(self) -> None:
        k.put(self.text, value=self._model.dag.to_text())

    def _load(self) -> None:
        if not self.text.disabled:
            self._model.load_text(self.text.value)


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
        self.subscriptions.observe(model, self._show, ["dag", "positions"], throttled=True)
        k.follow(self._show, (self.form, "value"))

    def set_shown(self, shown: bool) -> None:
        """Say whether the panel is open; while it is not, nothing is written."""
        self._shown = shown
        self._show()

    def _show(self) -> None:
        if not self._shown:
            return
        form = next(one for one in SAVE_AS if one.title == self.form.value)
        with self.bar.hold_sync():
            self.bar.file_name, self.bar.media_type = form.file_name, form.media_type
            self.bar.text = form.written(self._model.dag, self._model.positions)


def graph_model_of(source: Any) -> GraphModel:
    """Return the graph model of an app."""
    return source if isinstance(source, GraphModel) else GraphModel(source)


class History(k.SubscribedWidget, w.HBox):
    """Back and forth between the edits of a graph, where there are any."""

    def __init__(self, graph: GraphModel) -> None:
        self.graph = graph
        self.undo = k.button("Back", "Take the last change of the graph back", graph.undo)
        self.redo = k.button("Redo", "Make it again", graph.redo)
        super().__init__([self.undo, self.redo])
        self.subscriptions.observe(graph, self._show, ["can_undo", "can_redo"])
        self._show()

    def _show(self) -> None:
        graph = self.graph
        for control, can in ((self.undo, graph.can_undo), (self.redo, graph.can_redo)):
            control.disabled = not can
            w.show_if(control, can)


class GraphTools(k.SubscribedWidget, w.VBox):
    """All that edits a graph but a canvas: history, a line of text, lists; it loads and saves."""

    def __init__(self, graph: GraphModel) -> None:
        self.graph = graph
        self.undo = k.button("Undo", "Take the last change back (Ctrl+Z on the canvas)", graph.undo)
        self.redo = k.button("Redo", "Do it again (Ctrl+Y on the canvas)", graph.redo)
        self.tidy = k.button("Tidy up", TIDY, graph.tidy)
        self.line, self.lists = TextLine(graph), GraphLists(graph)
        self.loading, self.saving = LoadPanel(graph), SavePanel(graph)
        self.load_panel = k.Collapsible("Load another graph", self.loading)
        self.save_panel = k.Collapsible("Save or copy", self.saving)
        self.save_panel.observe(lambda change: self.saving.set_shown(change.new), "opened")
        self.saving.set_shown(False)
        lists = k.Collapsible("Variables and edges as lists", self.lists)
        self.folds = w.VBox([lists, self.load_panel, self.save_panel])
        super().__init__()
        self.subscriptions.observe(graph, self._show_history, ["can_undo", "can_redo", "dag"])
        self._show_history()

    def lock(self) -> None:
        """Keep the graph from being changed here; it can still be seen and saved."""
        history = self.undo, self.redo, self.tidy
        for part in (*history, self.line, self.lists, *self.loading.controls):
            k.lock_whole(part)

    def _show_history(self) -> None:
        self.undo.disabled = not self.graph.can_undo
        self.redo.disabled = not self.graph.can_redo
        self.tidy.disabled = not len(self.graph.dag)


class GraphEditor(GraphTools):
    """A graph on a canvas, as a line of text and in lists: each can be edited, by keyboard too."""

    def __init__(self, graph: GraphModel, *, big: bool = False) -> None:
        super().__init__(graph)
        self.canvas = GraphCanvas(graph, big=big)
        self.error = k.ErrorLine(graph, "edit", "load")
        history = w.HBox([self.undo, self.redo, self.tidy], layout=w.layout(flex_flow="row wrap"))
        place = w.VBox([self.canvas, self.error])  # a refusal is told where the hand is
        self.children = (history, place, self.line, self.folds)
        self.add_class("mw-editor")
        if big:
            self.add_class("mw-big")

    def lock(self) -> None:
        """Lock the canvas as well."""
        super().lock()
        k.lock_whole(self.canvas)


class GraphPart(k.Collapsible):
    """The editor of an app's graph, folded away and made when it is first opened."""

    def __init__(
        self, graph: GraphModel, *, big: bool = False, title: str = "Edit the graph"
    ) -> None:
        self.graph, self.big = graph, big
        self.editor: GraphEditor | None = None
        self._locked = False
        super().__init__(title, w.VBox())
        self.observe(lambda _: self._make(), "opened")

    def lock(self) -> None:
        """Keep the graph from being changed here; it can still be seen and saved."""
        self._locked = True
        if self.editor is not None:
            self.editor.lock()

    def _make(self) -> None:
        if self.opened and self.editor is None:
            self.editor = GraphEditor(self.graph, big=self.big)
            if self._locked:
                self.editor.lock()
            self.content.children = (self.editor,)
