"""One grammar for graphs written as text: ours, and the edge statements of DOT and DAGitty.

::

    graph     = statement { separator statement }
    statement = operand { arrow operand }
    operand   = name | "{" name { [","] name } "}"
    arrow     = "->" | "<-" | "→" | "←", and "-" | "--" in a partially directed graph
    name      = letters, digits and _ . '  |  '"' any text '"'
    separator = ";" | newline | ","

In DOT and DAGitty the separator may be left out and ``[...]`` holds attributes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

from marvel_widgets.core.graphs.errors import GraphSyntaxError
from marvel_widgets.core.graphs.limits import check_length, check_size
from marvel_widgets.core.graphs.shortening import shortened

Kind = Literal["name", "arrow", "punctuation", "newline", "attributes", "end"]

_TOKEN = re.compile(
    r"""
    (?P<skip>[ \t\r\f\v\u00a0]+ | (?:\#|//)[^\n]* | /\*.*?\*/)
  | (?P<newline>\n)
  | (?P<arrow><->|->|<-|--|→|←|↔|@-@|@->|<-@|-)
  | (?P<quoted>"(?:[^"\\]|\\.)*")
  | (?P<name>[\w.']+(?:-(?!>|-)[\w.']+)*)
  | (?P<attributes>\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\])
  | (?P<punctuation>[{};,=])
    """,
    re.VERBOSE | re.DOTALL,
)
_LEFT = ("<-", "←")
_LINES = ("-", "--")
_NOT_DIRECTED = {
    "-": "an undirected edge",
    "--": "an undirected edge",
    "<->": "a two-headed arrow",
    "↔": "a two-headed arrow",
    "@-@": "an edge with open ends",
    "@->": "an edge with an open end",
    "<-@": "an edge with an open end",
}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text: what it is, what it says, and where it starts."""

    kind: Kind
    value: str
    position: int

    def described(self) -> str:
        """Return the token as an error message names it."""
        if self.kind == "end":
            return "the end of the text"
        if self.kind == "newline":
            return "the end of the line"
        return f'"{shortened(self.value)}"'


@dataclass(slots=True)
class ParsedGraph:
    """Names in order of first appearance, and directed and undirected edges as written."""

    nodes: dict[str, int] = field(default_factory=dict)  # name -> position
    edges: list[tuple[str, str]] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of `text`, comments and blanks left out, then an ``end`` token."""
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise GraphSyntaxError(text, position, _strange(text, position))
        kind, value = match.lastgroup, match.group()
        if kind == "quoted":
            plain = re.sub(r"\\(.)", r"\1", value[1:-1])
            if not plain:
                raise GraphSyntaxError(text, position, "expected a name between the quotes")
            yield Token("name", plain, position)
        elif kind != "skip":
            yield Token(kind, value, position)  # type: ignore[arg-type]
        position = match.end()
    yield Token("end", "", len(text))


def _strange(text: str, position: int) -> str:
    character = text[position]
    if character == '"':
        return "this quote is never closed"
    if character == "[":
        return "this bracket is never closed"
    if character in "<>":
        return f'expected a name or an arrow, found "{character}"; an arrow is written -> or <-'
    return (
        f'expected a name or an arrow, found "{character}"; '
        "put names with special characters in double quotes"
    )


def parse_statements(
    stream: list[Token], text: str, *, loose: bool = False, lines: bool = False
) -> ParsedGraph:
    """Return the nodes and edges that a list of tokens describes; `lines`: also undirected ones."""
    if loose:
        stream = [token for token in stream if token.kind not in ("newline", "attributes")]
    return _Parser(stream, text, loose, lines).run()


class _Parser:
    """Recursive descent over the token list; `at` is the next token to read."""

    def __init__(self, stream: list[Token], text: str, loose: bool, lines: bool) -> None:
        self.stream = stream
        self.text = text
        self.loose = loose
        self.lines = lines
        self.at = 0
        self.graph = ParsedGraph()

    def run(self) -> ParsedGraph:
        while self.peek().kind != "end":
            if self.is_separator(self.peek()):
                self.at += 1
            else:
                self.statement()
        return self.graph

    def peek(self) -> Token:
        return self.stream[self.at]

    @staticmethod
    def is_separator(token: Token) -> bool:
        return token.kind == "newline" or (token.kind == "punctuation" and token.value in ";,")

    def fail(self, token: Token, expected: str) -> GraphSyntaxError:
        problem = f"expected {expected}, found {token.described()}"
        return GraphSyntaxError(self.text, token.position, problem)

    def statement(self) -> None:
        left = self.operand()
        while True:
            for name, position in left:
                self.graph.nodes.setdefault(name, position)
            check_size(len(self.graph.nodes), 0)
            arrow = self.peek()
            if arrow.kind != "arrow":
                break
            self.at += 1
            self.check_arrow(arrow)
            right = self.operand()
            found = len(self.graph.edges) + len(self.graph.lines)
            check_size(0, found + len(left) * len(right))
            kind = self.graph.lines if arrow.value in _LINES else self.graph.edges
            for (a, _), (b, _) in product(left, right):
                kind.append((b, a) if arrow.value in _LEFT else (a, b))
            left = right
        self.end_of_statement()

    def check_arrow(self, arrow: Token) -> None:
        if arrow.value not in _NOT_DIRECTED or (self.lines and arrow.value in _LINES):
            return
        known = "a Pdag has only ->, <- and -" if self.lines else "a DAG has only -> and <-"
        what = f"{_NOT_DIRECTED[arrow.value]} {arrow.value}; {known}"
        raise GraphSyntaxError(self.text, arrow.position, f"found {what}")

    def end_of_statement(self) -> None:
        token = self.peek()
        if token.kind == "end" or self.is_separator(token) or self.loose:
            return
        previous = self.stream[self.at - 1]
        if token.kind == "name" and previous.kind == "name":
            words = shortened(f"{previous.value} {token.value}")
            hint = f'; write "{words}" in double quotes if it is one name'
        else:
            hint = ""
        expected = f'"->", "<-" or ";" after {previous.described()}'
        problem = f"expected {expected}, found {token.described()}{hint}"
        raise GraphSyntaxError(self.text, token.position, problem)

    def operand(self) -> list[tuple[str, int]]:
        token = self.peek()
        if token.kind == "name":
            self.at += 1
            return [(token.value, token.position)]
        if token.value == "{" and token.kind == "punctuation":
            return self.group()
        raise self.fail(token, 'a name or "{"')

    def group(self) -> list[tuple[str, int]]:
        opening = self.peek()
        self.at += 1
        names: list[tuple[str, int]] = []
        while True:
            token = self.peek()
            if token.kind == "name":
                names.append((token.value, token.position))
            elif token.value == "}":
                if not names:
                    raise self.fail(token, 'a name after "{"')
                self.at += 1
                return names
            elif token.kind == "end":
                raise GraphSyntaxError(
                    self.text, opening.position, 'this "{" is never closed with "}"'
                )
            elif not self.is_separator(token):
                raise self.fail(token, 'a name or "}"')
            self.at += 1


def parse_text(text: str, *, lines: bool = False) -> ParsedGraph:
    """Return the nodes and edges of a graph in our own notation; `lines`: also undirected ones."""
    check_length(text)
    return parse_statements(list(tokens(text)), text, lines=lines)


def quoted(name: str) -> str:
    """Return `name` as it must be written in a text: in quotes unless it is a plain word."""
    plain = re.fullmatch(r"[\w.']+(?:-(?!>|-)[\w.']+)*", name)
    return name if plain else in_quotes(name)


def in_quotes(name: str) -> str:
    """Return a name in quotes, those in it escaped."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
