"""The structure of networks in the Bayesian Interchange Format (BIF)."""

import re
from itertools import product

from marvel_widgets.core.graphs.construction import Structure
from marvel_widgets.core.graphs.errors import GraphError, GraphSyntaxError
from marvel_widgets.core.graphs.formats.blocks import is_mark, unexpected
from marvel_widgets.core.graphs.grammar import Token, in_quotes
from marvel_widgets.core.graphs.limits import MOST_CHARACTERS_WITH_TABLES, check_length, check_size
from marvel_widgets.core.graphs.relations import Relations
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
_MOST_PARENTS = 12  # a full table has a row for each of the 2 ** 12 states of so many parents
_BANNER = "// structure only: every variable has two states and uniform tables\n"


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


def to_bif(dag: Relations) -> str:
    """Return a DAG as a BIF network whose numbers mean nothing.

    BIF has no way to give a structure alone, so each variable gets the two states ``s0`` and
    ``s1`` and uniform tables, as pgmpy and bnlearn ask for. Labels that are not strings come
    back as strings; names that are no plain words stand in quotes, which not every reader of
    BIF understands.
    """
    names = dict(zip(dag.nodes, map(_quoted, dag.written_names()), strict=True))
    parts = ["network unknown {\n}\n", _BANNER]
    for name in names.values():
        parts.append(f"variable {name} {{\n  type discrete [ 2 ] {{ s0, s1 }};\n}}\n")
    for label, name in names.items():
        near = dag.parents(label)
        parents = [names[other] for other in dag.nodes if other in near]
        parts.append(_table(name, parents))
    return "".join(parts)


def _table(name: str, parents: list[str]) -> str:
    if len(parents) > _MOST_PARENTS:
        msg = (
            f"the variable {name} has {len(parents)} parents; a BIF table for more than "
            f"{_MOST_PARENTS} is too long: write .dot, .dagitty or .graphml instead"
        )
        raise GraphError(msg)
    if not parents:
        return f"probability ( {name} ) {{\n  table 0.5, 0.5;\n}}\n"
    states = product(("s0", "s1"), repeat=len(parents))
    rows = "".join(f"  ({', '.join(row)}) 0.5, 0.5;\n" for row in states)
    return f"probability ( {name} | {', '.join(parents)} ) {{\n{rows}}}\n"


def _quoted(name: str) -> str:
    if re.fullmatch(r"[A-Za-z_][\w.-]*", name, re.ASCII):
        return name
    return in_quotes(name)


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
