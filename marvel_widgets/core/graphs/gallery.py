"""Small DAGs worth looking at, each with the one thing that it teaches.

``gallery["chain"]`` is a Dag, ``gallery.entry("chain")`` says why it is here. The order of the
variables is part of an example: ties are broken by it, and some algorithms go wrong for one
order only. The graphs and sentences are data: ``data/gallery.toml``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from marvel_widgets._data import tables
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.shortening import shown


@dataclass(frozen=True, slots=True)
class GalleryEntry:
    """A DAG and what it is good for."""

    name: str
    title: str
    dag: Dag
    point: str


class Gallery(Mapping[str, Dag]):
    """A read-only mapping from names to DAGs, each with an entry that says more.

    >>> gallery["collider"].v_structures()
    (('A', 'B', 'C'),)
    >>> gallery.entry("collider").title
    'Collider'
    >>> list(gallery)[:3]
    ['one-edge', 'chain', 'fork']
    """

    def __init__(self) -> None:
        self._read: dict[str, Dag] = {}  # every app with a menu of graphs asks for all of them

    def __getitem__(self, name: str) -> Dag:
        row = self._row(name)
        if name not in self._read:
            network = "network" in row
            self._read[name] = networks.load(row["network"]) if network else Dag(row["graph"])
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in self._rows  # the mapping's own way waits for a KeyError

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<Gallery: {', '.join(self)}>"

    def entry(self, name: str) -> GalleryEntry:
        """Return a DAG with its title and its teaching point.

        >>> print(gallery.entry("condition-2-repaired").point)
        One more edge, T -> Z, and X becomes removable.
        """
        row = self._row(name)
        return GalleryEntry(name, row["title"], self[name], " ".join(row["point"].split()))

    def entries(self) -> tuple[GalleryEntry, ...]:
        """Return all entries, in the order of the gallery.

        >>> [entry.title for entry in gallery.entries()][:3]
        ['One edge', 'Chain', 'Fork']
        """
        return tuple(self.entry(name) for name in self)

    @cached_property
    def _rows(self) -> Mapping[str, Mapping[str, str]]:
        return tables("core/graphs/data/gallery.toml")

    def _row(self, name: str) -> Mapping[str, str]:
        if name not in self._rows:
            close = get_close_matches(str(name), self._rows, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(self)}"
            msg = f"the gallery has no {shown(name)}; {hint}"
            raise GraphError(msg)
        return self._rows[name]


gallery = Gallery()
