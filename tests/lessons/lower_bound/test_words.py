"""The duel in words and pictures: each sentence confirmed by networkx or by enumeration."""

import re
from itertools import combinations
from xml.etree import ElementTree

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marvel_widgets import ALGORITHMS, Dag
from marvel_widgets.lessons.lower_bound.pictures import (
    LOOKS,
    grid,
    grid_svg,
    reversal_drawings,
    reversal_svg,
    verdict_drawings,
)
from marvel_widgets.lessons.lower_bound.words import (
    answers_html,
    asked_words,
    certificate_html,
    certificate_row,
    choice_words,
    contradiction_words,
    ending_words,
    example_words,
    left_words,
    reversal_lines,
    verdict_question,
    verdict_words,
)
from marvel_widgets.pictures.positions import circle_positions
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.theory.adversary import Adversary, Answer, simplest_claim
from marvel_widgets.theory.consistent_dags import ConsistentDags, Question, next_question
from marvel_widgets.theory.examples import Example
from tests.contrast import contrast_ratio
from tests.reference.checks import named_graph
from tests.reference.dags import all_dags, max_in_degree, renumbered, skeleton, v_structures
from tests.reference.separation import separation

SIZES = [("cliques", 3, 2), ("cliques", 4, 3), ("cliques", 4, 1), ("cliques", 5, 2)]
SIZES += [("empty", 3, 1), ("empty", 5, 2)]


@st.composite
def games(draw):
    example = Example(*draw(st.sampled_from(SIZES)))
    names = example.names
    game = Adversary(example)
    for _ in range(draw(st.integers(0, 14))):
        x, y = draw(st.sampled_from(list(combinations(names, 2))))
        others = [v for v in names if v not in (x, y)]
        game = game.asked(x, y, draw(st.sets(st.sampled_from(others))) if others else ())
    pairs = list(combinations(names, 2))
    claim = draw(
        st.one_of(
            st.just(example.graph),
            st.just(simplest_claim(game)),
            st.sets(st.sampled_from(pairs)).map(lambda e: Dag(sorted(e), nodes=names)),
        )
    )
    return game, claim


def same_class(one, other):
    return (skeleton(one), v_structures(one)) == (skeleton(other), v_structures(other))


def told_graph(words, names, pattern):
    text = re.search(pattern, words)[1]
    return Dag("" if text == "the graph without edges" else text, nodes=names)


@settings(max_examples=50)
@given(games())
def test_the_verdict_is_true_word_for_word(played):
    game, claim = played
    names = game.example.names
    verdict = game.judge(claim)
    words = verdict_words(game, verdict)
    if words.startswith("The adversary concedes"):
        assert f"All cells ({game.example.bound})" in words
        assert not game.open_cells
        assert same_class(named_graph(claim), named_graph(game.example.graph))
        if "Yet" not in words:
            return
        shown = told_graph(words, names, r"Yet (.*?) agrees")
    else:
        shown = told_graph(words, names, r"may be (.*?)(?:: it agrees|, whose)")
        assert f"agrees with all {len(game.answers)} answer" in words
    assert shown.max_in_degree <= game.example.max_in_degree
    graph = shown.to_networkx()
    for a in game.answers:
        assert nx.is_d_separator(graph, {a.x}, {a.y}, set(a.given)) == a.independent
    assert not same_class(named_graph(claim), named_graph(shown))
    if words.startswith("Too early"):
        assert skeleton(named_graph(claim)) != skeleton(named_graph(shown))
        x, y, given = re.search(r"(X\d) and (X\d) (.*?) was never asked", words).groups()
        group = set(re.findall(r"X\d", given))
        pairs = [(a.given, {a.x, a.y}) for a in game.answers]
        if "any conditioning set" in given:
            assert all(pair != {x, y} for _, pair in pairs)
        else:
            near = next(set(c) for c in game.example.clusters if x in c)
            assert all(pair != {x, y} or g & near != group for g, pair in pairs)
        left = int(re.search(r"(\d+) cells? of", words)[1])
        assert left == game.example.bound - len(game.asked_cells)


@given(games())
def test_each_row_of_the_certificate_is_confirmed_by_networkx(played):
    game, claim = played
    verdict = game.judge(claim)
    graph = verdict.hidden.to_networkx()
    for a in game.answers:
        question, given_answer, text, why = certificate_row(game.example.names, verdict.hidden, a)
        separated = nx.is_d_separator(graph, {a.x}, {a.y}, set(a.given))
        assert text == given_answer == ("independent" if separated else "dependent")
        assert why
        assert set(re.findall(r"X\d", question)) == {a.x, a.y, *a.given}
    page = ElementTree.fromstring(certificate_html(game, verdict.hidden))
    assert len(list(page.iter("tr"))) == len(game.answers) + 1
    assert page.find("caption").text.startswith(f"Certificate: {len(game.answers)} of ")


def test_a_graph_that_does_not_agree_gets_a_row_that_says_so():
    game = Adversary(Example("empty", 3, 1)).asked("X1", "X2")
    wrong = Dag("X1 -> X2", nodes=game.example.names)
    row = certificate_row(wrong.nodes, wrong, game.answers[0])
    assert row[1:3] == ("independent", "dependent")
    assert "0 of 1 answer" in certificate_html(game, wrong)


@given(games())
def test_the_grid_says_what_was_asked_and_nothing_else(played):
    game, claim = played
    verdict = game.judge(claim)
    shown = grid(game, verdict)
    cells = [cell for _, row in shown.rows for cell in row]
    answers = {"cliques": "dependent", "empty": "independent"}
    for cell in cells:
        asked = any(game.example.cell_of(a.x, a.y, a.given) == cell.cell for a in game.answers)
        assert (cell.state == "asked") == asked
        if asked:
            assert cell.word == answers[game.example.name]
        assert (cell.state == "never asked") == (cell.cell == verdict.cell)
    assert shown.words.startswith(f"{sum(c.state == 'asked' for c in cells)} of {len(cells)} ")
    picture = ElementTree.fromstring(grid_svg(shown))
    spoken = [e.text for e in picture.iter("{http://www.w3.org/2000/svg}title")][1:]
    assert spoken == [cell.spoken for cell in cells]


def test_cells_can_be_read_and_distinguished_in_gray():
    assert len({(dash, width) for _, _, width, dash in LOOKS.values()}) == len(LOOKS)
    assert all(contrast_ratio(fill, "#000000") >= 4.5 for fill, _, _, _ in LOOKS.values())


@pytest.mark.parametrize("size", SIZES)
def test_the_game_is_described_without_telling_the_graph(size):
    example = Example(*size)
    words = example_words(example)
    assert f"{example.p} variables" in words
    assert f"{example.bound} cells" in words
    assert "->" not in words


def test_what_a_question_did():
    game = Adversary(Example("cliques", 4, 1))
    assert asked_words(game) == "No question yet."
    assert asked_words(game.asked("X1", "X2")).endswith("dependent. That was a new cell.")
    again = game.asked("X1", "X2").asked("X2", "X1", ["X3"])
    assert asked_words(again).endswith("given {X3}: dependent. This cell was asked before.")
    assert "independent. No cell" in asked_words(game.asked("X1", "X3"))


def _real(drawing):
    """Return the edges that a drawing says are there."""
    return [e for e in drawing.edges if e.state != "absent"]


def check_marks(drawings, claimed, other):
    """Marked are the pairs adjacent in one graph alone, or else edges of both pictures."""
    shown = [{frozenset((e.tail, e.head)): e.state for e in _real(d)} for d in drawings]
    absent = [
        {frozenset((e.tail, e.head)) for e in d.edges if e.state == "absent"} for d in drawings
    ]
    first, second = skeleton(claimed), skeleton(other)
    look = "differs" if first == second else "extra"
    marked = [{pair for pair, state in edges.items() if state == look} for edges in shown]
    if first != second:
        assert marked == [first - second, second - first]
        assert absent == marked[::-1]
    else:
        assert absent == [set(), set()]
        assert marked[0] == marked[1]
        assert bool(marked[0]) == (v_structures(claimed) != v_structures(other))
    assert set(shown[1].values()) <= {"true", look}  # none is known to be true


@given(games())
def test_the_pictures_show_claim_and_hidden_graph(played):
    game, claim = played
    verdict = game.judge(claim)
    drawings = verdict_drawings(verdict)
    first = drawings[0]
    assert {frozenset((e.tail, e.head)) for e in _real(first)} == skeleton(named_graph(claim))
    wanted = verdict.other if verdict.outcome == "conceded" else verdict.hidden
    assert len(drawings) == (1 if wanted is None else 2)
    if wanted is not None:
        assert {(e.tail, e.head) for e in _real(drawings[1])} == set(wanted.edges)
        check_marks(drawings, named_graph(claim), named_graph(wanted))
    marked = {m.name for m in first.nodes if m.state in ("subject", "object")}
    assert marked == (set() if verdict.cell is None else {verdict.cell.x, verdict.cell.y})
    subset = () if verdict.cell is None else verdict.cell.subset or ()
    assert {m.name for m in first.nodes if m.state == "given"} == {*subset}
    ElementTree.fromstring(side_by_side(drawings, legend=False))
    asked = verdict_question(game, verdict)
    assert (asked.answer == "it concedes") == (verdict.outcome == "conceded")


@pytest.mark.parametrize("p", range(2, 8))
def test_no_edge_between_two_places_runs_through_a_third(p):
    positions, _ = circle_positions(tuple(range(p)))
    for a, b, c in ((a, b, c) for a in positions for b in positions for c in positions):
        if len({a, b, c}) == 3:
            (ax, ay), (bx, by), (cx, cy) = positions[a], positions[b], positions[c]
            across = abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
            assert across / ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 > 20


SPACE = ConsistentDags(("A", "B", "C"), 2)
GRAPHS = [renumbered(g, "ABC") for g in all_dags(3) if max_in_degree(g) <= 2]


def count_classes(told):
    fit = [
        g for g in GRAPHS if all(separation(g)(a.x, a.y, a.given) == a.independent for a in told)
    ]
    return len(fit), len({(skeleton(g), v_structures(g)) for g in fit})


@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
@settings(max_examples=15)
@given(data=st.data())
def test_a_swapped_duel_is_counted_right_at_every_step(algorithm, data):
    texts = []
    while isinstance(pending := next_question(algorithm, SPACE.names, texts), Question):
        graphs, classes = count_classes(texts)
        words = left_words(SPACE, texts)
        assert re.findall(r"\d+", words) == [str(len(texts)), str(graphs), str(classes)]
        new = {
            independent: Answer(pending.x, pending.y, pending.given, independent)
            for independent in (True, False)
        }
        would = {key: count_classes([*texts, answer])[1] for key, answer in new.items()}
        text = re.findall(r"\d+", choice_words(SPACE, texts, pending))
        assert text == [str(would[True]), str(would[False])]
        lines = reversal_lines(SPACE, algorithm, texts, pending)
        assert pending.x in lines[1]
        assert len(lines) == 4 + len(texts)
        assert len(reversal_drawings(SPACE, texts, pending)) == min(4, classes)
        possible = [key for key, left in would.items() if left]
        for key in set(would) - set(possible):
            core = SPACE.contradiction([*texts, new[key]])
            words = contradiction_words(SPACE, core)
            assert words.count(":") == len(core) + 1
        texts.append(new[data.draw(st.sampled_from(possible))])
    assert count_classes(texts)[1] == 1
    words = ending_words(SPACE, texts, pending)
    assert "1 class is left, and it is this one" in words
    ElementTree.fromstring(reversal_svg(SPACE, algorithm, texts, pending))
    page = ElementTree.fromstring(answers_html(SPACE, texts))
    assert len(list(page.iter("tr"))) == len(texts) + 1


def test_a_result_that_came_too_early_is_called_so():
    """With a result that belongs to other answers, each of the other endings is shown."""
    everything = []
    while isinstance(pending := next_question("pc", SPACE.names, everything), Question):
        everything.append(Answer(pending.x, pending.y, pending.given, True))
    assert "classes are still left, so this was too early" in ending_words(SPACE, [], pending)
    adjacent = [Answer("A", "B", frozenset(g), False) for g in ("", "C")]
    adjacent += [Answer(x, "C", frozenset(), True) for x in "AB"]
    assert "The one class that is left is another: A -> B." in ending_words(
        SPACE, adjacent, pending
    )


def test_nothing_is_revealed_where_answers_are_withheld():
    pending = next_question("marvel", "ABC", [])
    assert len(reversal_lines(SPACE, "marvel", [], pending, tell=False)) == 2
    assert reversal_svg(SPACE, "marvel", [], pending, tell=False) == ""
