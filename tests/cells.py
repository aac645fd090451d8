"""Cells of a notebook without one: a function of theirs has its source, as in IPython."""

import linecache
from itertools import count

_NUMBERS = count(1)


def run_cell(source, names):
    """Run a cell in a notebook's names; return these."""
    file = f"<cell {next(_NUMBERS)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    exec(compile(source, file, "exec"), names)
    return names
