"""One grammar for graphs written as text: ours, and the edge statements of DOT and DAGitty.

::

    graph     = statement { separator statement }
    statement = operand { arrow operand }
    operand   = name | "{" name { [","] name } "}"
    arrow     = "->" | "<-" | "→" | "←", and "-" | "--" in a partially directed graph
    name      = letters, digits and _ . '  |  '"' any text '"'
    separator = ";" | newline | ","
    comment   = ("#" | "//") to the line's end, not right behind a name  |  "/*" to "*/"

In DOT and DAGitty the separator may be left out and ``[...]`` holds attributes. A name with a
dash such as ``age-group`` is read where it can't be an edge written without blanks.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

from marvel_widgets.core.graphs.errors import GraphSyntaxError
from marvel_widgets.core.graphs.limits import MOST_LETTERS, check_graph_size, check_length
from marvel_widgets.core.graphs.shortening import shortened

Latents = Literal["refused", "measured"]  # what becomes of variables that a text calls latent
Kind = Literal["name", "arrow", "punctuation", "newline", "attributes", "end"]

QUOTED = r'"(?:[^"\\]|\\.)*"'  # a name in quotes, escaped ones within
_TOKEN = re.compile(
    r"""
    (?P<skip>[ \t\r\f\v\u00a0]+ | (?<![\w.'])(?:\#|//)[^\n]* | /\*.*?\*/)
  | (?P<newline>\n)
  | (?P<arrow><->|->|<-|--|→|←|⟶|⟵|↔|⟷|@-@|@->|<-@|-)
  | (?P<quoted>"(?:[^"\\]|\\.)*")
  | (?P<name>[\w.']+(?:-(?!>|-)[\w.']+)*)
  | (?P<attributes>\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\])
  | (?P<punctuation>[{};,=])
    """,
    re.VERBOSE | re.DOTALL,
)
_DOT_TOKEN = re.compile(
    r'(?P<port>:\s*(?:[\w.]+|"(?:[^"\\]|\\.)*"))|(?P<numeral>-(?:\d+\.?\d*|\.\d+))'
    r"|(?P<html>(?<==)\s*<(?:[^<>]|<[^<>]*>)*>)|" + _TOKEN.pattern,
    re.VERBOSE | re.DOTALL,
)
_LEFT = ("<-", "←", "⟵")
_LINES = ("-", "--")
_DEEPEST = 100  # braces within each other
_NOT_DIRECTED = {
    "-": "an undirected edge",
    "--": "an undirected edge",
    "<->": "a two-headed arrow",
    "↔": "a two-headed arrow",
    "⟷": "a two-headed arrow",
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
    hidden: dict[str, str] = field(default_factory=dict)  # name -> "latent" or "selected"


def tokens(text: str, *, dot: bool = False) -> Iterator[Token]:
    """Yield the tokens of `text`, comments and blanks left out, then an ``end`` token.

    `dot`: also DOT's numerals below zero and HTML; its ports are left out.
    """
    position = 0
    pattern = _DOT_TOKEN if dot else _TOKEN
    while position < len(text):
        match = pattern.match(text, position)
        if match is None:
            raise GraphSyntaxError(text, position, _strange(text, position))
        kind, value = match.lastgroup, match.group()
        if kind == "quoted":
            yield Token("name", re.sub(r"\\(.)", r"\1", value[1:-1]), position)
        elif kind in ("numeral", "html"):
            yield Token("name", value, position)
        elif kind not in ("skip", "port"):
            yield Token(kind, value, position)  # type: ignore[arg-type]
        position = match.end()
    yield Token("end", "", len(text))


def _strange(text: str, position: int) -> str:
    character = text[position]
    kind = unicodedata.name(character, "")
    if character in '"[':
        return f"this {'bracket' if character == '[' else 'quote'} is never closed"
    if mark := re.match("#|//", text[position : position + 2]):
        around = text[max(position - MOST_LETTERS, 0) : position + MOST_LETTERS]
        words = re.finditer(r"[^\s;,{}]+", around)
        word = next(w[0] for w in words if w.end() > min(position, MOST_LETTERS))
        start = f'"{mark[0]}" begins a comment only at a line\'s start or after a blank'
        return f'{start}: put "{shortened(word)}" in double quotes'
    if character == "+":
        return 'found "+": write the joined name in one pair of quotes'
    if re.search("DASH|MINUS|HYPHEN|HORIZONTAL BAR", kind):
        return "found a long dash: an arrow is written ->"
    if "QUOTATION MARK" in kind:
        return f'found the curly quote {character}: put names in straight quotes, as in "A"'
    looks = re.match(r"[<>]|&[gl]t;|\\(?:long)?(?:right|left)arrow|\\to\b", text[position:][:20])
    if looks or "ARROW" in kind:
        hint = "an arrow is written -> or <-"
    else:
        hint = "put names with special characters in double quotes"
    return f'expected a name or an arrow, found "{character}"; {hint}'


def parse_statements(
    stream: list[Token], text: str, *, loose: bool = False, lines: bool = False
) -> ParsedGraph:
    """Return the nodes and edges that a list of tokens describes; `lines`: also undirected ones."""
    return _Parser(stream, text, loose, lines).run()


class _Parser:
    """Recursive descent over the token list; `at` is the next token to read."""

    def __init__(self, stream: list[Token], text: str, loose: bool, lines: bool) -> None:
        self.stream = stream
        self.text = text
        self.loose = loose
        self.lines = lines
        self.at = self.depth = 0
        self.graph = ParsedGraph()

    def run(self) -> ParsedGraph:
        if self.loose:
            self.group()
            if self.peek().kind != "end":
                raise self.fail(self.peek(), 'nothing after the last "}"')
        while self.peek().kind != "end":
            if self.is_separator(self.peek()):
                self.at += 1
            else:
                self.statement()
        joined = {name for edge in (*self.graph.edges, *self.graph.lines) for name in edge}
        for name, position in self.graph.nodes.items():
            parts = name.split("-")
            if "-" not in name[1:] or self.text[position] == '"':
                continue
            if self.lines or name not in joined or self.graph.nodes.keys() >= set(parts):
                edge = shortened((" - " if self.lines else " -> ").join(parts))
                problem = f"is {shortened(name)} one name? Put it in double quotes. "
                problem += f"An edge is written with blanks, {edge}"
                raise GraphSyntaxError(self.text, position, problem)
        return self.graph

    def peek(self) -> Token:
        return self.stream[self.at]

    @staticmethod
    def is_separator(token: Token) -> bool:
        return token.kind == "newline" or (token.kind == "punctuation" and token.value in ";,")

    def fail(self, token: Token, expected: str) -> GraphSyntaxError:
        problem = f"expected {expected}, found {token.described()}"
        return GraphSyntaxError(self.text, token.position, problem)

    def statement(self) -> dict[str, int]:
        """Read a statement; return the names in it."""
        left = self.operand()
        met: dict[str, int] = {}
        while True:
            met.update(left)
            for name, position in left.items():
                if not name:
                    problem = "expected a name between the quotes"
                    raise GraphSyntaxError(self.text, position, problem)
                self.graph.nodes.setdefault(name, position)
            check_graph_size(len(self.graph.nodes), 0)
            arrow = self.peek()
            if arrow.kind != "arrow":
                break
            self.at += 1
            self.check_arrow(arrow)
            right = self.operand()
            found = len(self.graph.edges) + len(self.graph.lines)
            check_graph_size(0, found + len(left) * len(right))
            kind = self.graph.lines if arrow.value in _LINES else self.graph.edges
            for a, b in product(left, right):
                kind.append((b, a) if arrow.value in _LEFT else (a, b))
            left = right
        self.end_of_statement()
        return met

    def check_arrow(self, arrow: Token) -> None:
        if arrow.value not in _NOT_DIRECTED or (self.lines and arrow.value in _LINES):
            return
        known = "a Pdag has only ->, <- and -" if self.lines else "a DAG has only -> and <-"
        what = f"found {_NOT_DIRECTED[arrow.value]} {arrow.value}; {known}"
        if "two-headed" in what and not self.lines:
            what += ". For a common cause that is not measured write A <- U -> B, and give the "
            what += "oracle the measured ones"
        raise GraphSyntaxError(self.text, arrow.position, what)

    def end_of_statement(self) -> None:
        token = self.peek()
        if token.kind == "end" or self.is_separator(token) or self.loose:
            return
        previous = self.stream[self.at - 1]
        if token.kind == "name" and previous.kind == "name":
            words = shortened(f"{previous.value} {token.value}")
            hint = f'; write "{words}" in double quotes if it is one name'
        elif token.kind == "attributes" or token.value == "=":
            hint = "; what DAGitty and DOT say with [ ] and = is read inside dag { } or digraph { }"
        else:
            hint = ""
        expected = f'"->", "<-" or ";" after {previous.described()}'
        problem = f"expected {expected}, found {token.described()}{hint}"
        raise GraphSyntaxError(self.text, token.position, problem)

    def operand(self) -> dict[str, int]:
        token = self.peek()
        if token.kind == "name":
            self.at += 1
            return {token.value: token.position}
        if token.value == "{" and token.kind == "punctuation":
            return self.group()
        raise self.fail(token, 'a name or "{"')

    def group(self) -> dict[str, int]:
        """Read names in braces, in DOT and DAGitty also edges between them."""
        opening = self.peek()
        self.at += 1
        self.depth += 1
        names: dict[str, int] = {}
        while (token := self.peek()).value != "}" or token.kind == "name":
            if token.kind == "end" or self.depth > _DEEPEST:
                deep = f"this is deeper in braces than {_DEEPEST}, the most that are read"
                problem = 'this "{" is never closed with "}"' if token.kind == "end" else deep
                raise GraphSyntaxError(self.text, opening.position, problem)
            if self.is_separator(token):
                self.at += 1
            elif self.loose:
                names |= self.statement()
            elif token.kind == "name":
                names |= self.operand()
            else:
                raise self.fail(token, 'a name or "}"')
        if not names and not self.loose:
            raise self.fail(token, 'a name after "{"')
        self.at += 1
        self.depth -= 1
        return names


def check_table(text: str, *separators: str) -> None:
    """Refuse two or more lines of names with a separator between them and no arrow."""
    if "\n" not in text.strip():
        return
    bare = re.sub(QUOTED, '""', text)
    bare = re.sub(r"(?:^|(?<=\s))(?:#|//)[^\n]*|/\*.*?\*/", "", bare, flags=re.DOTALL)
    if re.search(r"->|<-|--|\s-\s|[→←⟶⟵↔⟷]", bare):
        return
    lines = [line.strip(" \t\r;,") for line in bare.split("\n")]
    for mark in separators:
        if sum(mark in line for line in lines) >= 2:
            what = {",": "commas", ";": "semicolons", " ": "blanks", "\t": "tabs"}[mark]
            says = (
                f"these lines have {what} and no arrow. Edges are written A -> B, one a line; a "
                "table of data goes to read_csv, an edge list to Dag(pairs, nodes)"
            )
            raise GraphSyntaxError(text, len(text) - len(text.lstrip()), says) from None


def parse_text(text: str, *, lines: bool = False) -> ParsedGraph:
    """Return the nodes and edges of a graph in our own notation; `lines`: also undirected ones."""
    check_length(text)
    try:
        check_table(text, ",", ";")
        graph = parse_statements(list(tokens(text)), text, lines=lines)
    except GraphSyntaxError:
        from marvel_widgets.core.graphs.foreign import check_foreign

        check_foreign(text)
        check_table(text, " ", "\t")
        raise
    if "->" in text and not graph.nodes:
        problem = 'here all is comment: put names that begin with "#" in double quotes'
        raise GraphSyntaxError(text, 0, problem)
    return graph


def quoted(name: str) -> str:
    """Return `name` as it must be written in a text: in quotes unless it is a plain word."""
    return name if re.fullmatch(r"[\w.']+", name) else in_quotes(name)


def in_quotes(name: str) -> str:
    """Return a name in quotes, those in it escaped."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
