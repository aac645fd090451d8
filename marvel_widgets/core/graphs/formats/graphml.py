"""GraphML, an XML format that Gephi, yEd, igraph and networkx exchange."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn
from xml.etree import ElementTree

from marvel_widgets.core.graphs.construction import Structure
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.limits import MOST_CHARACTERS_WITH_TABLES, check_length, check_size
from marvel_widgets.core.graphs.shortening import shortened, shown

_SHOWN_NAMES = ("name", "label")  # attributes that hold what a vertex is called


def read_graphml(text: str) -> Structure:
    """Return the DAG of a GraphML text.

    Where every vertex has an attribute ``name`` or ``label`` and no two have the same, as
    igraph and yEd write them, these are the variables; otherwise the vertices' ids are.
    Colors, positions and other attributes are skipped, and so are the borders of nested graphs.
    """
    check_length(text, MOST_CHARACTERS_WITH_TABLES)
    root = _root(text)
    graph = _the_graph(root)
    elements = list(_inside(graph))
    nodes = [element for element in elements if _kind(element) == "node"]
    edges = [element for element in elements if _kind(element) == "edge"]
    check_size(len(nodes), len(edges))
    names = dict(zip(_ids(nodes), _names(root, nodes), strict=True))
    directed = graph.get("edgedefault") == "directed"
    if not directed and not edges:
        _refuse_undirected()
    return Structure([_ends(edge, names, directed) for edge in edges], names.values())


def _refuse(words: str, cause: Exception | None = None) -> NoReturn:
    msg = f"this GraphML cannot be read: {words}"
    raise GraphError(msg) from cause


def _refuse_undirected() -> NoReturn:
    msg = 'the edges of this GraphML have no direction; write edgedefault="directed"'
    raise GraphError(msg)


def _kind(element: Any) -> str:
    """Return the name of an element without its namespace, which not every program writes."""
    return str(element.tag).rpartition("}")[2]


def _root(text: str) -> Any:
    try:
        root = ElementTree.fromstring(text.strip())  # blanks may not stand before <?xml
    except UnicodeEncodeError as error:
        _refuse(f"the character {text.strip()[error.start]!r} is an unpaired surrogate", error)
    except (ElementTree.ParseError, ValueError) as error:
        _refuse(shortened(error), error)
    if _kind(root) != "graphml":
        _refuse(f"it begins with <{shortened(_kind(root))}>, and not with <graphml>")
    return root


def _the_graph(root: Any) -> Any:
    graphs = [element for element in root if _kind(element) == "graph"]
    if len(graphs) != 1:
        held = f"{len(graphs):,} graphs; leave one" if graphs else "no <graph>"
        _refuse(f"it contains {held}")
    return graphs[0]


def _inside(graph: Any) -> Iterator[Any]:
    """Yield the vertices and edges of a graph and of the graphs inside its vertices, in order."""
    waiting = [iter(graph)]
    while waiting:
        element = next(waiting[-1], None)
        if element is None:
            waiting.pop()
            continue
        kind = _kind(element)
        if kind == "hyperedge":
            _refuse("it has a <hyperedge>, and an edge of a DAG joins two vertices")
        if kind in ("node", "edge"):
            yield element
        if kind in ("node", "graph"):
            waiting.append(iter(element))


def _ids(nodes: list[Any]) -> list[str]:
    ids: dict[str, None] = {}
    for at, node in enumerate(nodes, 1):
        name = node.get("id")
        if not name:
            _refuse(f"<node> number {at:,} has no id; give each its own")
        if name in ids:
            _refuse(f"two vertices have the id {shown(name)}; give each its own")
        ids[name] = None
    return list(ids)


def _ends(edge: Any, names: dict[str, str], directed: bool) -> tuple[str, str]:
    """Return the variables that an edge joins, tail first."""
    ids = edge.get("source"), edge.get("target")
    words = f"the edge from {shown(ids[0])} to {shown(ids[1])}"
    for what, end in zip(("source", "target"), ids, strict=True):
        if end is None:
            _refuse(f"{words} has no {what}")
        if end not in names:
            _refuse(f"{words} names a vertex that no <node> declares: {shown(end)}")
    arrow = edge.get("directed", "true" if directed else "false").strip().lower()
    if arrow not in ("true", "1"):
        if directed:
            _refuse(f"{words} has no direction, and a DAG has only arrows")
        _refuse_undirected()
    return names[ids[0]], names[ids[1]]


def _names(root: Any, nodes: list[Any]) -> list[str]:
    """Return what the variable of each vertex is called."""
    keys = {key.get("id"): key.get("attr.name") for key in root if _kind(key) == "key"}
    data = [_data(node, keys) for node in nodes]
    for attribute in _SHOWN_NAMES:
        names = [found.get(attribute, "") for found in data]
        if all(names) and len(set(names)) == len(names):
            return names
    return [node.get("id") for node in nodes]


def _data(node: Any, keys: dict[str | None, str | None]) -> dict[str, str]:
    """Return the attributes of a vertex; yEd's label is inside a drawing of it."""
    found = {}
    for element in node:
        if _kind(element) != "data":
            continue
        label = next((inner for inner in element.iter() if _kind(inner) == "NodeLabel"), None)
        key = keys.get(element.get("key")) if label is None else "label"
        said = (element if label is None else label).text
        if key and said and said.strip():
            found[key] = said.strip()
    return found
