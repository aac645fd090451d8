"""The memory of processes that a benchmark started, each page of it shared out among its users."""

import os
from collections.abc import Iterator
from pathlib import Path


def megabytes(*, root: int | None = None, named: str = "") -> float:
    """Return the proportional set size in MB of a process and all that it started.

    Parameters
    ----------
    root : int, optional
        By default this process, which itself is left out.
    named : str
        Only processes with this in their command's name.
    """
    own = os.getpid()
    total = 0
    for pid in _family(own if root is None else root):
        try:
            name = Path(f"/proc/{pid}/comm").read_text()
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:  # gone meanwhile
            continue
        if pid != own and named in name:
            total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1000


def _family(root: int) -> Iterator[int]:
    yield root
    for listed in Path(f"/proc/{root}/task").glob("*/children"):
        try:
            children = listed.read_text().split()
        except OSError:
            continue
        for child in children:
            yield from _family(int(child))
