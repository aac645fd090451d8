"""What DOT and DAGitty share: a graph in braces after a keyword, in the one grammar we have."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from marvel_widgets.core.graphs import grammar
from marvel_widgets.core.graphs.errors import GraphSyntaxError
from marvel_widgets.core.graphs.limits import check_length

# What stands in the brackets of attributes, one piece after the other. A search for a whole
# `key = value` would begin anew at every letter of a long word.
_PIECE = re.compile(r'(?P<text>[\w.]+|"(?:[^"\\]|\\.)*"?)|(?P<blank>\s+)|.', re.DOTALL)
# Attributes of a variable that is not measured, or on which the sample depends: DAGitty's words
# and letters, and what DoWhy writes.
_HIDDEN = dict.fromkeys(("latent", "unobserved", "l", "u", "observed=no"), "latent")
_HIDDEN |= dict.fromkeys(("selected", "s"), "selected")


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A graph in braces, its statements not read yet; what each attribute follows."""

    text: str
    keywords: tuple[grammar.Token, ...]
    body: tuple[grammar.Token, ...]
    attributes: tuple[tuple[grammar.Token, grammar.Token], ...]


def read_block(text: str, kinds: Collection[str], expected: str, *, dot: bool = False) -> TextBlock:
    """Return the one block of a text such as ``dag name { ... }``."""
    check_length(text)
    everything = [token for token in grammar.tokens(text, dot=dot) if token.kind != "newline"]
    attributes = [pair for pair in pairwise(everything) if pair[1].kind == "attributes"]
    stream = [token for token in everything if token.kind != "attributes"]
    start = 0
    while is_word(stream[start], text, kinds):
        start += 1
    if start == 0:
        raise unexpected(text, stream[0], expected)
    opening = start + (stream[start].kind == "name")  # the graph's own name, if any
    if not is_mark(stream[opening], "{"):
        raise unexpected(text, stream[opening], '"{"')
    body = tuple(_without_settings(text, stream[opening:]))
    return TextBlock(text, tuple(stream[:start]), body, tuple(attributes))


def read_statements(
    block: TextBlock, body: Iterable[grammar.Token], *, lines: bool = False
) -> grammar.ParsedGraph:
    """Return the nodes and edges of a block, and which variables are latent or selected."""
    graph = grammar.parse_statements([*body], block.text, loose=True, lines=lines)
    for owner, attributes in block.attributes:
        for setting, _ in block_settings(attributes.value):
            if owner.value in graph.nodes and setting in _HIDDEN:
                graph.hidden[owner.value] = _HIDDEN[setting]
    return graph


def block_settings(attributes: str) -> Iterator[tuple[str, int]]:
    """Yield each ``key`` or ``key=value`` of some attributes, in lower case, and its place."""
    pieces = [piece for piece in _PIECE.finditer(attributes) if piece.lastgroup != "blank"]
    words = [piece.group().strip('"').lower() for piece in pieces]
    for at, piece in enumerate(pieces):
        if piece.lastgroup == "text" and words[at - 1] != "=":
            value = f"={words[at + 2]}" if words[at + 1] == "=" else ""
            yield words[at] + value, piece.start()


def is_word(token: grammar.Token, text: str, words: Collection[str]) -> bool:
    """Return whether a token is one of some keywords, in any case but not in quotes."""
    bare = token.kind == "name" and text[token.position] != '"'
    return bare and token.value.lower() in words


def is_mark(token: grammar.Token, mark: str) -> bool:
    """Return whether a token is this punctuation mark; a name in quotes never is."""
    return token.kind == "punctuation" and token.value == mark


def unexpected(text: str, token: grammar.Token, expected: str) -> GraphSyntaxError:
    """Return the error for a token at which something else was expected."""
    problem = f"expected {expected}, found {token.described()}"
    return GraphSyntaxError(text, token.position, problem)


def _without_settings(text: str, body: list[grammar.Token]) -> Iterator[grammar.Token]:
    """Yield the tokens with ``;`` for each ``key = value``, which names no vertex."""
    at = 0
    while at < len(body):
        if body[at].kind == "name" and is_mark(body[at + 1], "="):
            if body[at + 2].kind != "name":
                raise unexpected(text, body[at + 2], 'a value after "="')
            yield grammar.Token("punctuation", ";", body[at].position)
            at += 3
        else:
            yield body[at]
            at += 1
