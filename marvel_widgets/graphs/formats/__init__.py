"""Graphs in files and in pasted text: BIF, DOT, DAGitty, GraphML and our own notation."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import GraphError
from marvel_widgets.graphs.formats.bif import from_bif, to_bif
from marvel_widgets.graphs.formats.dagitty import from_dagitty, to_dagitty
from marvel_widgets.graphs.formats.dot import from_dot, to_dot
from marvel_widgets.graphs.formats.graphml import from_graphml, to_graphml
from marvel_widgets.graphs.formats.networkx_code import to_networkx_code
from marvel_widgets.graphs.formats.notation import from_notation, to_notation

__all__ = [
    "FORMATS",
    "Format",
    "detect",
    "format_of",
    "from_bif",
    "from_dagitty",
    "from_dot",
    "from_graphml",
    "from_notation",
    "read",
    "to_bif",
    "to_dagitty",
    "to_dot",
    "to_graphml",
    "to_networkx_code",
    "to_notation",
    "write",
]


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write a graph.

    Attributes
    ----------
    name : str
        As a reader knows it.
    suffixes : tuple of str
        How its files end.
    from_text : callable
        From the content of a file to a Dag.
    to_text : callable
        From a Dag to the content of a file.
    """

    name: str
    suffixes: tuple[str, ...]
    from_text: Callable[[str], Dag]
    to_text: Callable[[Dag], str]


BIF = Format("BIF", (".bif",), from_bif, to_bif)
DOT = Format("DOT", (".dot", ".gv"), from_dot, to_dot)
DAGITTY = Format("DAGitty", (".dagitty",), from_dagitty, to_dagitty)
GRAPHML = Format("GraphML", (".graphml",), from_graphml, to_graphml)
NOTATION = Format("our own notation", (".txt", ".dag"), from_notation, to_notation)
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


def detect(text: str) -> Dag:
    """Return the DAG of a pasted text, whatever the format: its beginning tells.

    Raises
    ------
    GraphError
        The text is not a DAG in the format that it begins like.

    Examples
    --------
    >>> detect("dag { X -> Y }") == detect("digraph { X -> Y }") == detect("X -> Y")
    True
    """
    return format_of(text).from_text(text.removeprefix("\ufeff"))


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


def read(path: str | Path) -> Dag:
    """Return the DAG in a file; the suffix says the format.

    ``.bif`` (structure only), ``.dot`` or ``.gv``, ``.dagitty``, ``.graphml``, and ``.txt``
    or ``.dag`` for our own notation. Files are UTF-8.

    Raises
    ------
    GraphError
        The suffix is unknown, or the content is not a DAG.
    OSError
        The file can't be read.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write(Dag("X -> Y <- T"), Path(folder) / "net.dot")
    ...     read(Path(folder) / "net.dot").edges
    (('X', 'Y'), ('T', 'Y'))
    """
    form = _format_by_suffix(path)
    content = Path(path).read_bytes()  # not read_text: it changes line ends inside quoted names
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"the file {Path(path).name} is not UTF-8 text: {error}"
        raise GraphError(msg) from error
    return form.from_text(text)


def write(dag: Dag, path: str | Path) -> None:
    """Write a DAG to a file; the suffix says the format, as in `read`.

    The order of the variables is kept. Labels that are not strings come back as strings.

    Raises
    ------
    GraphError
        The suffix is unknown, or the format can't hold this graph; nothing is written then.
    OSError
        The file can't be written.

    Examples
    --------
    >>> write(Dag("X -> Y"), "net.docx")
    Traceback (most recent call last):
    ...
    marvel_widgets.graphs.errors.GraphError: the suffix '.docx' of net.docx is unknown; ...
    """
    content = _format_by_suffix(path).to_text(dag).encode("utf-8")
    Path(path).write_bytes(content)


def _format_by_suffix(path: str | Path) -> Format:
    suffix = Path(path).suffix.lower()
    for form in FORMATS:
        if suffix in form.suffixes:
            return form
    known = ", ".join(known for form in FORMATS for known in form.suffixes)
    msg = f"the suffix {suffix!r} of {Path(path).name} is unknown; the known ones are {known}"
    raise GraphError(msg)
