"""Which format a file or a text is in, and what it says of a graph."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from marvel_widgets.core.graphs.construction import Structure
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.formats.bif import read_bif
from marvel_widgets.core.graphs.formats.dagitty import read_dagitty
from marvel_widgets.core.graphs.formats.dot import read_dot
from marvel_widgets.core.graphs.formats.graphml import read_graphml
from marvel_widgets.core.graphs.formats.notation import read_notation
from marvel_widgets.core.graphs.limits import MOST_CHARACTERS_WITH_TABLES
from marvel_widgets.core.graphs.shortening import shortened, shown


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write a graph."""

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[str], Structure]


BIF = Format("BIF", (".bif",), read_bif)
DOT = Format("DOT", (".dot", ".gv"), read_dot)
DAGITTY = Format("DAGitty", (".dagitty",), read_dagitty)
GRAPHML = Format("GraphML", (".graphml",), read_graphml)
NOTATION = Format("our own notation", (".txt", ".dag"), read_notation)
FORMATS = (BIF, DOT, DAGITTY, GRAPHML, NOTATION)

_MOST_BYTES = 4 * MOST_CHARACTERS_WITH_TABLES  # a character takes at most four in UTF-8
_GAP = re.compile(r"\s+|//[^\n]*|\#[^\n]*|/\*.*?\*/", re.DOTALL)
_DAGITTY_WORD = re.compile(r"(?:dag|pdag|mag|pag)\b", re.IGNORECASE)
_STRICT = re.compile(r"strict\b", re.IGNORECASE)
_DOT_WORD = re.compile(r"(?:di)?graph\b", re.IGNORECASE)
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_NAME = re.compile(rf"{_QUOTED}|[\w.'-]+", re.DOTALL)
_BIF_START = re.compile(
    rf"network\b(?:[^;{{}}<>\"]|{_QUOTED})*\{{"
    rf"|variable\b(?:[^;{{}}<>\"]|{_QUOTED})*\{{(?:[^}}\"]|{_QUOTED})*?\btype\b"
    r"|probability\s*\(",
    re.IGNORECASE | re.DOTALL,
)


def format_of(text: str) -> Format:
    """Return the format that a text begins like, or else our own notation."""
    start = _after_gap(text, text.startswith("\ufeff"))
    if text.startswith("<", start):
        return GRAPHML
    if (word := _DAGITTY_WORD.match(text, start)) and _opens_block(text, word.end()):
        return DAGITTY
    strict = _STRICT.match(text, start)
    word = _DOT_WORD.match(text, _after_gap(text, strict.end()) if strict else start)
    if word and _opens_block(text, word.end()):
        return DOT
    return BIF if _BIF_START.match(text, start) else NOTATION


def _after_gap(text: str, at: int) -> int:
    """Return where blanks and comments end.

    A loop: as one repeated expression, whose parts can share a text between them in many ways,
    it would try all of these ways where what follows is missing.
    """
    while gap := _GAP.match(text, at):
        at = gap.end()
    return at


def _opens_block(text: str, at: int) -> bool:
    """Return whether a brace follows, with or without a name in front of it.

    A variable that is called `dag` or `graph` has no brace behind it.
    """
    at = _after_gap(text, at)
    if name := _NAME.match(text, at):
        at = _after_gap(text, name.end())
    return text.startswith("{", at)


def read_file(path: str | Path) -> Structure:
    """Return what the DAG in a file is made of; `Dag.from_file` says which files."""
    form = format_by_suffix(path)
    with Path(path).open("rb") as file:  # not as text: it changes line ends inside quoted names
        content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        msg = f"the file {Path(path).name} has more than {_MOST_BYTES:,} bytes, the most we read"
        raise GraphError(msg)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        name = Path(path).name
        msg = f"the file {name} is not UTF-8 text, by its byte {error.start:,}: save it as UTF-8"
        raise GraphError(msg) from error
    return form.read(text)


def format_by_suffix(path: str | Path) -> Format:
    """Return the format that the suffix of a file says."""
    suffix = Path(path).suffix.lower()
    for form in FORMATS:
        if suffix in form.suffixes:
            return form
    known = ", ".join(known for form in FORMATS for known in form.suffixes)
    of = f"{shown(suffix)} of {shortened(Path(path).name)}"
    msg = f"the suffix {of} is unknown; the known ones are {known}"
    raise GraphError(msg)
