"""Graphs in files and in pasted text: BIF, DOT, DAGitty, GraphML, GML and our own notation."""

from marvel_widgets.core.graphs.formats.blocks import to_dagitty
from marvel_widgets.core.graphs.formats.files import FORMATS, NOTATION, Format, format_of

__all__ = ["FORMATS", "NOTATION", "Format", "format_of", "to_dagitty"]
