"""The state of an app on a graph: how a token brings graph and question back."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import Any

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


class OnGraph(ObservesGraph):
    """What the models of apps on a graph share: one way to go back to a saved state.

    A subclass works everything out in `_set_up`, for the present graph; its constructor ends
    with that. Its `state` returns the arguments of `_set_up`, and the state of the graph as
    ``"graph"``.
    """

    _loading = False

    def _set_up(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError

    def _follow(self) -> Any:
        """Take over an edited graph."""
        raise NotImplementedError

    def _watch(self, *names: str) -> None:
        """Follow edits of the graph; while a state is loaded, `_set_up` does all that."""

        def heard(_change: Any) -> None:
            if not self._loading:
                self._follow()

        self.subscriptions.observe(self.graph, heard, names, throttled=True)

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to what `state` returned."""
        rest = dict(state)
        saved = rest.pop("graph", None)
        known = signature(self._set_up).parameters
        later = sorted(set(rest) - set(known)) if "numbers" not in known else []
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
