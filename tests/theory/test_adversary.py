"""The lower bound's adversary: its answers, its H, its concession, checked by networkx."""

from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import ALGORITHMS, Dag, essential_graph
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.theory.adversary import (
    Adversary,
    agreement,
    algorithm_strategy,
    duel,
    read_claim,
    simplest_claim,
)
from marvel_widgets.theory.bounds import lower_bound, lower_bound_clusters, lower_bound_empty
from marvel_widgets.theory.examples import Cell, Example
from tests.by_networkx import separated
from tests.reference.dags import Graph, skeleton, v_structures
from tests.reference.separation import statements

# as many as there are questions to ask of p <= 5 (p = 6 has 240, 32 subsets of 4 others)
SMALL = [("cliques", p, d) for p in range(2, 7) for d in range(1, min(p, 5))]
SMALL += [("empty", p, d) for p in range(2, 7) for d in (1, 2) if d < p]
examples = st.sampled_from(SMALL).map(lambda size: Example(*size))


def every_question(names):
    """All (x, y, given) over some names."""
    return statements(Graph(tuple(names), frozenset()))


@pytest.mark.parametrize(("name", "p", "d"), SMALL)
def test_the_answers_are_those_of_g(name, p, d):
    example = Example(name, p, d)
    for x, y, group in every_question(example.names):
        assert example.answer(x, y, group) == separated(example.graph, x, y, group)
        assert example.answer(y, x, group) == example.answer(x, y, group)


@pytest.mark.parametrize(("name", "p", "d"), [size for size in SMALL if size[1] <= 5])
def test_each_h_answers_all_questions_outside_its_cell_as_g_does(name, p, d):
    """And one inside differently, within the in-degree, on another skeleton."""
    example = Example(name, p, d)
    for cell in example.cells:
        rival = example.rival(cell)
        seen = rival.to_networkx()
        assert max(dict(seen.in_degree).values()) <= d
        assert nx.is_directed_acyclic_graph(seen)
        assert set(map(frozenset, rival.edges)) != set(map(frozenset, example.graph.edges))
        differ = {
            example.cell_of(*question)
            for question in every_question(example.names)
            if nx.is_d_separator(seen, {question[0]}, {question[1]}, question[2])
            != example.answer(*question)
        }
        assert differ == {cell}


@pytest.mark.parametrize(
    ("p", "d"), [(p, d) for p in range(2, 9) for d in range(1, p) if p * d < 36]
)
def test_there_are_as_many_cells_as_the_proof_counts(p, d):
    cliques, empty = Example("cliques", p, d), Example("empty", p, d)
    assert len(set(cliques.cells)) == len(cliques.cells) == lower_bound_clusters(p, d)
    assert len(set(empty.cells)) == len(empty.cells) == lower_bound_empty(p)
    assert max(cliques.bound, empty.bound) == lower_bound(p, d)


@pytest.mark.parametrize(("name", "p", "d"), [s for s in SMALL if 1 < len(Example(*s).cells) <= 12])
def test_no_smaller_set_of_questions_suffices(name, p, d):
    """Whatever is left out of a choice of cells, an H agrees with all that was asked."""
    example = Example(name, p, d)
    cells = example.cells
    for left_out in range(1, 2 ** len(cells)):
        asked = Adversary(example)
        for i, cell in enumerate(cells):
            if not left_out >> i & 1:
                asked = asked.asked(cell.x, cell.y, cell.subset or ())
        verdict = asked.judge(example.graph)
        assert verdict.outcome == "another graph"
        for a in asked.answers:
            assert separated(verdict.hidden, a.x, a.y, a.given) == a.independent
        if len(cells) > 8 and left_out > 300:
            break


@given(st.data())
def test_whoever_stops_early_is_refuted_and_whoever_asked_all_is_not(data):
    example = data.draw(examples)
    questions = list(every_question(example.names))
    asked = Adversary(example)
    for question in data.draw(st.lists(st.sampled_from(questions), max_size=40)):
        asked = asked.asked(*question)
    covered = {example.cell_of(a.x, a.y, a.given) for a in asked.answers} - {None}
    verdict = asked.judge(example.graph)
    assert (verdict.outcome == "conceded") == (len(covered) == example.bound)
    for a in asked.answers:
        assert separated(verdict.hidden, a.x, a.y, a.given) == a.independent
    if verdict.outcome == "another graph":
        claimed = Graph(example.names, frozenset(example.graph.edges))
        hidden = Graph(example.names, frozenset(verdict.hidden.edges))
        assert skeleton(claimed) != skeleton(hidden)
        assert verdict.cell not in covered


@given(st.data())
def test_a_wrong_claim_is_shown_g_itself(data):
    example = data.draw(examples)
    pairs = list(combinations(example.names, 2))
    claim = Dag(data.draw(st.sets(st.sampled_from(pairs))), nodes=example.names)
    verdict = Adversary(example).judge(claim)
    one, other = (Graph(example.names, frozenset(g.edges)) for g in (claim, example.graph))
    same = (skeleton(one), v_structures(one)) == (skeleton(other), v_structures(other))
    assert (verdict.outcome == "not the graph") == (not same)
    if not same:
        assert verdict.hidden == example.graph


@pytest.mark.parametrize(("d", "tests"), [(2, 6), (3, 24), (4, 80), (5, 240)])
def test_marvel_on_one_clique_asks_every_cell_and_no_more(d, tests):
    played = duel(algorithm_strategy("marvel"), Example("cliques", d + 1, d))
    assert played.verdict.outcome == "conceded"
    assert played.adversary.distinct == tests == played.adversary.example.bound


@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
@pytest.mark.parametrize(("name", "p", "d"), [s for s in SMALL if s[1] <= 5])
def test_no_algorithm_of_ours_is_refuted_and_none_beats_the_bound(algorithm, name, p, d):
    played = duel(algorithm_strategy(algorithm), Example(name, p, d))
    assert played.verdict.outcome == "conceded"
    assert played.verdict.other is None  # a right algorithm leaves nothing open
    assert played.adversary.distinct >= played.adversary.example.bound


def test_a_strategy_that_trusts_marginal_tests_meets_h():
    def hasty(ask, names):
        return Dag([pair for pair in combinations(names, 2) if not ask(*pair)], nodes=names)

    played = duel(hasty, Example("cliques", 3, 2))
    assert played.verdict.outcome == "another graph"
    assert all(agreement(played.verdict.hidden, played.adversary.answers))
    assert duel(hasty, Example("empty", 5, 1)).verdict.outcome == "conceded"


def test_all_cells_asked_is_no_proof_that_nothing_else_agrees():
    """Two cliques: nobody asked across, and an edge across agrees with every answer."""
    asked = Adversary(Example("cliques", 4, 1))
    for cell in asked.example.cells:
        asked = asked.asked(cell.x, cell.y, cell.subset)
    verdict = asked.judge(asked.example.graph)
    assert verdict.outcome == "conceded"
    assert verdict.other is not None
    assert essential_graph(verdict.other) != essential_graph(verdict.hidden)
    assert verdict.other.max_in_degree <= 1
    assert all(separated(verdict.other, a.x, a.y, a.given) == a.independent for a in asked.answers)


def test_what_the_answers_suggest_is_right_once_every_pair_was_asked():
    for size in SMALL:
        asked = Adversary(Example(*size))
        for x, y in combinations(asked.example.names, 2):
            asked = asked.asked(x, y)
        assert simplest_claim(asked) == asked.example.graph


def test_agreement_fails_where_it_should():
    asked = Adversary(Example("empty", 3, 1)).asked("X1", "X2").asked("X2", "X3")
    assert agreement(Dag("X1 -> X2", nodes=asked.example.names), asked.answers) == (False, True)


def test_claims_of_every_kind_and_claims_that_are_none():
    names = ("X1", "X2", "X3")
    wanted = read_claim("X1 -> X2", names)
    assert read_claim(Dag("X1 -> X2"), names) == read_claim(wanted, names) == wanted
    for wrong in ("X1 -> X9", "X1 ->", essential_graph(Dag("X1 -> X2"))):
        with pytest.raises(GraphError):
            read_claim(wrong, names)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("stars", 3, 1), "'stars'"),
        (("cliques", 3, 3), "p = 3"),
        (("empty", 3, 0), "max_in_degree = 0"),
        (("cliques", 14, 13), "372,736"),
    ],
)
def test_examples_without_sense_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Example(*arguments)


def test_questions_and_cells_without_sense_are_refused():
    asked = Adversary(Example("cliques", 3, 2))
    for question in (("X1", "X1", ()), ("X1", "X7", ()), ("X1", "X2", ["X1"])):
        with pytest.raises(GraphError):
            asked.asked(*question)
    with pytest.raises(ValueError, match="not a cell"):
        asked.example.rival(Cell("X1", "X2", None))
    with pytest.raises(ValueError, match="'nobody'"):
        algorithm_strategy("nobody")
