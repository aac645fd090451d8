"""However a variable is called: its name is text in every file, picture and page."""

import pytest

from marvel_widgets import Dag
from tests.fuzz.common import Harness, corpus
from tests.fuzz.markup import wrong_with_markup
from tests.fuzz.names import check_files, check_run, draw_graph

HARNESSES = {
    "names": Harness(draw_graph, check_files, 40, 10_000),
    "runs": Harness(draw_graph, check_run, 4, 1_000),
}


@pytest.mark.parametrize("found", corpus("names"), ids=lambda found: found["what"])
def test_what_was_found_once(found):
    dag = Dag([tuple(pair) for pair in found["edges"]], found["names"])
    check_files(dag)
    check_run(dag)


def test_markup_is_found():
    assert "script" in wrong_with_markup("<p><script>alert(1)</script>")
    assert "onerror" in wrong_with_markup('<p onerror="x">')
    assert wrong_with_markup("<p>&lt;script&gt;</p>") == ""
