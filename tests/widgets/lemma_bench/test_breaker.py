"""The breaker without a browser: search, cancel, tell, hand over to the bench."""

import asyncio
import re
from html import unescape
from itertools import permutations
from math import dist

import pytest

from marvel_widgets import Dag, networks
from marvel_widgets.lessons.lemmas.breaker_words import claim_sentences, found_words
from marvel_widgets.pictures.marks import border_point
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.replay.stage_layers import ARROW, BADGE, arc_between
from marvel_widgets.theory.counterexamples import (
    HYPOTHESES,
    CiStatement,
    dags_up_to_renaming,
    smallest_counterexample,
)
from marvel_widgets.widgets import Breaker, LemmaBench
from marvel_widgets.widgets.editor.model import GraphModel

DROPPED = [(claim, dropped) for claim, some in HYPOTHESES.items() for dropped in some]


def plain(html):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


@pytest.mark.parametrize("pair", DROPPED, ids=" without ".join)
def test_the_screen_says_what_the_search_finds(pair):
    breaker = Breaker(*pair)
    assert "Not searched yet." in breaker.text()
    assert breaker.result.layout.display == "none"
    breaker.start.click()
    expected = smallest_counterexample(*pair)
    assert breaker.found == expected
    for sentence in found_words(expected):
        assert " ".join(sentence.split()) in plain(breaker.reasons.value)
        assert sentence in breaker.text()
    for sentence in claim_sentences(*pair):
        assert " ".join(sentence.split()) in plain(breaker.statement.value)
    drawing = breaker.result.children[1].views[0].drawing
    assert [mark.name for mark in drawing.nodes] == list(expected.dag.nodes)
    assert [(e.tail, e.head) for e in drawing.edges] == list(expected.dag.edges)
    states = {mark.name: mark.state for mark in drawing.nodes}
    seen = expected.where.evidence[0]
    given = seen.given if isinstance(seen, CiStatement) else ()
    for role, place in expected.where.roles:
        state = "given" if place in given else "subject" if role == "X" else "object"
        assert states[expected.dag.nodes[place]] == state


def test_an_arc_ends_clear_of_an_arrowhead():
    drawing = stage_of(Dag("Z <- X -> Y <- T")).drawing("")
    at = {mark.name: mark for mark in drawing.nodes}
    arc = re.search(r'"M(\S+) (\S+)Q', arc_between(drawing, "Z", "T", independent=True))
    assert dist(map(float, arc.groups()), border_point(at["Z"], (at["X"].x, at["X"].y))) > ARROW


@pytest.mark.parametrize("name", ["asia", "sachs", "survey", "child"])
def test_the_answer_on_an_arc_is_inside_the_picture(name):
    dag = networks.load(name)
    drawing = stage_of(dag).drawing("")
    for x, y in permutations(map(str, dag.nodes), 2):
        arc = arc_between(drawing, x, y, independent=True)
        across, down = map(float, re.search(r'cx="(\S+)" cy="(\S+)"', arc).groups())
        assert BADGE <= across <= drawing.width - BADGE
        assert BADGE <= down <= drawing.height - BADGE


def test_before_the_search_each_size_has_its_card():
    breaker = Breaker("neighbor", largest=4)
    cards = breaker.sizes.value.split("</li>")[:-1]
    for p, card in enumerate(cards[:-1], 1):
        graphs = len(list(dags_up_to_renaming(p)))
        assert (card.count("<circle"), card.count("<line")) == (p, p * (p - 1) // 2)
        assert f"<b>{p}</b> {graphs} graph" in card
    breaker.search()
    assert "<svg" not in breaker.sizes.value  # the counterexample has the room
    breaker.hypothesis.value = ""
    assert breaker.model.dropped is None
    breaker.search()
    assert breaker.sizes.value.count("✓ holds") == breaker.sizes.value.count("<svg") == 4


def test_a_guess_is_judged_by_the_search_and_another_claim_asks_again():
    breaker = Breaker("v-structures", largest=4)
    assert breaker.guess.options == ("1", "2", "3", "4", "none")
    for guess, verdict in (("4", "4 variables: right"), ("none", "that none does: not right")):
        breaker.guess.value = guess
        assert "You guessed" not in breaker.progress.value
        breaker.search()
        assert f"You guessed {verdict}." in breaker.progress.value
        assert breaker.guess.layout.display == "none"
        breaker.claim.value = "condition-1"
        assert (breaker.guess.value, breaker.guess.layout.display) == ("", None)
        breaker.claim.value = "v-structures"
    breaker.hypothesis.value = ""
    breaker.guess.value = "none"
    breaker.search()
    assert "You guessed that none does: right." in breaker.progress.value
    asked = Breaker("v-structures", predict=True)
    assert asked.guess.layout.display == "none"


def test_with_nothing_left_out_nothing_breaks():
    breaker = Breaker("condition-1", None, largest=4)
    breaker.search()
    assert breaker.found is None
    assert "No graph with up to 4 variables breaks it." in breaker.text()
    assert "No graph with up to 4 variables" in breaker.progress.value
    assert breaker.svg().startswith("<svg")


def test_the_menus_choose_and_results_are_forgotten():
    breaker = Breaker("condition-1")
    breaker.search()
    assert breaker.found is not None
    breaker.claim.value = "v-structures"
    assert breaker.found is None
    assert breaker.result.layout.display == "none"
    assert [v for _, v in breaker.hypothesis.options] == [*HYPOTHESES["v-structures"], ""]
    breaker.hypothesis.value = "set-in-boundary"
    breaker.largest.value = 4
    breaker.search()
    assert breaker.found is None
    breaker.largest.value = 5
    breaker.search()
    assert len(breaker.found.dag) == 5


def test_a_search_gives_way_and_can_be_cancelled():
    async def learner():
        breaker = Breaker("removability", None, largest=6)
        breaker.search()
        assert breaker.model.running
        assert breaker.start.disabled
        assert not breaker.stop.disabled
        while breaker.model.progress is None:
            await asyncio.sleep(0)
        seen = breaker.model.progress
        while breaker.model.progress == seen:
            await asyncio.sleep(0)
        assert "looked at." in breaker.progress.value
        breaker.stop.click()
        assert not breaker.model.running
        await asyncio.sleep(0)
        assert not breaker.model.done
        assert "The search was cancelled." in breaker.text()
        breaker.model.choose("neighbor", "smaller-sets")
        breaker.search()
        while breaker.model.running:
            await asyncio.sleep(0)
        assert breaker.found is not None
        breaker.model.choose("removability", None)
        breaker.search()
        breaker.close()
        assert not breaker.model.running

    asyncio.run(learner())


def test_the_bench_takes_each_counterexample():
    breaker = Breaker()
    breaker.open_bench()
    assert breaker.bench_box.children == ()
    benches = []
    for pair in DROPPED:
        breaker.model.choose(*pair)
        breaker.search()
        breaker.load.click()
        (bench,) = breaker.bench_box.children
        benches.append(bench)
        assert bench.model.dag == breaker.found.dag, pair
        roles = [role for role, _ in breaker.found.where.roles]
        refused = ("condition-1", "in-boundary", "removable")
        if "removability" not in pair[0] and pair[1] not in refused:
            assert list(bench.model.variables)[: len(roles)] == roles, pair
    assert set(benches) == {bench}


def test_a_bench_or_a_graph_of_ones_own():
    graph = GraphModel("A -> B")
    breaker = Breaker("condition-1", bench=graph)
    breaker.search()
    breaker.load.click()
    assert graph.dag == breaker.found.dag
    graph.undo()
    assert graph.dag.edges == (("A", "B"),)
    bench = LemmaBench("A -> B")
    other = Breaker("v-structures", "outside-set", bench=bench)
    other.search()
    other.load.click()
    assert bench.model.dag == other.found.dag
    assert bench.model.variables == ("X", "T", "Y")
    assert bench.model.lemma == "v-structures"
    assert other.bench_box.children == ()


def test_prediction_comes_before_the_result():
    breaker = Breaker("condition-1", predict=True)
    breaker.search()
    breaker.open_bench()
    assert breaker.bench_box.children == ()
    breaker.predictions.answer("3 variables")
    assert "Right: 3 variables." in breaker.predictions.message
    assert breaker.result.layout.display is None
    assert "A smallest counterexample has 3 variables" in breaker.text()


def test_tokens():
    breaker = Breaker("v-structures", "x-allowed", largest=4)
    again = Breaker.from_token(breaker.token)
    assert again.text() == breaker.text()
    breaker.search()
    after = Breaker.from_token(breaker.token)
    assert after.found == breaker.found
    assert "A smallest" in after.svg() == breaker._repr_mimebundle_()["image/svg+xml"]
    assert after.token == breaker.token


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"claim": "lemma 9"}, "no claim 'lemma 9'"),
        ({"dropped": "x-given"}, "no hypothesis 'x-given'"),
        ({"largest": 9}, "from 1 to 6; got 9"),
        ({"hide": "nobody"}, "hide= names"),
    ],
)
def test_arguments_without_sense_are_refused(arguments, said):
    with pytest.raises(ValueError, match=said):
        Breaker(**arguments)
