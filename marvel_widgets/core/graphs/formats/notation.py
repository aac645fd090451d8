"""Our own notation as a file format."""

from marvel_widgets.core.graphs.construction import Structure
from marvel_widgets.core.graphs.grammar import parse_text


def read_notation(text: str) -> Structure:
    """Return the DAG of a text in our own notation, as ``Dag(text)`` does."""
    graph = parse_text(text)
    return Structure(graph.edges, graph.nodes)
