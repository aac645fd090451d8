"""All hypothesis strategies: what they draw shrinks to few variables, edges and plain names."""

from hypothesis import strategies as st

from marvel_widgets import Dag, FunctionTest
from tests.reference.broken import noisy
from tests.reference.dags import Graph
from tests.reference.separation import separation

# Words, and whatever people and programs put into names.
_PLAIN = st.from_regex(r"[A-Za-z_][A-Za-z0-9_.']{0,5}", fullmatch=True)
AWKWARD = [
    "A", "node", "Graph", "strict", "subgraph", "dag", "variable", "network", "table", "=", "->",
    "{", "}", ";", ",", '"', "\\", '\\"', "a b", "5-12", "a--b", "-x", "// no comment", "/* */",
    "#1", "[x]", "(y)", "|", "é→ß", "名前", "x'", "x.y", "a\nb", "a\tb", " ", "<b>&amp;</b>",
    "\u2028", "\x85", "1.5", "%", ":", "\r", "\u00a0", "A:n", "ß\u0301", "\ufeffx",
    'say "hi"', "a -> b", "{x}", "x;y", "a-b", "-", "'", "0", "e\u0301", "[x=1]", "//", "🎲",
]  # fmt: skip
_ANYTHING = st.text(min_size=1, max_size=6)
names = st.one_of(_PLAIN, st.sampled_from(AWKWARD), _ANYTHING)


@st.composite
def graphs(draw, min_size: int = 1, max_size: int = 10) -> Graph:
    """A plain DAG: edges run along a drawn order, so that numbers tell nothing."""
    p = draw(st.integers(min_size, max_size))
    order = draw(st.permutations(range(p)))
    earlier = [(a, b) for b in range(p) for a in range(b)]
    chosen = draw(st.lists(st.booleans(), min_size=len(earlier), max_size=len(earlier)))
    edges = frozenset(
        (order[a], order[b]) for (a, b), kept in zip(earlier, chosen, strict=True) if kept
    )
    return Graph(tuple(range(p)), edges)


@st.composite
def dags(draw, min_size: int = 1, max_size: int = 10) -> Dag:
    """A DAG named 0..p-1."""
    g = draw(graphs(min_size, max_size))
    return Dag(sorted(g.edges), nodes=g.vertices)


@st.composite
def named_dags(draw, min_size: int = 0, max_size: int = 7) -> Dag:
    """A DAG with awkward names in a drawn order."""
    labels = draw(st.lists(names, unique=True, min_size=min_size, max_size=max_size))
    if not labels:
        return Dag("")
    g = draw(graphs(len(labels), len(labels)))
    return Dag([(labels[a], labels[b]) for a, b in sorted(g.edges)], nodes=labels)


@st.composite
def searches(draw, min_size: int = 2, max_size: int = 10):
    """A graph and one subset search in it: (graph, x, y, candidates, forced, proper)."""
    g = draw(graphs(min_size, max_size))
    x, y, *rest = draw(st.permutations(g.vertices))
    roles = draw(st.lists(st.integers(0, 4), min_size=len(rest), max_size=len(rest)))
    candidates = frozenset(v for v, role in zip(rest, roles, strict=True) if role <= 2)
    forced = frozenset(v for v, role in zip(rest, roles, strict=True) if role == 3)
    return g, x, y, candidates, forced, draw(st.booleans())


@st.composite
def long_searches(draw, min_size: int = 5, max_size: int = 9):
    """A search between variables that no edge joins, over all others."""
    g = draw(graphs(min_size, max_size))
    x, y, *rest = draw(st.permutations(g.vertices))
    apart = Graph(g.vertices, g.edges - {(x, y), (y, x)})
    return apart, x, y, frozenset(rest), frozenset(), draw(st.booleans())


@st.composite
def noisy_tests(draw, max_size: int = 6, rates=(0.0, 0.1, 0.4)) -> FunctionTest:
    """A test with some wrong answers, always the same ones."""
    g, rate = draw(graphs(max_size=max_size)), draw(st.sampled_from(rates))
    return FunctionTest(g.vertices, noisy(separation(g), rate, draw(st.integers(0, 99))))


bookkeepings = st.sampled_from(["none", "paper", "full"])
orientations = st.sampled_from(["recorded", "printed"])
