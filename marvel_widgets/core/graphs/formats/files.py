"""Which format a file or a text is in, and what it says of a graph."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from marvel_widgets.core.graphs.construction import Structure
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.formats.bif import read_bif, to_bif
from marvel_widgets.core.graphs.formats.dagitty import read_dagitty, to_dagitty
from marvel_widgets.core.graphs.formats.dot import read_dot, to_dot
from marvel_widgets.core.graphs.formats.graphml import read_graphml, to_graphml
from marvel_widgets.core.graphs.formats.notation import read_notation, to_notation

if TYPE_CHECKING:
    from marvel_widgets.core.graphs.dag import Dag


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write a graph.

    Attributes
    ----------
    name : str
        As a reader knows it.
    suffixes : tuple of str
        How its files end.
    read : callable
        From the content of a file to what a Dag is made of.
    to_text : callable
        From a Dag to the content of a file.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[str], Structure]
    to_text: Callable[[Dag], str]


BIF = Format("BIF", (".bif",), read_bif, to_bif)
DOT = Format("DOT", (".dot", ".gv"), read_dot, to_dot)
DAGITTY = Format("DAGitty", (".dagitty",), read_dagitty, to_dagitty)
GRAPHML = Format("GraphML", (".graphml",), read_graphml, to_graphml)
NOTATION = Format("our own notation", (".txt", ".dag"), read_notation, to_notation)
FORMATS = (BIF, DOT, DAGITTY, GRAPHML, NOTATION)

_GAP = r"(?:\s|//[^\n]*|\#[^\n]*|/\*.*?\*/)"
_NAME = r"""(?:"(?:[^"\\]|\\.)*"|[\w.'-]+)"""
# how a text begins, after comments; a name that is called `dag` or `graph` has no brace behind it
_BEGINNINGS = (
    (GRAPHML, "<"),
    (DAGITTY, rf"(?:dag|pdag|mag|pag)\b{_GAP}*(?:{_NAME}{_GAP}*)?\{{"),
    (DOT, rf"(?:strict\b{_GAP}*)?(?:di)?graph\b{_GAP}*(?:{_NAME}{_GAP}*)?\{{"),
    (BIF, r"network\b[^;{}<>]*\{|variable\b[^;{}<>]*\{[^}]*\btype\b|probability\s*\("),
)


def format_of(text: str) -> Format:
    r"""Return the format that a text begins like; our own notation when it is no other.

    Examples
    --------
    >>> format_of("// a comment\ndigraph { X -> Y }").name
    'DOT'
    """
    start = re.match(f"\ufeff?{_GAP}*", text, re.DOTALL)
    rest = text[start.end() :] if start else text
    for form, beginning in _BEGINNINGS:
        if re.match(beginning, rest, re.IGNORECASE | re.DOTALL):
            return form
    return NOTATION


def read_file(path: str | Path) -> Structure:
    """Return what the DAG in a file is made of; `Dag.from_file` says which files.

    Raises
    ------
    GraphError
        The suffix is unknown, or the content is no graph.
    OSError
        The file can't be read.
    """
    form = format_by_suffix(path)
    content = Path(path).read_bytes()  # not read_text: it changes line ends inside quoted names
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"the file {Path(path).name} is not UTF-8 text: {error}"
        raise GraphError(msg) from error
    return form.read(text)


def format_by_suffix(path: str | Path) -> Format:
    """Return the format that the suffix of a file says.

    Raises
    ------
    GraphError
        The suffix is unknown.
    """
    suffix = Path(path).suffix.lower()
    for form in FORMATS:
        if suffix in form.suffixes:
            return form
    known = ", ".join(known for form in FORMATS for known in form.suffixes)
    msg = f"the suffix {suffix!r} of {Path(path).name} is unknown; the known ones are {known}"
    raise GraphError(msg)
