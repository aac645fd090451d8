"""Graphviz's DOT language: ``digraph { X -> Y }``."""

import re
from collections.abc import Iterator

from marvel_widgets.core.graphs.construction import Structure
from marvel_widgets.core.graphs.errors import GraphSyntaxError
from marvel_widgets.core.graphs.formats.blocks import (
    Block,
    is_mark,
    is_word,
    read_block,
    read_statements,
)
from marvel_widgets.core.graphs.grammar import Token, tokens

# What stands in the brackets of attributes, one piece after the other. A search for a whole
# `key = value` would begin anew at every letter of a long word.
_PIECE = re.compile(r'(?P<text>[\w.]+|"(?:[^"\\]|\\.)*"?)|(?P<blank>\s+)|.', re.DOTALL)
_NOT_PLAIN = {
    "none": "draws the edge without a direction; a DAG has only arrows",
    "both": "draws a two-headed arrow; a DAG has only -> and <-",
    "back": "turns the arrow; write the edge the other way round instead",
}


def read_dot(text: str) -> Structure:
    """Return the DAG of a DOT text.

    Attributes, settings and the borders of subgraphs are skipped. Ports (``A:n``) are not
    understood.
    """
    block = read_block(text, ("strict", "digraph", "graph"), '"digraph"')
    kind = block.keywords[-1]
    if kind.value.lower() != "digraph":
        why = ", whose edges have no direction" if kind.value.lower() == "graph" else ""
        problem = f'expected "digraph", found {kind.described()}{why}'
        raise GraphSyntaxError(text, kind.position, problem)
    _refuse_directions(text)
    graph = read_statements(block, _without_subgraphs(block))
    is_strict = is_word(block.keywords[0], text, ("strict",))
    # `strict` means that an edge written twice is one edge
    return Structure(dict.fromkeys(graph.edges) if is_strict else graph.edges, graph.nodes)


def _refuse_directions(text: str) -> None:
    """Refuse the attribute ``dir``, which gives an edge another meaning than its arrow has."""
    for token in tokens(text):
        if token.kind == "attributes":
            for key, value, start in _settings(token.value):
                if key == "dir" and value in _NOT_PLAIN:
                    problem = f"the attribute dir={value} {_NOT_PLAIN[value]}"
                    raise GraphSyntaxError(text, token.position + start, problem)


def _settings(attributes: str) -> Iterator[tuple[str, str, int]]:
    """Yield each ``key = value`` of some attributes, in lower case, and where it begins."""
    pieces = [piece for piece in _PIECE.finditer(attributes) if piece.lastgroup != "blank"]
    for key, equals, value in zip(pieces, pieces[1:], pieces[2:], strict=False):
        if key.lastgroup == value.lastgroup == "text" and equals.group() == "=":
            plain = [piece.group().strip('"').lower() for piece in (key, value)]
            yield plain[0], plain[1], key.start()


def _without_subgraphs(block: Block) -> list[Token]:
    """Return the body as plain statements: braces stay only where an arrow starts or ends."""
    body = list(_without_keywords(block))
    for pair in _braces(body):
        around = [*body[max(pair[0] - 1, 0) : pair[0]], *body[pair[1] + 1 : pair[1] + 2]]
        if all(other.kind != "arrow" for other in around):
            for brace in pair:
                body[brace] = Token("punctuation", ";", body[brace].position)
    return body


def _braces(body: list[Token]) -> list[tuple[int, int]]:
    """Return the place of each brace and of the one that closes it; `read_block` saw them match."""
    pairs, open_ones = [], []
    for at, token in enumerate(body):
        if is_mark(token, "{"):
            open_ones.append(at)
        elif is_mark(token, "}"):
            pairs.append((open_ones.pop(), at))
    return pairs


def _without_keywords(block: Block) -> Iterator[Token]:
    """Yield the body without ``subgraph`` and its name, and without ``node`` and its like."""
    follows_subgraph = False
    for token in block.body:
        is_subgraph = is_word(token, block.text, ("subgraph",))
        is_name_of_subgraph = follows_subgraph and token.kind == "name"
        # `node [shape=box]` sets defaults; its attributes have gone, the word is left
        is_default = is_word(token, block.text, ("node", "edge", "graph"))
        if not (is_subgraph or is_name_of_subgraph or is_default):
            yield token
        follows_subgraph = is_subgraph
