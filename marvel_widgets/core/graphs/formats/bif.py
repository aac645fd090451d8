"""The structure of networks in the Bayesian Interchange Format (BIF)."""

import re

from marvel_widgets.core.graphs.errors import GraphSyntaxError
from marvel_widgets.core.graphs.grammar import QUOTED, ParsedGraph
from marvel_widgets.core.graphs.limits import (
    MOST_CHARACTERS_WITH_TABLES,
    check_graph_size,
    check_length,
)
from marvel_widgets.core.graphs.shortening import shortened

_COMMENT = r"//[^\n]*|/\*.*?\*/"
_GAP = rf"(?>\s|{_COMMENT})*+"
_BLANK = re.compile(_GAP, re.DOTALL)
_NAME = rf'(?>{QUOTED}|(?:(?!//|/\*)[^\s{{}}()|,;"])+)'
_PARENT = rf"(?P<parent>{_NAME}){_GAP},?{_GAP}"
_HEAD = re.compile(
    rf"property\b(?:[^;\"]|{QUOTED})*(?P<property>;)|(?:network\b{_GAP}(?:{_NAME}{_GAP})*+"
    rf"|variable\b{_GAP}(?P<variable>{_NAME}){_GAP}"
    rf"|probability{_GAP}\({_GAP}(?P<child>{_NAME}){_GAP}"
    rf"(?:\|{_GAP}(?P<parents>(?:{_NAME}{_GAP},?{_GAP})*+))?\){_GAP})\{{",
    re.DOTALL,
)
# In a block only its braces count; a table of a million numbers is skipped at once.
_SKIPPED = rf'[^{{}}"/]+|{QUOTED}|{_COMMENT}|/(?!\*)'
_BLOCK = re.compile(rf"(?>{_SKIPPED}|\{{(?>{_SKIPPED})*+\}})*+\}}", re.DOTALL)


def read_bif(text: str) -> ParsedGraph:
    """Return the structure of a network in BIF; states, tables and properties are skipped.

    The variables keep the order of their blocks. A variable without a probability block has
    no parents.
    """
    check_length(text, MOST_CHARACTERS_WITH_TABLES)
    graph = ParsedGraph()
    families = []  # a probability block may stand before a variable that it names
    at = 0
    while (at := _BLANK.match(text, at).end()) < len(text):  # type: ignore[union-attr]
        head = _HEAD.match(text, at)
        if head is None:
            expected = "variable NAME { ... } or probability ( NAME | NAME, ... ) { ... }"
            found = shortened(text[at : at + 100].split(maxsplit=1)[0])
            raise GraphSyntaxError(text, at, f'expected {expected}, found "{found}"')
        block = head if head["property"] else _BLOCK.match(text, head.end())
        if block is None:
            raise GraphSyntaxError(text, head.end() - 1, 'this "{" is never closed with "}"')
        at = block.end()
        if head["variable"]:
            _add(graph.nodes, head["variable"], text, head.start("variable"))
        elif head["child"]:
            families.append(head)
    met: dict[str, int] = {}
    for head in families:
        _add(met, head["child"], text, head.start("child"))
        parents: dict[str, int] = {}
        start = head.start("parents")
        for parent in re.finditer(_PARENT, head["parents"] or "", re.DOTALL):
            _add(parents, parent["parent"], text, start + parent.start())
        child = _plain(head["child"])
        for name, place in {child: head.start("child"), **parents}.items():
            if name not in graph.nodes:
                raise GraphSyntaxError(text, place, f"no variable block names {shortened(name)}")
        graph.edges += [(parent, child) for parent in parents]
    check_graph_size(len(graph.nodes), len(graph.edges))
    return graph


def _plain(name: str) -> str:
    """Return a name without its quotes."""
    return re.sub(r"\\(.)", r"\1", name[1:-1], flags=re.DOTALL) if name[0] == '"' else name


def _add(places: dict[str, int], written: str, text: str, at: int) -> None:
    """Add a name, which has to be there for the first time."""
    name = _plain(written)
    if not name or name in places:
        problem = f"{shortened(name)} occurs twice; delete one" if name else "expected a name"
        raise GraphSyntaxError(text, at, problem)
    places[name] = at
