"""Graphviz's DOT language: ``digraph { X -> Y }``."""

from collections.abc import Iterator

from marvel_widgets.core.graphs.errors import GraphSyntaxError
from marvel_widgets.core.graphs.formats import blocks
from marvel_widgets.core.graphs.grammar import ParsedGraph, Token

_NOT_PLAIN = {
    "dir=none": "draws the edge without a direction; a DAG has only arrows",
    "dir=both": "draws a two-headed arrow; a DAG has only -> and <-",
    "dir=back": "turns the arrow; write the edge the other way round instead",
}


def read_dot(text: str) -> ParsedGraph:
    """Return the DAG of a DOT text.

    Attributes, settings and ports (``A:n``) are skipped; an edge of a subgraph is one of
    each vertex in it.
    """
    block = blocks.read_block(text, ("strict", "digraph", "graph"), '"digraph"', dot=True)
    kind = block.keywords[-1]
    if kind.value.lower() != "digraph":
        why = ", whose edges have no direction" if kind.value.lower() == "graph" else ""
        problem = f'expected "digraph", found {kind.described()}{why}'
        raise GraphSyntaxError(text, kind.position, problem)
    for _, token in block.attributes:
        for setting, start in blocks.block_settings(token.value):
            if setting in _NOT_PLAIN:
                problem = f"the attribute {setting} {_NOT_PLAIN[setting]}"
                raise GraphSyntaxError(text, token.position + start, problem)
    graph = blocks.read_statements(block, _without_keywords(block))
    if blocks.is_word(block.keywords[0], text, ("strict",)):  # an edge written twice is one edge
        graph.edges = list(dict.fromkeys(graph.edges))
    return graph


def _without_keywords(block: blocks.TextBlock) -> Iterator[Token]:
    """Yield the body without ``subgraph`` and its name, and without ``node`` and its like."""
    follows_subgraph = False
    for token in block.body:
        is_subgraph = blocks.is_word(token, block.text, ("subgraph",))
        is_name_of_subgraph = follows_subgraph and token.kind == "name"
        # `node [shape=box]` sets defaults; its attributes have gone, the word is left
        is_default = blocks.is_word(token, block.text, ("node", "edge", "graph"))
        if not (is_subgraph or is_name_of_subgraph or is_default):
            yield token
        follows_subgraph = is_subgraph
