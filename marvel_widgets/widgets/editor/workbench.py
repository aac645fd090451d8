"""The workbench: the graph editor that every app has, three views of one graph."""

from typing import Any

from marvel_widgets.pictures.editor_positions import MOST_LAID_OUT, canvas_drawing
from marvel_widgets.pictures.figure import description_of
from marvel_widgets.pictures.svg import to_svg
from marvel_widgets.text import counted
from marvel_widgets.widgets.editor import WORKBENCH
from marvel_widgets.widgets.editor.canvas import GraphCanvas
from marvel_widgets.widgets.editor.lists import TIDY, GraphLists, TextLine
from marvel_widgets.widgets.editor.loading import LoadPanel
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.editor.saving import SavePanel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.app import lock_whole
from marvel_widgets.widgets.kit.collapsible import Collapsible
from marvel_widgets.widgets.kit.controls import ErrorLine, Readable, button
from marvel_widgets.widgets.kit.places import arranged
from marvel_widgets.widgets.kit.presence import Presence
from marvel_widgets.widgets.kit.settings import check_settings
from marvel_widgets.widgets.kit.shell import Shell
from marvel_widgets.widgets.kit.subscriptions import SubscribedWidget, subscriptions_of
from marvel_widgets.widgets.kit.widget_tree import close_children, handle_in_main_thread


class Workbench(Readable, SubscribedWidget, w.VBox):
    """Edit a graph on a canvas, as a line of text, or in lists; undo and redo without limit.

    Parameters
    ----------
    model : GraphModel or whatever that takes
        Several views of one model stay in step.
    lock : bool
        The graph can be viewed, copied and saved, but not changed.
    big : bool
        For a projector.

    Notes
    -----
    Everything can be done by keyboard: on the canvas itself, or in the lists and the text.
    Without a front end the cell shows an SVG and a text with the same content.

    Examples
    --------
    >>> bench = Workbench("A -> B -> C")
    >>> bench.model.add_edge("C", "A")
    False
    >>> bench.model.undo(), bench.text().splitlines()[0]
    (False, 'A -> B; B -> C')
    """

    spec = WORKBENCH
    alone = True  # in a cell of its own, not in an app

    def __init__(
        self, model: GraphModel | Any = "", *, lock: bool = False, big: bool = False, **others: Any
    ) -> None:
        check_settings(type(self), others, ())
        self.model = model if isinstance(model, GraphModel) else GraphModel(model)
        graph = self.model
        self.undo = button("Undo", "Take the last change back (Ctrl+Z on the canvas)", graph.undo)
        self.redo = button("Redo", "Do it again (Ctrl+Y on the canvas)", graph.redo)
        self.tidy = button("Tidy up", TIDY, graph.tidy)
        self.canvas = GraphCanvas(graph, big=big, snug=self.alone)
        self.lists = GraphLists(graph)
        self.line = TextLine(graph)
        self.loading, self.saving = LoadPanel(graph), SavePanel(graph)
        self.error = ErrorLine(graph, "edit", "load")
        self.place = w.VBox([self.canvas, self.error])  # a refusal is told where the hand is
        self.list_panel = Collapsible("Variables and edges as lists", self.lists)
        self.load_panel = Collapsible("Load another graph", self.loading)
        self.save_panel = Collapsible("Save or copy", self.saving)
        self.save_panel.observe(lambda change: self.saving.set_shown(change.new), "opened")
        history = w.HBox([self.undo, self.redo, self.tidy], layout=w.layout(flex_flow="row wrap"))
        self.presence = Presence(self.resume, self.suspend)
        rows = [*self._rows(history), self.presence]
        super().__init__(rows, layout=w.Layout())  # its own: it is the learner's
        self.add_class("mw-bench")
        if self.alone:
            self.add_class("mw-app")
        if big:
            self.add_class("mw-big")
        self.subscriptions.observe(graph, self._show_history, ["can_undo", "can_redo", "dag"])
        self._show_history(None)
        self.saving.set_shown(False)
        if lock:
            for part in (history, self.canvas, self.lists, self.line, *self.loading.controls):
                lock_whole(part)
        handle_in_main_thread(self)

    def _rows(self, history: w.Widget) -> list[w.Widget]:
        """Return its rows: in a cell of its own they are those of an app."""
        folds = {"lists": self.list_panel, "load": self.load_panel, "save": self.save_panel}
        if not self.alone:
            return [history, self.place, self.line, w.VBox([*folds.values()])]
        self.shell = Shell(label=self.spec.label, title=self.spec.title)
        w.lay_out(self.shell, width="100%")
        tools = w.HBox([history, self.line], layout=w.layout(flex_flow="row wrap"))
        parts = {"canvas": self.place, "tools": tools, **folds}
        return [self.shell, *arranged(parts, self.spec.places, {}).rows]

    def text(self) -> str:
        """Return the graph as text: the line that makes it again, and what it has."""
        return f"{self.model.dag.to_text()}\n{self._drawing_words()}"

    def svg(self) -> str:
        """Return the canvas as a still picture; empty where there is too much to draw."""
        dag = self.model.dag
        if len(dag) > MOST_LAID_OUT:
            return ""
        return to_svg(canvas_drawing(dag, self.model.positions), legend=False)

    def _drawing_words(self) -> str:
        dag = self.model.dag
        if len(dag) > MOST_LAID_OUT:
            return f"{counted(len(dag), 'variable')}, {counted(dag.edge_count, 'edge')}."
        return description_of(dag)

    def suspend(self) -> None:
        """Stop observing a shared graph until `resume`."""
        for subscriptions in subscriptions_of(self):
            subscriptions.suspend()

    def resume(self) -> None:
        """Apply pending changes of a shared graph and observe it again."""
        for subscriptions in subscriptions_of(self):
            subscriptions.resume()

    def close(self) -> None:
        """Close the workbench and everything in it; the model stays, with its other views."""
        if self.comm is not None:
            close_children(self)
        super().close()

    def _show_history(self, _change: Any) -> None:
        self.undo.disabled = not self.model.can_undo
        self.redo.disabled = not self.model.can_redo
        self.tidy.disabled = not len(self.model.dag)


class BenchInApp(Workbench):
    """The workbench in an app, which has a shell already."""

    alone = False
