"""GraphML element by element: against networkx's reader, and what is refused with a reason."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.formats.exchanged import read_gml


def graphml(inside, head="", default="directed"):
    return f"<graphml>{head}<graph edgedefault='{default}'>{inside}</graph></graphml>"


AB = "<node id='a'/><node id='b'/>"

NO_END, NO_ID = "has an end that no <node> declares", "give each <node> an id of its own"
REFUSED = {
    "<edge target='a'/>": "the edge from None to 'a' " + NO_END,
    "<edge source='a'/>": "the edge from 'a' to None " + NO_END,
    "<edge source='a' target='c'/>": "the edge from 'a' to 'c' " + NO_END,
    "<edge source='' target='a'/>": "the edge from '' to 'a' " + NO_END,
    "<node/>": NO_ID,
    "<node id=''/>": NO_ID,
    "<node id='a'/>": NO_ID,
    "<hyperedge/>": "and no <hyperedge>",
    "<edge source='a' target='b' directed='false'/>": "from 'a' to 'b' has no direction",
    "\ud800": r"the character '\\ud800' is an unpaired surrogate",
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_missing_is_named_and_not_invented(what):
    with pytest.raises(GraphError, match=f"this GraphML cannot be read: .*{REFUSED[what]}"):
        Dag(graphml(AB + what))


def test_there_is_one_graph():
    two = graphml(AB).replace("</graphml>", "<graph edgedefault='directed'/></graphml>")
    for text in (two, "<graphml><key id='k'/></graphml>"):
        with pytest.raises(GraphError, match="it is one <graph> with <node> and <edge>"):
            Dag(text)


def test_the_direction_of_an_edge_goes_before_that_of_the_graph():
    arrow = "<edge source='a' target='b' directed='true'/>"
    assert Dag(graphml(AB + arrow, default="undirected")) == Dag("a -> b")
    assert Dag(graphml(AB, default="undirected")).edges == ()
    with pytest.raises(GraphError, match='has no direction; write edgedefault="directed"'):
        Dag(graphml(AB + "<edge source='a' target='b'/>", default="undirected"))


def test_graphs_inside_vertices_are_read_and_not_dropped():
    inner = "<graph id='g:'><node id='c'/><edge source='c' target='a'/></graph>"
    text = graphml(f"<node id='a'/><node id='b'>{inner}</node><edge source='a' target='b'/>")
    assert Dag(text).nodes == ("a", "b", "c")
    assert Dag(text) == Dag("c -> a -> b")
    deep = graphml("<node id='{}'><graph>" * 3000 + "</graph></node>" * 3000)
    assert len(Dag(deep.format(*range(3000)))) == 3000


YED = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
<key for="node" id="d6" yfiles.type="nodegraphics"/><key for="port" id="d0" attr.name="x"/>
<graph edgedefault="directed" id="G">
<node id="n0"><data key="d6"><y:ShapeNode><y:Geometry x="1"/><y:NodeLabel>Smoke<y:Model/>
</y:NodeLabel></y:ShapeNode></data><port name="p"/></node>
<node id="n1"><data key="d6"><y:ShapeNode><y:NodeLabel> Lung cancer </y:NodeLabel></y:ShapeNode>
</data></node>
<edge id="e0" source="n0" target="n1"><data key="d9"/><port/></edge>
</graph></graphml>"""


def test_yed_labels_are_the_names():
    assert Dag(YED).edges == (("Smoke", "Lung cancer"),)


names = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=5).filter(
    lambda name: not set(name) & set("\ufffe\uffff")
)


@given(st.lists(names, unique=True, min_size=1, max_size=6), st.data())
def test_it_reads_what_networkx_reads(ids, data):
    pairs = [(a, b) for i, a in enumerate(ids) for b in ids[i + 1 :]]
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    graph = nx.DiGraph()
    graph.add_nodes_from((name, {"color": name, "size": 1.5}) for name in ids)
    graph.add_edges_from(edges, weight=2)
    if data.draw(st.booleans()):
        nx.set_node_attributes(graph, {name: f"the {at}" for at, name in enumerate(ids)}, "label")
    text = "".join(nx.generate_graphml(graph, prettyprint=False))
    theirs = nx.parse_graphml(text)
    called = {name: theirs.nodes[name].get("label", name) for name in theirs}
    ours = Dag(text)
    assert ours.nodes == tuple(called.values())
    assert set(ours.edges) == {(called[a], called[b]) for a, b in theirs.edges}


def test_gml_has_labels_or_ids_and_directions():
    a, b = 'node [ id 1 label "smoke" ]', 'node [ id 2 label "cancer" ]'
    text = f"graph [ directed 1 {a} {b} edge [ source 1 target 2 ] ]"
    assert [*Dag(text).edges] == [("smoke", "cancer")]
    assert read_gml(text).edges
    bare = text.replace('label "smoke"', "").replace('label "cancer"', "")
    assert [*Dag(bare).edges] == [("1", "2")]
    with pytest.raises(GraphError, match="its edges have no direction; write directed 1"):
        Dag(text.replace("directed 1", ""))
    with pytest.raises(GraphError, match="it breaks off, or is none"):  # no words of Python
        read_gml('\\"x-y<->\r\n\n[x]x-y')
