"""The graph of an app: where it comes from, and the editor that the learner can open."""

from typing import Any

from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.canvas import GraphCanvas
from marvel_widgets.widgets.editor.lists import TIDY, GraphLists, TextLine
from marvel_widgets.widgets.editor.loading import LoadPanel
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.editor.saving import SavePanel
from marvel_widgets.widgets.kit import stock as w


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
        self.subscriptions.observe(graph, lambda _: self._show(), ["can_undo", "can_redo"])
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
        self._show_history(None)

    def lock(self) -> None:
        """Keep the graph from being changed here; it can still be seen and saved."""
        history = self.undo, self.redo, self.tidy
        for part in (*history, self.line, self.lists, *self.loading.controls):
            k.lock_whole(part)

    def _show_history(self, _change: Any) -> None:
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
