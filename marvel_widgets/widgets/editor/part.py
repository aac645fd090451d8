"""The graph of an app: where it comes from, and the editor that the learner can open."""

from typing import Any

from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.editor.workbench import BenchInApp
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.collapsible import Collapsible
from marvel_widgets.widgets.kit.widget_tree import close_tree


def graph_model_of(source: Any) -> GraphModel:
    """Return the graph model of an app."""
    return source if isinstance(source, GraphModel) else GraphModel(source)


class GraphPart(Collapsible):
    """The editor of an app's graph, folded away and made when it is first opened."""

    def __init__(
        self, graph: GraphModel, *, big: bool = False, title: str = "Edit the graph"
    ) -> None:
        self.graph, self.big = graph, big
        self.bench: BenchInApp | None = None
        self._locked = False
        super().__init__(title, w.VBox())
        self.observe(lambda _: self._make(), "opened")

    def lock(self) -> None:
        """Keep the graph from being changed here; it can still be seen and saved."""
        self._locked = True
        if self.bench is not None:
            self.content.children = ()
            close_tree(self.bench)
            self.bench = None
            self._make()

    def _make(self) -> None:
        if self.opened and self.bench is None:
            self.bench = BenchInApp(self.graph, lock=self._locked, big=self.big)
            self.content.children = (self.bench,)
