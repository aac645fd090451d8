"""Shares of edges over resamples: against another program on the same rows, and by hand."""

from collections import Counter
from functools import partial

import numpy as np
import pytest

from marvel_widgets import Dag, DataError, LinearGaussian, edge_frequencies, pc

CLINIC = Dag("Travel -> Malaria -> Fever <- Flu <- Season -> Hayfever -> Tired <- Fever -> Pulse")
PC = partial(pc, start="complete", variant="stable")


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(7)
    return LinearGaussian.random(CLINIC, rng).sample(150, rng)


def test_another_program_joins_the_same_pairs_in_the_same_resamples(table):
    theirs = pytest.importorskip("causallearn.search.ConstraintBased.PC").pc
    found = edge_frequencies(table, PC, resamples=25, seed=3, alpha=0.05, names=CLINIC.nodes)
    rng, joined = np.random.default_rng(3), Counter()
    for _ in range(25):
        rows = table.to_numpy()[rng.integers(150, size=150)]
        graph = theirs(rows, alpha=0.05, indep_test="fisherz", show_progress=False).G.graph
        joined.update((int(a), int(b)) for a, b in np.argwhere(np.triu(graph != 0)))
    names = CLINIC.nodes
    assert 8 < len(joined) < 28  # some pairs always, some at times, others never
    for a, x in enumerate(names):
        for b, y in enumerate(names[a + 1 :], a + 1):
            assert found.edge(x, y) == found.edge(y, x) == joined[a, b] / 25


def test_the_parts_of_an_edge_add_up_and_are_drawn_and_told(table):
    ten = partial(edge_frequencies, table, PC, resamples=10, alpha=0.05, names=CLINIC.nodes)
    found = ten(seed=3)
    lines = found.lines[frozenset(("Malaria", "Travel"))]
    there, back = found.arrow("Travel", "Malaria"), found.arrow("Malaria", "Travel")
    assert found.edge("Travel", "Malaria") == there + back + lines / 10 == 1.0
    assert "Malaria" in repr(found)
    assert ">100%<" in found.draw().svg
    assert "Malaria to Fever 100%" in found.draw().drawing.description
    assert len(found.draw(least=0.9).drawing.edges) < len(found.draw().drawing.edges)
    assert repr(found) == repr(ten(seed=3))
    assert repr(found) != repr(ten(seed=4))


def test_what_can_t_be_resampled_is_refused_or_counted():
    rare = np.column_stack([np.eye(12)[0], np.random.default_rng(0).normal(size=(12, 2))])
    found = edge_frequencies(rare, pc, resamples=50, names="rab")
    assert found.resamples + found.refused == 50
    assert 5 < found.refused < 35  # (11/12)**12 = 0.35 of them lack the only 1
    assert f"({found.refused} refused)" in repr(found)
    with pytest.raises(DataError, match="constant"):
        edge_frequencies(rare[1:], pc, names="rab")
    with pytest.raises(ValueError, match="resamples=0 leaves nothing"):
        edge_frequencies(rare, pc, resamples=0, names="rab")
