"""Graphviz's DOT, ``digraph { X -> Y }``, and DAGitty's model code, ``dag { X -> Y }``.

A graph in braces after a keyword, in the one grammar we have.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.construction import written_names
from marvel_widgets.core.graphs.errors import GraphSyntaxError
from marvel_widgets.core.graphs.grammar import (
    ParsedGraph,
    Token,
    in_quotes,
    parse_statements,
    tokens,
)
from marvel_widgets.core.graphs.limits import check_length

# What stands in the brackets of attributes, one piece after the other. A search for a whole
# `key = value` would begin anew at every letter of a long word.
_PIECE = re.compile(r'(?P<text>[\w.]+|"(?:[^"\\]|\\.)*"?)|(?P<blank>\s+)|.', re.DOTALL)
# Attributes of a variable that is not measured, or on which the sample depends: DAGitty's words
# and letters, and what DoWhy writes.
_HIDDEN = dict.fromkeys(("latent", "unobserved", "l", "u", "observed=no"), "latent")
_HIDDEN |= dict.fromkeys(("selected", "s"), "selected")


@dataclass(frozen=True, slots=True)
class _Block:
    """A graph in braces, its statements not read yet; what each attribute follows."""

    text: str
    keywords: tuple[Token, ...]
    body: tuple[Token, ...]
    attributes: tuple[tuple[Token, Token], ...]


def _block(text: str, kinds: Collection[str], expected: str, *, dot: bool = False) -> _Block:
    """Return the one block of a text such as ``dag name { ... }``."""
    check_length(text)
    everything = [token for token in tokens(text, dot=dot) if token.kind != "newline"]
    attributes = [pair for pair in pairwise(everything) if pair[1].kind == "attributes"]
    stream = [token for token in everything if token.kind != "attributes"]
    start = 0
    while _is_word(stream[start], text, kinds):
        start += 1
    if start == 0:
        raise _unexpected(text, stream[0], expected)
    opening = start + (stream[start].kind == "name")  # the graph's own name, if any
    if not _is_mark(stream[opening], "{"):
        raise _unexpected(text, stream[opening], '"{"')
    body = tuple(_without_settings(text, stream[opening:]))
    return _Block(text, tuple(stream[:start]), body, tuple(attributes))


def _statements(block: _Block, body: Iterable[Token], *, lines: bool = False) -> ParsedGraph:
    """Return the nodes and edges of a block, and which variables are latent or selected."""
    graph = parse_statements([*body], block.text, loose=True, lines=lines)
    for owner, attributes in block.attributes:
        for setting, _ in _settings(attributes.value):
            if owner.value in graph.nodes and setting in _HIDDEN:
                graph.hidden[owner.value] = _HIDDEN[setting]
    return graph


def _settings(attributes: str) -> Iterator[tuple[str, int]]:
    """Yield each ``key`` or ``key=value`` of some attributes, in lower case, and its place."""
    pieces = [piece for piece in _PIECE.finditer(attributes) if piece.lastgroup != "blank"]
    words = [piece.group().strip('"').lower() for piece in pieces]
    for at, piece in enumerate(pieces):
        if piece.lastgroup == "text" and words[at - 1] != "=":
            value = f"={words[at + 2]}" if words[at + 1] == "=" else ""
            yield words[at] + value, piece.start()


def _is_word(token: Token, text: str, words: Collection[str]) -> bool:
    """Return whether a token is one of some keywords, in any case but not in quotes."""
    bare = token.kind == "name" and text[token.position] != '"'
    return bare and token.value.lower() in words


def _is_mark(token: Token, mark: str) -> bool:
    """Return whether a token is this punctuation mark; a name in quotes never is."""
    return token.kind == "punctuation" and token.value == mark


def _unexpected(text: str, token: Token, expected: str) -> GraphSyntaxError:
    problem = f"expected {expected}, found {token.described()}"
    return GraphSyntaxError(text, token.position, problem)


def _without_settings(text: str, body: list[Token]) -> Iterator[Token]:
    """Yield the tokens with ``;`` for each ``key = value``, which names no vertex."""
    at = 0
    while at < len(body):
        if body[at].kind == "name" and _is_mark(body[at + 1], "="):
            if body[at + 2].kind != "name":
                raise _unexpected(text, body[at + 2], 'a value after "="')
            yield Token("punctuation", ";", body[at].position)
            at += 3
        else:
            yield body[at]
            at += 1


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
    block = _block(text, ("strict", "digraph", "graph"), '"digraph"', dot=True)
    kind = block.keywords[-1]
    if kind.value.lower() != "digraph":
        why = ", whose edges have no direction" if kind.value.lower() == "graph" else ""
        problem = f'expected "digraph", found {kind.described()}{why}'
        raise GraphSyntaxError(text, kind.position, problem)
    for _, token in block.attributes:
        for setting, start in _settings(token.value):
            if setting in _NOT_PLAIN:
                problem = f"the attribute {setting} {_NOT_PLAIN[setting]}"
                raise GraphSyntaxError(text, token.position + start, problem)
    graph = _statements(block, _without_keywords(block))
    if _is_word(block.keywords[0], text, ("strict",)):  # an edge written twice is one edge
        graph.edges = list(dict.fromkeys(graph.edges))
    return graph


def _without_keywords(block: _Block) -> Iterator[Token]:
    """Yield the body without ``subgraph`` and its name, and without ``node`` and its like."""
    follows_subgraph = False
    for token in block.body:
        is_subgraph = _is_word(token, block.text, ("subgraph",))
        is_name_of_subgraph = follows_subgraph and token.kind == "name"
        # `node [shape=box]` sets defaults; its attributes have gone, the word is left
        is_default = _is_word(token, block.text, ("node", "edge", "graph"))
        if not (is_subgraph or is_name_of_subgraph or is_default):
            yield token
        follows_subgraph = is_subgraph


_KINDS = ("dag", "pdag", "mag", "pag")
# R's call around a model code, with or without an assignment in front of it
CALL = (
    r"\s*(?:[\w.]+\s*(?:<-|=)\s*)?[\w.:]*dagitty\s*\(\s*"
    r"(?P<mark>[\"'])(?P<code>.*)(?P=mark)\s*\)[\s;]*"
)
_RESERVED = ("node", "edge", "graph", "digraph", "subgraph", "strict")  # as in DOT, in any case


def read_dagitty(text: str, *, lines: bool = False) -> ParsedGraph:
    """Return the graph of a DAGitty model code, with or without the call ``dagitty("...")``.

    Settings such as ``bb``, positions and roles (exposure, outcome, adjusted) are skipped; which
    variables are latent or selected is kept. `lines`: a ``pdag`` is read, too.
    """
    if call := re.fullmatch(CALL, text, re.DOTALL):
        text = re.sub(r"\\(.)", r"\1", call["code"])
    block = _block(text, _KINDS, '"dag"')
    kind = block.keywords[0]
    if kind.value.lower() not in ("dag", "pdag")[: 1 + lines]:
        problem = f'expected "dag", found {kind.described()}, where not every edge is an arrow'
        raise GraphSyntaxError(text, kind.position, problem)
    return _statements(block, block.body, lines=lines)


def to_dagitty(graph: Any) -> str:
    """Return a DAG or a Pdag as DAGitty model code, for dagitty.net or R's ``dagitty()``.

    With ``digraph`` in place of its first word, that of a DAG is DOT.

    >>> from marvel_widgets.core import Pdag
    >>> print(to_dagitty(Pdag("A -> B - C")), end="")
    pdag {
      A;
      B;
      C;
      A -> B;
      B -- C;
    }
    """
    names = [_quoted(name) for name in written_names(graph.nodes)]
    partly = hasattr(graph, "undirected_masks")
    arrows = sorted((u, v) for v, mask in enumerate(graph.parent_masks) for u in members(mask))
    lines = [*names, *(f"{names[u]} -> {names[v]}" for u, v in arrows)]
    for u, mask in enumerate(graph.undirected_masks if partly else ()):
        lines += [f"{names[u]} -- {names[v]}" for v in members(mask) if u < v]
    return "\n".join(["pdag {" if partly else "dag {", *(f"  {x};" for x in lines), "}"]) + "\n"


def _quoted(name: str) -> str:
    """Return a name in quotes unless it is a plain ASCII word."""
    plain = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) and name.lower() not in _RESERVED
    return name if plain else in_quotes(name)
