"""Our own notation as a file format, and the names that every format writes."""

from marvel_widgets.core.graphs.construction import Structure
from marvel_widgets.core.graphs.grammar import parse_text
from marvel_widgets.core.graphs.relations import Relations


def read_notation(text: str) -> Structure:
    """Return the DAG of a text in our own notation, as ``Dag(text)`` does."""
    graph = parse_text(text)
    return Structure(graph.edges, graph.nodes)


def to_notation(dag: Relations) -> str:
    """Return a DAG as the content of a file in our own notation."""
    return dag.to_text() + "\n"
