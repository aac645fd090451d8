"""What DOT and DAGitty share: a graph in braces after a keyword, in the one grammar we have."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from marvel_widgets.core.graphs.errors import GraphSyntaxError
from marvel_widgets.core.graphs.grammar import (
    ParsedGraph,
    Token,
    parse_statements,
    tokens,
)
from marvel_widgets.core.graphs.limits import check_length


@dataclass(frozen=True, slots=True)
class Block:
    """A graph in braces, its statements not read yet."""

    text: str
    keywords: tuple[Token, ...]
    body: tuple[Token, ...]
    end: Token


def read_block(text: str, kinds: Collection[str], expected: str) -> Block:
    """Return the one block of a text such as ``dag name { ... }``."""
    check_length(text)
    stream = [t for t in tokens(text) if t.kind not in ("newline", "attributes")]
    start = 0
    while is_word(stream[start], text, kinds):
        start += 1
    if start == 0:
        raise unexpected(text, stream[0], expected)
    opening = start + (stream[start].kind == "name")  # the graph's own name, if any
    if not is_mark(stream[opening], "{"):
        raise unexpected(text, stream[opening], '"{"')
    closing = closing_brace(text, stream, opening)
    if stream[closing + 1].kind != "end":
        raise unexpected(text, stream[closing + 1], 'nothing after the last "}"')
    inside = stream[opening + 1 : closing]
    body = tuple(_without_settings(text, inside, stream[closing]))
    return Block(text, tuple(stream[:start]), body, stream[closing])


def read_statements(block: Block, body: Iterable[Token]) -> ParsedGraph:
    """Return the nodes and edges of a block."""
    stream = [*body]
    if stream and stream[-1].kind == "arrow":  # the parser would speak of the end of the text
        raise unexpected(block.text, block.end, f'a name after "{stream[-1].value}"')
    stream.append(Token("end", "", block.end.position))
    return parse_statements(stream, block.text, loose=True)


def is_word(token: Token, text: str, words: Collection[str]) -> bool:
    """Return whether a token is one of some keywords, in any case but not in quotes."""
    bare = token.kind == "name" and text[token.position] != '"'
    return bare and token.value.lower() in words


def is_mark(token: Token, mark: str) -> bool:
    """Return whether a token is this punctuation mark; a name in quotes never is."""
    return token.kind == "punctuation" and token.value == mark


def closing_brace(text: str, stream: list[Token], opening: int) -> int:
    """Return where the brace at `opening` is closed."""
    depth = 0
    for at in range(opening, len(stream)):
        depth += is_mark(stream[at], "{") - is_mark(stream[at], "}")
        if depth == 0:
            return at
    problem = 'this "{" is never closed with "}"'
    raise GraphSyntaxError(text, stream[opening].position, problem)


def unexpected(text: str, token: Token, expected: str) -> GraphSyntaxError:
    """Return the error for a token at which something else was expected."""
    problem = f"expected {expected}, found {token.described()}"
    return GraphSyntaxError(text, token.position, problem)


def _without_settings(text: str, body: list[Token], end: Token) -> Iterator[Token]:
    """Yield the tokens with ``;`` for each ``key = value``, which names no vertex."""
    at = 0
    while at < len(body):
        after = [*body[at + 1 : at + 3], end, end]
        if body[at].kind == "name" and is_mark(after[0], "="):
            if after[1].kind != "name":
                raise unexpected(text, after[1], 'a value after "="')
            yield Token("punctuation", ";", body[at].position)
            at += 3
        else:
            yield body[at]
            at += 1
