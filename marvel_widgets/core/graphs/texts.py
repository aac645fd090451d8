"""The door through which every text of a graph comes, whatever its language."""

import re
from typing import Final

from marvel_widgets.core.graphs.construction import refuse_file_name
from marvel_widgets.core.graphs.errors import HiddenVariableError
from marvel_widgets.core.graphs.grammar import Latents, ParsedGraph, parse_text

_OTHER_LANGUAGE: Final = re.compile(r"[{([]|<(?!-)")  # what ours has only in names and groups


def read_text(text: str, latents: Latents, *, lines: bool = False) -> ParsedGraph:
    """Return the graph of a text, whatever its language; `lines`: of a Pdag."""
    text = text.removeprefix("\ufeff")
    if not _OTHER_LANGUAGE.search(text):
        # Loaded where one is met: the notation of our own needs none of the other readers.
        refuse_file_name(text)
        return parse_text(text, lines=lines)
    from marvel_widgets.core.graphs.formats.files import read_text

    return all_measured(read_text(text, lines=lines), latents)


def all_measured(graph: ParsedGraph, latents: Latents) -> ParsedGraph:
    """Return a graph that was read; refuse one with hidden variables, unless they are taken."""
    if graph.hidden and latents != "measured":
        raise HiddenVariableError(graph.hidden)
    return graph
