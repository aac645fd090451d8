"""Real networks that come with the package: structures only, no probabilities.

Nineteen networks of the Bayesian Network Repository, and the structures that the experiments of
the MARVEL paper really ran on: three are derived here by rule from the repository's; the paper's
Diabetes (104 variables), which no rule gives, is from the authors' program; Mildew and Barley were
the repository's own.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from marvel_widgets._data import text_of
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.grammar import parse_text
from marvel_widgets.core.graphs.shortening import shown

# How many variables each has: a menu of all networks says it, and to read the 23 for that takes as
# long as all else that an app does until it stands.
_VARIABLES = {
    "cancer": 5, "earthquake": 5, "survey": 6, "asia": 8, "sachs": 11, "child": 20,
    "insurance": 27, "water": 32, "mildew": 35, "alarm": 37, "barley": 48, "hailfinder": 56,
    "hepar2": 70, "win95pts": 76, "munin1": 186, "andes": 223, "diabetes": 413, "pigs": 441,
    "link": 724,
    "insurance-paper": 27, "alarm-paper": 37, "win95pts-paper": 76, "diabetes-paper": 104,
}  # fmt: skip

NamedEdge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class NetworkInfo:
    """Where a network comes from."""

    name: str
    variables: int
    edges: int
    source: str
    license: str
    reference: str
    note: str


def names() -> tuple[str, ...]:
    """Return the names of all networks: the repository's from small to large, then the paper's.

    >>> names()[:4]
    ('cancer', 'earthquake', 'survey', 'asia')
    """
    return tuple(_VARIABLES)


def size(name: str) -> int:
    """Return how many variables a network has, without reading it.

    >>> size("asia")
    8
    """
    return _VARIABLES[_checked(name)]


def load(name: str) -> Dag:
    """Return a network's structure.

    >>> asia = load("asia")
    >>> len(asia), asia.edge_count, sorted(asia.parents("either"))
    (8, 8, ['lung', 'tub'])
    """
    graph = parse_text(_text(name))
    edges: Iterable[NamedEdge] = graph.edges
    if name == "insurance-paper":
        edges = [edge for edge in edges if edge != ("Accident", "MedCost")]
    elif name == "alarm-paper":
        edges = [("TPR", "CO") if edge == ("TPR", "BP") else edge for edge in edges]
    elif name == "win95pts-paper":
        edges = without_last_parents(edges)
    return Dag(edges, nodes=graph.nodes)


def name_of(dag: Dag) -> str:
    """Return the name of the network that a graph is, or ``""``.

    >>> name_of(load("asia"))
    'asia'
    """
    as_large = (name for name, variables in _VARIABLES.items() if variables == len(dag))
    return next((name for name in as_large if _loaded(name) == dag), "")


_loaded = cache(load)


def info(name: str) -> NetworkInfo:
    """Return where a network comes from and what it is about.

    >>> info("alarm-paper").note
    'Structure of the experiments in the MARVEL paper: alarm with TPR -> CO instead of TPR -> BP.'
    """
    header = header_of(_text(name))
    dag = _loaded(name)
    original, change = _VARIANTS.get(name, ("", ""))
    paper = f"Structure of the experiments in the MARVEL paper: {original} {change}."
    return NetworkInfo(
        name=name,
        variables=len(dag),
        edges=dag.edge_count,
        source=header["source"],
        license=header["license"],
        reference=header.get("reference", ""),
        note=paper if original else header["note"],
    )


def without_last_parents(edges: Iterable[NamedEdge]) -> list[NamedEdge]:
    """Return the edges without the last parent of each vertex, in the order of writing.

    >>> without_last_parents([("A", "C"), ("B", "C"), ("A", "D")])
    [('A', 'C')]
    """
    kept = list(edges)
    last = {head: tail for tail, head in kept}
    return [(tail, head) for tail, head in kept if last[head] != tail]


# The structures of the paper's experiments: which network each is, and how `load` changes it.
_VARIANTS = {
    "insurance-paper": ("insurance", "without Accident -> MedCost"),
    "alarm-paper": ("alarm", "with TPR -> CO instead of TPR -> BP"),
    "win95pts-paper": (
        "win95pts",
        "without the last parent in the list of each of its 42 vertices that have parents",
    ),
}


def _checked(name: str) -> str:
    if name not in names():
        close = get_close_matches(str(name).lower(), names(), n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(names())}"
        msg = f"there is no network {shown(name)}; {hint}"
        raise GraphError(msg)
    return name


def _text(name: str) -> str:
    """Return the data file that a network is made from."""
    _checked(name)
    original, _ = _VARIANTS.get(name, (name, ""))
    return text_of(f"core/graphs/data/{original}.dag")


def header_of(text: str) -> dict[str, str]:
    r"""Return the ``# key: value`` comments at the top of a text; an indented comment goes on.

    >>> header_of("# name: asia\n# note: Lung\n#   diseases\nA -> B")
    {'name': 'asia', 'note': 'Lung diseases'}
    """
    fields: dict[str, str] = {}
    key = ""
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        if line.startswith("#   "):
            fields[key] += " " + line[1:].strip()
        else:
            key, _, value = line[1:].partition(":")
            key = key.strip()
            fields[key] = value.strip()
    return fields
