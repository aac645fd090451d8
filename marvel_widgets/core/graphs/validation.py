"""What a user may hand over as a graph: a Dag or a Pdag, and never text by itself."""

from typing import Any

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.pdag import Pdag


def check_dag(graph: Any) -> None:
    """Refuse everything but a `Dag`.

    Text is refused too: it may be read in several ways (ours, DAGitty, DOT, ...), and
    ``Dag(text)`` says where it is read and checked.
    """
    if not isinstance(graph, Dag):
        msg = f"a Dag is needed, not {wrong_graph(graph)}"
        raise TypeError(msg)


def check_pdag(graph: Any) -> None:
    """Refuse everything but a `Pdag`; errors as `check_dag`."""
    if not isinstance(graph, Pdag):
        msg = f"a Pdag is needed, not {wrong_graph(graph)}"
        raise TypeError(msg)


def check_graph(graph: Any) -> None:
    """Refuse everything but a `Dag` or a `Pdag`; errors as `check_dag`."""
    if not isinstance(graph, Dag | Pdag):
        msg = f"a Dag or a Pdag is needed, not {wrong_graph(graph)}"
        raise TypeError(msg)


def wrong_graph(graph: Any) -> str:
    """Return what was given in place of a graph, and what to write."""
    if isinstance(graph, str):
        return f"the text {_short(graph)}: wrap it, Dag({_short(graph)})"
    if isinstance(graph, Pdag):
        return "Pdag; equivalent_dags(graph) yields the DAGs that it stands for"
    if isinstance(graph, Dag):
        return "Dag; essential_graph(dag) returns the Pdag of its class"
    return f"{type(graph).__name__}: wrap it, Dag({_short(graph)})"


def _short(given: Any) -> str:
    words = repr(given)
    return words if len(words) <= 60 else "..."
