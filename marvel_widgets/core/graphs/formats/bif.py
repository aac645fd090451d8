"""The structure of networks in the Bayesian Interchange Format (BIF)."""

import re

from marvel_widgets.core.graphs.construction import Structure
from marvel_widgets.core.graphs.errors import GraphSyntaxError
from marvel_widgets.core.graphs.formats.blocks import is_mark, unexpected
from marvel_widgets.core.graphs.grammar import Token
from marvel_widgets.core.graphs.limits import MOST_CHARACTERS_WITH_TABLES, check_length, check_size
from marvel_widgets.core.graphs.shortening import shortened

_TOKEN = re.compile(
    r"""
    (?P<skip>\s+ | //[^\n]* | /\*.*?\*/)
  | (?P<quoted>"(?:[^"\\]|\\.)*")
  | (?P<punctuation>[{}()|,;])
  | (?P<name>(?:(?!//|/\*)[^\s{}()|,;"])+)
    """,
    re.VERBOSE | re.DOTALL,
)
# In a block only its braces count; a table of a million numbers is skipped at once.
_INSIDE = re.compile(r'[^{}"/]+|[{}]|"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|/(?!\*)', re.DOTALL)


def read_bif(text: str) -> Structure:
    """Return the structure of a network in BIF; states, tables and properties are skipped.

    The variables keep the order of their blocks. A variable without a probability block has
    no parents.
    """
    check_length(text, MOST_CHARACTERS_WITH_TABLES)
    reader = _Reader(text)
    reader.run()
    check_size(len(reader.variables), sum(map(len, reader.parents.values())))
    edges = [(tail, head) for head, tails in reader.parents.items() for tail in tails]
    return Structure(edges, reader.variables)


def _closed(match: re.Match[str] | None, text: str, position: int) -> re.Match[str]:
    if match is None:  # only these two start something that may not end
        what = "quote" if text[position] == '"' else "comment"
        raise GraphSyntaxError(text, position, f"this {what} is never closed")
    return match


def _token(match: re.Match[str]) -> Token:
    if match.lastgroup == "quoted":
        plain = re.sub(r"\\(.)", r"\1", match.group()[1:-1], flags=re.DOTALL)
        return Token("name", plain, match.start())
    return Token("name" if match.lastgroup == "name" else "punctuation", match[0], match.start())


class _Reader:
    """Reads the blocks one after the other; `next` is the next token to read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.variables: dict[str, None] = {}  # in their order
        self.parents: dict[str, list[str]] = {}
        self._behind = 0  # where the next token ends
        self.advance()

    def advance(self) -> None:
        while (at := self._behind) < len(self.text):
            match = _closed(_TOKEN.match(self.text, at), self.text, at)
            self._behind = match.end()
            if match.lastgroup != "skip":
                self.next = _token(match)
                return
        self.next = Token("end", "", len(self.text))

    def run(self) -> None:
        waiting = []  # a probability block may stand before a variable that it names
        while self.next.kind != "end":
            word = self.name('"variable" or "probability"')
            if word.value == "network":
                while self.next.kind == "name":
                    self.advance()
            elif word.value == "variable":
                self.variable()
            elif word.value == "probability":
                waiting.append(self.header())
            elif word.value == "property":
                self.skip_to_semicolon(word)
                continue
            else:
                raise unexpected(self.text, word, '"variable" or "probability"')
            self.skip_block()
        for family in waiting:
            self.add(family)

    def variable(self) -> None:
        token = self.name("the name of a variable")
        if token.value in self.variables:
            problem = f"the variable {shortened(token.value)} already has a block; delete one"
            raise GraphSyntaxError(self.text, token.position, problem)
        self.variables[token.value] = None

    def header(self) -> list[Token]:
        """Read ``( X | A, B )`` and return the tokens of X, A and B."""
        self.mark("(")
        family = [self.name("the name of a variable")]
        if self.is_mark("|"):
            self.advance()
            while not self.is_mark(")"):
                family.append(self.name('the name of a parent or ")"'))
                if self.is_mark(","):
                    self.advance()
        self.mark(")")
        return family

    def add(self, family: list[Token]) -> None:
        head, *tails = [token.value for token in family]
        for token in family:
            if token.value not in self.variables:
                problem = f"no variable block names {shortened(token.value)}"
                raise GraphSyntaxError(self.text, token.position, problem)
        if head in self.parents:
            name = shortened(head)
            problem = f"the variable {name} already has a probability block; delete one"
            raise GraphSyntaxError(self.text, family[0].position, problem)
        met = set()
        for token in family:
            if token.value in met:
                problem = f"{shortened(token.value)} occurs twice in this list; delete one"
                raise GraphSyntaxError(self.text, token.position, problem)
            met.add(token.value)
        self.parents[head] = tails

    def is_mark(self, mark: str) -> bool:
        return is_mark(self.next, mark)

    def name(self, expected: str) -> Token:
        token = self.next
        if token.kind != "name" or not token.value:
            raise unexpected(self.text, token, expected)
        self.advance()
        return token

    def mark(self, mark: str) -> Token:
        token = self.next
        if not self.is_mark(mark):
            raise unexpected(self.text, token, f'"{mark}"')
        self.advance()
        return token

    def skip_block(self) -> None:
        opening = self.next
        if not self.is_mark("{"):
            raise unexpected(self.text, opening, '"{"')
        depth = 1
        while depth:
            if (at := self._behind) == len(self.text):
                problem = 'this "{" is never closed with "}"'
                raise GraphSyntaxError(self.text, opening.position, problem)
            match = _closed(_INSIDE.match(self.text, at), self.text, at)
            depth += (match[0] == "{") - (match[0] == "}")
            self._behind = match.end()
        self.advance()

    def skip_to_semicolon(self, word: Token) -> None:
        while not self.is_mark(";"):
            if self.next.kind == "end":
                problem = 'this property is never closed with ";"'
                raise GraphSyntaxError(self.text, word.position, problem)
            self.advance()
        self.advance()
