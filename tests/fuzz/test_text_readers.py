"""Whatever text is read: it is the graph that it says, or an error in words; nothing else."""

import contextlib
import re

import pytest

from marvel_widgets import Dag
from marvel_widgets.core.graphs import formats
from marvel_widgets.core.graphs.errors import GraphError, GraphSyntaxError
from tests.fuzz.common import Harness, corpus
from tests.fuzz.texts import Case, draw_case, draw_long
from tests.graph_texts import WRITERS
from tests.reference.work import lines_run

READERS = [Dag, *(lambda text, f=f: Dag(f.read(text)) for f in formats.FORMATS)]
# What Python and numpy say of values that they meet; a sentence of ours speaks of the graph.
RAW = re.compile(r"object (is|has|of)|NoneType|unhashable|argument|codec|<class|index out of")
# A reader runs through so many lines of Python for a character of its text; 35 is the most seen.
MOST_LINES = 100


def check_text(case: Case) -> None:
    """Read a text in every way; raise where one goes wrong."""
    for read in READERS:
        try:
            dag = read(case.text)
        except GraphError as error:
            check_error(error, case.text)
        else:
            check_dag(dag)
    if case.nodes is not None:
        dag = Dag(case.text)
        assert set(dag.nodes) == case.nodes
        assert set(dag.edges) == case.edges


def check_error(error: GraphError, text: str) -> None:
    words = str(error)
    assert 10 < len(words) < 700
    assert not RAW.search(words.split("\n", 1)[0]), words
    if isinstance(error, GraphSyntaxError):
        assert error.text == text.removeprefix("\ufeff") or error.text == text
        assert 0 <= error.position <= len(error.text)
        lines = error.text[: error.position].split("\n")
        assert (error.line, error.column) == (len(lines), len(lines[-1]) + 1)


def check_dag(dag: Dag) -> None:
    assert all(isinstance(name, str) and name for name in dag.nodes)
    met = set()
    left = set(dag.edges)
    while len(met) < len(dag):  # parents first, by the edges alone
        ready = {v for v in dag.nodes if v not in met and all(b != v for _, b in left)}
        assert ready, "a cycle"
        met |= ready
        left = {(a, b) for a, b in left if a not in ready}
    assert repr(dag)
    form = formats.FORMATS[len(dag.edges) % len(formats.FORMATS)]
    try:
        text = WRITERS[form.name](dag)
    except GraphError as error:
        assert "XML" in str(error) or "BIF" in str(error)  # noqa: PT017 - refused for a reason
    else:
        back = Dag(form.read(text))
        assert (back.nodes, back.edges) == (dag.nodes, dag.edges)


def check_work(case: Case) -> None:
    """Raise where the work is out of proportion to the text."""

    def read():
        with contextlib.suppress(GraphError):
            Dag(case.text)

    lines = lines_run(read)
    assert lines < 3000 + MOST_LINES * len(case.text), lines


HARNESSES = {
    "texts": Harness(draw_case, check_text, 200, 200_000),
    "work of readers": Harness(draw_long, check_work, 30, 20_000, seed="work"),
}


@pytest.mark.parametrize("found", corpus("texts"), ids=lambda found: found["what"])
def test_what_was_found_once(found):
    """A text is kept as pieces with their numbers, since some are long."""
    case = Case("".join(piece * number for piece, number in found["text"]))
    check_text(case)
    if len(case.text) < 20_000:
        check_work(case)
