"""Graphs in files and in pasted text: BIF, DOT, DAGitty, GraphML and our own notation."""

from __future__ import annotations

from pathlib import Path

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.formats.bif import to_bif
from marvel_widgets.core.graphs.formats.dagitty import to_dagitty
from marvel_widgets.core.graphs.formats.dot import to_dot
from marvel_widgets.core.graphs.formats.files import (
    FORMATS,
    NOTATION,
    Format,
    format_by_suffix,
    format_of,
)
from marvel_widgets.core.graphs.formats.graphml import to_graphml
from marvel_widgets.core.graphs.formats.networkx_code import to_networkx_code
from marvel_widgets.core.graphs.formats.notation import to_notation

__all__ = [
    "FORMATS",
    "NOTATION",
    "Format",
    "detect",
    "format_of",
    "read",
    "to_bif",
    "to_dagitty",
    "to_dot",
    "to_graphml",
    "to_networkx_code",
    "to_notation",
    "write",
]


def detect(text: str) -> Dag:
    """Return the DAG of a pasted text; its beginning determines the format.

    Examples
    --------
    >>> detect("dag { X -> Y }") == detect("digraph { X -> Y }") == detect("X -> Y")
    True
    """
    return Dag(*format_of(text).read(text.removeprefix("\ufeff")))


def read(path: str | Path) -> Dag:
    """Return the DAG in a file; the suffix says the format.

    ``.bif`` (structure only), ``.dot`` or ``.gv``, ``.dagitty``, ``.graphml``, and ``.txt``
    or ``.dag`` for our own notation. Files are UTF-8.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write(Dag("X -> Y <- T"), Path(folder) / "net.dot")
    ...     read(Path(folder) / "net.dot").edges
    (('X', 'Y'), ('T', 'Y'))
    """
    return Dag.from_file(path)


def write(dag: Dag, path: str | Path) -> None:
    """Write a DAG to a file; the suffix says the format, as in `read`.

    The order of the variables is kept. Labels that are not strings come back as strings.

    Examples
    --------
    >>> write(Dag("X -> Y"), "net.docx")
    Traceback (most recent call last):
    ...
    marvel_widgets.core.graphs.errors.GraphError: the suffix '.docx' of net.docx is unknown; ...
    """
    Path(path).write_bytes(format_by_suffix(path).to_text(dag).encode("utf-8"))
