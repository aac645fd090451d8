"""Which format a file or a text is in, and what it says of a graph."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.formats.bif import read_bif
from marvel_widgets.core.graphs.formats.blocks import CALL, read_dagitty, read_dot
from marvel_widgets.core.graphs.formats.exchanged import read_gml, read_graphml
from marvel_widgets.core.graphs.grammar import QUOTED, ParsedGraph, parse_text
from marvel_widgets.core.graphs.limits import MOST_CHARACTERS_WITH_TABLES
from marvel_widgets.core.graphs.shortening import shortened, shown

_GAP = r"(?>\s|//[^\n]*|#[^\n]*|/\*.*?\*/)*+"
# A brace behind a keyword, with or without a name in front of it: a variable may be called `dag`.
_OPENS = rf"\b{_GAP}(?>{QUOTED}|[\w.'-]+)?+{_GAP}\{{"
_BEGINS = re.compile(
    rf"\ufeff?{_GAP}(?:(?P<BIF>(?:network|(?P<variable>variable))\b(?:[^;{{}}<>\"]|{QUOTED})*\{{"
    rf"(?(variable)(?:[^}}\"]|{QUOTED})*?\btype\b)|probability\s*\()"
    rf"|(?P<DOT>(?:strict\b{_GAP})?(?:di)?graph{_OPENS})"
    rf"|(?P<DAGitty>{CALL}\Z|(?:dag|pdag|mag|pag){_OPENS})|(?P<GraphML><)"
    rf"|(?P<GML>(?:(?:creator|version|comment|label)\s+(?:{QUOTED}|[\w.]+)\s+)*graph\s*\[))",
    re.IGNORECASE | re.DOTALL,
)
_MOST_BYTES = 4 * MOST_CHARACTERS_WITH_TABLES  # a character takes at most four in UTF-8


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write a graph."""

    name: str
    suffixes: tuple[str, ...]
    read: Callable[..., ParsedGraph]


BIF = Format("BIF", (".bif",), read_bif)
DOT = Format("DOT", (".dot", ".gv"), read_dot)
DAGITTY = Format("DAGitty", (".dagitty",), read_dagitty)
GRAPHML = Format("GraphML", (".graphml",), read_graphml)
GML = Format("GML", (".gml",), read_gml)
NOTATION = Format("our own notation", (".txt", ".dag"), parse_text)
FORMATS = (BIF, DOT, DAGITTY, GRAPHML, GML, NOTATION)


def format_of(text: str) -> Format:
    """Return the format that a text begins like, or else our own notation."""
    begun = _BEGINS.match(text)
    return next((form for form in FORMATS if begun and form.name == begun.lastgroup), NOTATION)


def text_of_file(text: str, form: Format = NOTATION, *, lines: bool = False) -> ParsedGraph:
    """Return the graph of a text in the format that it begins like, or else in `form`.

    `lines`: undirected edges are read, too, where the format has them.
    """
    if (begun := format_of(text)) is not NOTATION:
        form = begun
    return form.read(text, lines=True) if lines and form in (DAGITTY, NOTATION) else form.read(text)


def read_file(path: str | Path) -> ParsedGraph:
    """Return what the DAG in a file is made of; `Dag.from_file` says which files."""
    path = Path(path)
    suffix, name = path.suffix.lower(), shortened(path.name)
    form = next((form for form in FORMATS if suffix in form.suffixes), None)
    if form is None:
        known = ", ".join(known for form in FORMATS for known in form.suffixes)
        msg = f"the suffix {shown(suffix)} of {name} is unknown; the known ones are {known}"
        raise GraphError(msg)
    with path.open("rb") as file:  # not as text: it changes line ends inside quoted names
        content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        msg = f"the file {name} has more than {_MOST_BYTES:,} bytes, the most we read"
        raise GraphError(msg)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"the file {name} is not UTF-8 text, by its byte {error.start:,}: save it as UTF-8"
        raise GraphError(msg) from error
    return text_of_file(text, form)
