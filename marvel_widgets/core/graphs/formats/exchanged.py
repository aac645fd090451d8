"""GraphML and GML, which Gephi, yEd, igraph and networkx exchange."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn
from xml.etree import ElementTree

from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.foreign import UNREAD
from marvel_widgets.core.graphs.grammar import ParsedGraph
from marvel_widgets.core.graphs.limits import (
    MOST_CHARACTERS_WITH_TABLES,
    check_graph_size,
    check_length,
)
from marvel_widgets.core.graphs.shortening import shortened, shown

_SHOWN_NAMES = ("name", "label")  # attributes that hold what a vertex is called
_XML = {"BIF": "XMLBIF", "smile": "a file of GeNIe", "gexf": "GEXF"}


def read_graphml(text: str) -> ParsedGraph:
    """Return the DAG of a GraphML text.

    Where every vertex has an attribute ``name`` or ``label`` and no two have the same, as
    igraph and yEd write them, these are the variables; otherwise the vertices' ids are.
    Colors, positions and other attributes are skipped, and so are the borders of nested graphs.
    """
    check_length(text, MOST_CHARACTERS_WITH_TABLES)
    root = _root(text)
    if len(root.findall("graph")) != 1 or root.find(".//hyperedge") is not None:
        _refuse("GraphML", "it is one <graph> with <node> and <edge>, and no <hyperedge>")
    nodes, edges = [*root.iter("node")], [*root.iter("edge")]
    check_graph_size(len(nodes), len(edges))
    keys = {key.get("id"): key.get("attr.name") for key in root.iter("key")}
    data: dict[str, dict[str | None, str | None]] = {}
    for node in nodes:
        found = {keys.get(each.get("key")): (each.text or "").strip() for each in node.iter("data")}
        label = node.find("data//NodeLabel")  # yEd draws it
        data[node.get("id", "")] = found if label is None else {"label": (label.text or "").strip()}
    if "" in data or len(data) < len(nodes):
        _refuse("GraphML", "give each <node> an id of its own")
    for edge in edges:
        ends = [edge.get("source"), edge.get("target")]
        what = f"the edge from {shown(ends[0])} to {shown(ends[1])}"
        if not data.keys() >= set(ends):
            _refuse("GraphML", f"{what} has an end that no <node> declares")
        arrow = edge.get("directed", root.find("graph").get("edgedefault", "")).strip().lower()
        if arrow not in ("directed", "true", "1"):
            _refuse("GraphML", f'{what} has no direction; write edgedefault="directed"')
    return _named(data, [(edge.get("source"), edge.get("target")) for edge in edges])


def _root(text: str) -> Any:
    """Return the root, all names without their namespace, which not every program writes."""
    tag = re.search(r"<([A-Za-z_][^\s/>]*)|\Z", text)[1] or ""  # type: ignore[index]
    if tag.rpartition(":")[2] != "graphml":
        msg = f"this is {_XML.get(tag, f'no GraphML: it begins with <{shortened(tag)}>')}; {UNREAD}"
        raise GraphError(msg)
    if re.search("<!(?:DOCTYPE|ENTITY)", text):
        _refuse("GraphML", "delete its <!DOCTYPE ...>, whose entities are not expanded here")
    try:
        root = ElementTree.fromstring(text.strip())  # blanks may not stand before <?xml
    except UnicodeEncodeError as error:
        _refuse("GraphML", f"the character {text.strip()[error.start]!r} is an unpaired surrogate")
    except (ElementTree.ParseError, ValueError) as error:
        _refuse("GraphML", shortened(error))
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def read_gml(text: str) -> ParsedGraph:
    """Return the DAG of a GML text, as networkx reads it; names as in GraphML."""
    import networkx as nx

    check_length(text, MOST_CHARACTERS_WITH_TABLES)
    try:
        graph = nx.parse_gml(text, label="id")
    except nx.NetworkXException as error:
        _refuse("GML", shortened(error))
    except Exception:  # whatever else networkx raises speaks of Python
        _refuse("GML", "it breaks off, or is none")
    check_graph_size(len(graph), graph.number_of_edges())
    if not graph.is_directed():
        _refuse("GML", "its edges have no direction; write directed 1 behind graph [")
    return _named(dict(graph.nodes(data=True)), graph.edges())


def _refuse(form: str, words: str) -> NoReturn:
    msg = f"this {form} cannot be read: {words}"
    raise GraphError(msg) from None


def _named(data: Mapping[Any, Mapping[Any, Any]], edges: Iterable[tuple[Any, Any]]) -> ParsedGraph:
    """Return the graph under the names that a reader sees; `data`: of each vertex, by its id."""
    called = {vertex: str(vertex) for vertex in data}
    for key in _SHOWN_NAMES:
        names = {vertex: str(found.get(key, "")) for vertex, found in data.items()}
        if all(names.values()) and len(set(names.values())) == len(names):
            called = names
            break
    hidden = {called[v]: "latent" for v, found in data.items() if found.get("observed") == "no"}
    ends = [(called[tail], called[head]) for tail, head in edges]
    return ParsedGraph(dict.fromkeys(called.values(), 0), ends, hidden=hidden)
