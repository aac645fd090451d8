"""The graph of an app: where it comes from, and the editor that the learner can open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marvel_widgets.widgets.graph_model import GraphModel


def graph_model_of(source: Any, saved: Mapping[str, Any] | None = None) -> GraphModel:
    """Return the graph model of an app.

    Parameters
    ----------
    source : GraphModel, Dag, str, or whatever Dag takes
        A GraphModel is shared: an edit in one app is then an edit in the other.
    saved : mapping, optional
        What `GraphModel.state` returned; it wins over `source`.

    Raises
    ------
    GraphError, ValueError
        `source` is no DAG, or `saved` no state of one.

    Examples
    --------
    >>> graph_model_of("A -> B").dag.edges
    (('A', 'B'),)
    """
    model = source if isinstance(source, GraphModel) else GraphModel(source)
    if saved is not None and not model.load_state(saved):
        raise ValueError(model.trouble)
    return model
