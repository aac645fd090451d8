"""Graphs in files and in pasted text: BIF, DOT, DAGitty, GraphML and our own notation."""

from pathlib import Path

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
from marvel_widgets.core.graphs.relations import Relations

__all__ = [
    "FORMATS",
    "NOTATION",
    "Format",
    "format_of",
    "to_bif",
    "to_dagitty",
    "to_dot",
    "to_graphml",
    "to_networkx_code",
    "to_notation",
    "write",
]


def write(dag: Relations, path: str | Path) -> None:
    """Write a DAG to a file in UTF-8; the suffix says the format, as in `Dag.from_file`.

    The order of the variables is kept. Labels that are not strings come back as strings.
    """
    Path(path).write_bytes(format_by_suffix(path).to_text(dag).encode("utf-8"))
