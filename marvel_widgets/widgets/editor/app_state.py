"""The state of an app on a graph: how a token brings graph and question back."""

from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from inspect import signature
from typing import Any, ClassVar

import traitlets

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.pictures.positions import Pane
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.kit.subscriptions import Subscriber


class ObservesGraph(Subscriber):
    """A model on a graph that may be shared, whose changes are applied when the graph is read."""

    @property
    def graph(self) -> GraphModel:
        """The graph."""
        self.subscriptions.flush()
        return self._graph

    @graph.setter
    def graph(self, graph: GraphModel) -> None:
        self._graph = graph

    def lay_out(self, pane: Pane) -> None:
        """Draw the graph for another pane; what the learner did stays."""
        self.graph.lay_out(pane)


class OnGraph(ObservesGraph, traitlets.HasTraits):
    """What the models of apps on a graph share: a state declared once, and the way back to it.

    The arguments of `_set_up`, which works everything out for the present graph, are the state.
    With the graph they are what the constructor takes, what `state` returns and what a token keeps.
    Each is read from the attribute of its name, or as `_saved` says.
    """

    follows: ClassVar[tuple[str, ...]] = ("dag", "positions")  # of the graph
    changed = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")
    _loading = False

    def __init__(self, graph: GraphModel, **state: Any) -> None:
        super().__init__()
        self.graph = graph
        self._set_up(**state)
        self._watch(*self.follows)

    @property
    def dag(self) -> Dag:
        """The graph as it is now."""
        return self.graph.dag

    @property
    def anyone(self) -> str:
        """The first variable; empty in an empty graph."""
        return str(next(iter(self.dag.nodes), ""))

    def _set_up(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError

    def _saved(self, name: str) -> Any:
        """Return one field of the state."""
        return getattr(self, name)

    def state(self) -> dict[str, Any]:
        """Return what a token keeps: the graph, and the arguments of `_set_up`."""
        fields = {name: _jsonable(self._saved(name)) for name in signature(self._set_up).parameters}
        return {"graph": self.graph.state(), **fields}

    def _follow(self) -> Any:
        """Take over an edited graph."""
        raise NotImplementedError

    def _move(self) -> None:
        """Draw the graph at other places, where only these changed."""
        self.changed += 1

    def _watch(self, *names: str) -> None:
        """Follow edits of the graph; while a state is loaded, `_set_up` does all that."""
        self._followed = self.graph.dag

        def heard() -> None:
            before, self._followed = self._followed, self._graph.dag
            if not self._loading:
                (self._move if before is self._followed else self._follow)()

        self.subscriptions.observe(self.graph, heard, names, throttled=True)

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to what `state` returned."""
        rest = dict(state)
        saved = rest.pop("graph", None)
        later = sorted(set(rest) - set(signature(self._set_up).parameters))
        if later:
            msg = f"the token is of a later version: it also has {', '.join(map(repr, later))}"
            raise ValueError(msg)
        self._loading = True
        try:
            if saved is not None and not self.graph.load_state(saved):
                raise ValueError(self.graph.error)
        finally:
            self._loading = False
        self._set_up(**rest)
        self.changed += 1


class AsksOnGraph(OnGraph):
    """The model of an app that asks for predictions."""

    def __init__(self, graph: GraphModel, predictions: k.Predictions, **state: Any) -> None:
        self.predictions = predictions
        super().__init__(graph, **state)


def _jsonable(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return list(value) if isinstance(value, tuple) else value
