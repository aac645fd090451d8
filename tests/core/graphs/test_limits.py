"""Reading a text is work in proportion to its length, ends at stated limits and in short words."""

import random

import pytest

from marvel_widgets import Dag
from marvel_widgets.core.graphs import formats, limits
from marvel_widgets.core.graphs.construction import find_cycle, topological_order
from marvel_widgets.core.graphs.errors import (
    ClosingEdgeError,
    CycleError,
    GraphError,
    GraphSyntaxError,
    UnknownVariableError,
)
from marvel_widgets.core.graphs.formats import bif
from marvel_widgets.core.graphs.shortening import line_with_pointer, shortened, shown
from tests.reference.work import CountedText, lines_run


def names(n, letter="v"):
    return [f"{letter}{i}" for i in range(n)]


# For a size, a text of that size; each has been slow, or nearly.
GROWING = {
    "comments after dag": lambda n: "dag " + "/**/ " * n + "-> X",
    "lines of comments after graph": lambda n: "graph\r\n" + "// c\r\n" * n + "-> B",
    "hashes after graph": lambda n: "graph " + "#" * n + "\n-> B",
    "a long word as attribute": lambda n: f"digraph {{ A -> B [{'a' * n}] }}",
    "many attributes": lambda n: f"digraph {{ A -> B [{'a=b ' * n}] }}",
    "nested subgraphs": lambda n: "digraph {" + "subgraph {" * n + "A -> B" + "}" * n + "}",
    "subgraphs in a row": lambda n: "digraph {" + "subgraph { A }" * n + "}",
    "settings": lambda n: "dag {" + "a=b;" * n + "}",
    "variables in BIF": lambda n: "".join(f"variable {v} {{type;}}" for v in names(n)),
    "parents in BIF": lambda n: (
        "".join(f"variable {v} {{type;}}" for v in names(n))
        + f"probability (v0 | {','.join(names(n)[1:])}) {{}}"
    ),
    "a table in BIF": lambda n: "variable a {type;} probability (a) {" + "0.5, " * n + "}",
    "a chain": lambda n: " -> ".join(names(n)),
    "a cycle": lambda n: " -> ".join([*names(n), "v0"]),
    "a group": lambda n: f"{{{' '.join(names(n))}}} -> X",
    "vertices in GraphML": lambda n: (
        "<graphml><graph edgedefault='directed'>"
        + "".join(f"<node id='{v}'/>" for v in names(n))
        + "".join(f"<edge source='v0' target='{v}'/>" for v in names(n)[1:])
        + "</graph></graphml>"
    ),
    "lines that end in an error": lambda n: "A -> B\n" * n + "?",
}


def read(text):
    try:
        return Dag(text)
    except GraphError as error:
        return error


@pytest.mark.parametrize("what", GROWING)
def test_ten_times_the_text_is_ten_times_the_work(what):
    few, many = (lines_run(lambda n=n: read(GROWING[what](n))) for n in (50, 500))
    assert many < 11 * few


def compared_in_bif(n, monkeypatch):
    """How often names are compared while n variables in BIF are read."""
    monkeypatch.setattr(bif, "_plain", CountedText)
    before = CountedText.compared
    text = GROWING["parents in BIF"](n)
    bif.read_bif(text)
    monkeypatch.undo()
    return CountedText.compared - before


def test_names_in_bif_are_looked_up_and_not_searched_for(monkeypatch):
    assert 0 < compared_in_bif(500, monkeypatch) < 11 * compared_in_bif(50, monkeypatch)


WRAPPED = {"ours": "{}", "DAGitty": "dag {{ {} }}", "DOT": "digraph {{ {} }}"}


# Ours at the limits themselves; that the others come to the same check shows in small as well.
@pytest.mark.parametrize(
    ("how", "edges", "variables"),
    [("ours", 100_000, 10_000), ("DAGitty", 2_000, 200), ("DOT", 2_000, 200)],
)
def test_a_text_that_makes_too_much_is_refused_with_the_limit(how, edges, variables, monkeypatch):
    def text(left, right):
        many = f"{{{' '.join(names(left))}}} -> {{{' '.join(names(right, 'w'))}}}"
        return WRAPPED[how].format(many)

    def chain(length):
        return WRAPPED[how].format(" -> ".join(names(length)))

    if how == "ours":
        assert (edges, variables) == (limits.MOST_EDGES, limits.MOST_VARIABLES)
    monkeypatch.setattr(limits, "MOST_EDGES", edges)
    monkeypatch.setattr(limits, "MOST_VARIABLES", variables)
    with pytest.raises(GraphError, match=f"makes more than {edges:,} edges, the most"):
        Dag(text(edges // 40 + 1, 40))
    with pytest.raises(GraphError, match=f"names more than {variables:,} variables, the most"):
        Dag(chain(variables + 1))
    assert Dag(text(edges // 40, 40)).edge_count == edges
    assert len(Dag(chain(variables))) == variables


def test_bif_and_graphml_have_the_same_limits():
    variables = GROWING["variables in BIF"]
    assert len(Dag(variables(10_000))) == 10_000
    with pytest.raises(GraphError, match="more than 10,000 variables"):
        Dag(variables(10_001))
    vertices = GROWING["vertices in GraphML"]
    with pytest.raises(GraphError, match="more than 10,000 variables"):
        Dag(vertices(10_001))


@pytest.mark.parametrize("form", formats.FORMATS, ids=lambda form: form.name)
def test_a_text_that_is_too_long_is_refused_before_it_is_read(form, tmp_path):
    most = 10_000_000 if form.name in ("BIF", "GraphML", "GML") else 1_000_000
    with pytest.raises(GraphError, match=rf"has {most + 1:,} characters; at most {most:,} are"):
        form.read(" " * (most + 1))


def test_a_file_that_never_ends_is_not_read_to_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr(formats.files, "_MOST_BYTES", 100)
    path = tmp_path / "net.dag"
    path.write_text("A -> B" + " " * 94)
    assert Dag.from_file(path) == Dag("A -> B")
    path.write_text("A -> B" + " " * 95)
    with pytest.raises(GraphError, match=r"net\.dag has more than 100 bytes"):
        Dag.from_file(path)


LONG = "x" * 100_000
TOO_LONG_TO_QUOTE = {
    "a long line": "A -> B; " * 5_000 + "?",
    "a long name that is not expected": f"A {LONG}",
    "two long names": f"{LONG} {LONG}",
    "a long quoted name": f'dag "{LONG}" {LONG} {{',
    "a long name twice": f"{LONG} -> B; {LONG} -> B",
    "a long name to itself": f"{LONG} -> {LONG}",
    "a long cycle": " -> ".join([*names(2000), "v0"]),
    "a cycle of long names": f"{LONG} -> B -> {LONG}",
    "a long setting": f"digraph {{ A = -> {LONG} B }}",
    "a long attribute": f"A {{ [{LONG}] }}",
    "a long BIF name": f"variable {LONG} {{type}} variable {LONG} {{type}}",
    "a long BIF parent": f"variable A {{type}} probability (A | {LONG}) {{}}",
    "a long BIF word": f"variable A {{type}} {LONG}",
    "a long GraphML id": f"<graphml><graph edgedefault='directed'><edge source='{LONG}'/>"
    "</graph></graphml>",
}


@pytest.mark.parametrize("what", TOO_LONG_TO_QUOTE)
def test_a_message_is_short_however_long_the_text(what):
    error = read(TOO_LONG_TO_QUOTE[what])
    assert isinstance(error, GraphError)
    assert len(str(error)) < 700


def test_a_long_line_is_cut_around_the_place():
    rng = random.Random(0)
    for _ in range(300):
        line = "".join(rng.choices("abc ->", k=rng.randint(1, 400)))
        column = rng.randint(1, len(line) + 1)
        quoted, pointer = line_with_pointer(line, column).split("\n")
        at = pointer.index("^")
        assert pointer.strip() == "^"
        piece = quoted[2:].removeprefix("...").removesuffix("...")
        assert piece in line
        assert len(quoted) <= 108
        assert quoted[at : at + 1] == line[column - 1 : column] or column == len(line) + 1
        assert len(line) > 100 or quoted == "  " + line


def test_an_error_keeps_what_its_message_cuts():
    error = read(TOO_LONG_TO_QUOTE["a long cycle"])
    assert isinstance(error, CycleError)
    assert len(error.cycle) == 2001
    assert "v5 -> ... (1,989 more) ... -> v1995" in str(error)
    closing = ClosingEdgeError(["b", LONG, "b"])
    assert closing.edge == ("b", LONG)
    assert len(str(closing)) < 500
    syntax = read(TOO_LONG_TO_QUOTE["a long line"])
    assert isinstance(syntax, GraphSyntaxError)
    assert syntax.column == 40_001


def test_short_words_are_as_they_were():
    assert (shortened("é" * 80), shown("a")) == ("é" * 80, "'a'")
    assert str(CycleError("ABCA")).startswith("the edges A -> B -> C -> A close a cycle")
    assert len(shown(list(range(10**5)))) == len(shortened(10**70)) + 9 == 80
    assert shown(10**5000) == shortened(10**5000) == "<int>"  # Python writes no number so long


def test_a_long_unknown_name_is_not_compared_with_long_names():
    dag = Dag([("Smoke", LONG[: limits.MOST_LETTERS])])
    with pytest.raises(UnknownVariableError, match="did you mean 'Smoke'"):
        dag.parents("Smok")
    with pytest.raises(UnknownVariableError, match="the variables are 'Smoke', 'xxx"):
        dag.parents("y" * 100_000)


def test_a_cycle_is_found_beside_what_leads_to_it():
    parents, children = [0b10, 0b100, 0b10, 0], [0, 0b101, 0b10, 0]
    assert find_cycle(parents, topological_order(parents, children)) in ([1, 2, 1], [2, 1, 2])
