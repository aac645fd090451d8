"""The lemma bench without a browser: what it shows is what the functions below it say."""

import re
from html import unescape

import pytest

from marvel_widgets import Dag, gallery
from marvel_widgets.lessons.lemmas.pictures import lattice_svg
from marvel_widgets.lessons.lemmas.words import check_words
from marvel_widgets.theory.lemma_checks import (
    LEMMAS,
    ROLES,
    check_lemma,
    completed_roles,
    shown_lattice,
)
from marvel_widgets.widgets import LemmaBench

TEXT = "X -> Y <- T; Y -> Z; X -> Z"


def plain(html):
    return unescape(re.sub(r"<[^>]*>", " ", html))


def words(text):
    return " ".join(text.split())


def shows(bench, check):
    """Return whether every part of the screen is about a check."""
    dag = bench.model.dag
    statement, *verdict = check_words(dag, check)
    lattice = shown_lattice(dag, check)
    return (
        words(statement) in words(plain(bench.statement.value))
        and all(words(line) in words(plain(_written_flat(bench.verdict.value))) for line in verdict)
        and said(bench) == ([] if lattice is None else drawn(lattice_svg(lattice)))
        and statement in bench.text()
    )


def said(bench):
    """Return what the cells of the sets say, all rows in turn."""
    return [cell[3] for _, cells in bench.sets.rows for cell in cells]


def drawn(svg):
    """Return what the sets of a drawn lattice say."""
    return [unescape(title) for title in re.findall(r"<g><title>(.*?)</title>", svg)]


def press(bench, row, column):
    """A press on a set, as the browser tells it."""
    bench.sets._handle_custom_msg({"row": row, "column": column}, [])


def _written_flat(html):
    """Return a formula as it is in the text, where no exponent can be raised."""
    return re.sub(r"<sup>(.*?)</sup>", r"^(\1)", html).replace("|−", "|-")


@pytest.mark.parametrize("name", ["condition-2-trap", "condition-2-repaired", "asia", "clique-4"])
def test_the_screen_says_what_the_check_says(name):
    bench = LemmaBench(gallery[name])
    dag = gallery[name]
    for lemma in LEMMAS:
        bench.lemma_choice.value = lemma
        for x in dag.nodes:
            if completed_roles(dag, lemma, [x])[:1] != (x,):
                continue
            bench.role_choices[0].value = x
            chosen = bench.model.variables
            assert chosen == completed_roles(dag, lemma, chosen)
            assert chosen[0] == x
            assert shows(bench, check_lemma(dag, lemma, *chosen)), (lemma, x)
            cast = [choice.value for choice in bench.role_choices]
            assert tuple(v for v in cast if v is not None) == chosen


def named(bench):
    return [c.description for c in bench.role_choices if c.layout.display != "none"]


def test_the_menus_offer_which_variables_can_play():
    bench = LemmaBench(TEXT, lemma="v-structures")
    assert named(bench) == list(ROLES["v-structures"])
    assert [v for _, v in bench.role_choices[0].options] == ["X", "T"]
    bench.role_choices[0].value = "T"
    assert [v for _, v in bench.role_choices[1].options] == ["X"]
    bench.lemma_choice.value = "boundary-size"
    assert named(bench) == ["X"]
    assert bench.sets.rows == []
    assert bench.sets.layout.display == "none"


def test_clicks_cast_one_role_after_the_other():
    bench = LemmaBench(TEXT, lemma="v-structures")
    assert "which variable is X" in bench.hint.value
    for name, following in (("T", "T"), ("X", "Y"), ("Y", "X")):
        bench.picture._tell(name)
        assert f"which variable is {following}" in bench.hint.value
    assert bench.model.variables == ("T", "X", "Y")
    for name in ("T", "X"):
        bench.picture._tell(name)
    bench.picture._tell("X")
    assert "X has a role already" in bench.error.value
    assert bench.model.variables == ("T", "X", "Y")
    bench.picture._tell("Y")
    assert bench.error.value == ""


def test_clicks_choose_the_set_looked_at():
    bench = LemmaBench(gallery["asia"])
    bench.choose("either", "bronc")
    for name, members in (("tub", ("tub", "lung")), ("lung", ("tub",)), ("tub", ())):
        bench.picture._tell_given(name)
        assert bench.subset == members
    assert bench.model.variables == ("either", "bronc")
    bench.picture._tell_given("asia")
    assert "can't be given here" in plain(bench.error.value)
    bench.model.set_lemma("boundary-size")  # which searches no set
    assert "a set" not in bench.hint.value
    bench.picture._tell("tub")
    assert bench.model.variables == ("tub",)


@pytest.mark.parametrize("lemma", ["neighbor", "v-structures", "condition-1"])
def test_it_begins_where_there_is_something_to_search(lemma):
    bench = LemmaBench(gallery["asia"], lemma=lemma)
    assert len(list(bench.model.lattice)) > 1
    bench.model.set_lemma("neighbor")
    bench.choose("asia")  # what the learner chooses stays, vacuous or not
    bench.model.set_lemma("condition-1")
    assert bench.model.variables[0] == "asia"


def test_a_refusal_is_a_sentence_and_loses_nothing():
    bench = LemmaBench("A -> C <- B; C -> D", lemma="condition-2")
    before = bench.text()
    bench.picture._tell("C")
    assert "Condition 1 fails for C" in plain(bench.error.value)
    assert bench.text() == before
    with pytest.raises(ValueError, match="no variable 'Q'"):
        bench.choose("Q")
    assert not bench.model.set_lemma("lemma 9")
    assert "got 'lemma 9'" in bench.model.error
    assert not bench.model.look_at(["Q"])
    assert "'Q' can't be" in bench.model.error.replace("['Q']", "'Q'")
    assert bench.text() == before


def test_a_graph_of_which_the_lemma_does_not_speak():
    bench = LemmaBench("A; B", lemma="v-structures")
    assert "No variable of this graph can be the X" in plain(bench.error.value)
    assert bench.text() == bench.model.error
    assert bench.svg().startswith("<svg")
    bench.model.graph.load_text("A -> C <- B")
    assert bench.error.value == ""
    assert bench.model.variables == ("A", "B", "C")
    bench.model.graph.undo()
    assert bench.model.check is None


def test_the_set_looked_at():
    bench = LemmaBench(gallery["asia"])
    bench.choose("either", "bronc")
    assert bench.subset == ("lung",)
    assert "Given {lung}, either and bronc are separated: every path" in bench.reason.value
    press(bench, 1, 0)
    assert bench.model.subset == ("tub",)
    chosen = [cell for _, cells in bench.sets.rows for cell in cells if "chosen" in cell[1]]
    assert chosen == [["{tub}", "does not chosen", "dependent", "{tub}: ✗ does not"]]
    press(bench, 9, 0)  # no such row
    assert bench.model.subset == ("tub",)
    assert "are not separated: " in bench.reason.value
    states = {mark.name: mark.state for mark in bench.picture.views[0].drawing.nodes}
    assert states["tub"] == "given"
    bench.choose("either", "xray")
    assert bench.model.subset is None


def test_many_sets_are_not_all_offered():
    bench = LemmaBench(gallery["star-10"])
    bench.choose("X", "Z1")
    assert len(said(bench)) <= 4
    bench.model.look_at(["Z3", "Z2"])
    shown = [cell[:2] for _, cells in bench.sets.rows for cell in cells]
    assert ["{Z2, Z3}", "does not chosen"] in shown
    assert bench.sets.rows[4][0].startswith("size 4: 70 sets, ")


# -- what a teacher sets -------------------------------------------------------------------------


def test_prediction_comes_before_the_verdict():
    bench = LemmaBench(TEXT, predict=True)
    bench.choose("X", "T")
    for shown in (bench.text(), bench.svg(), str(bench.sets.rows), bench.reason.value):
        assert not re.search("agree|✓|✗|–|separated:", shown)
    assert bench.verdict.value == ""
    bench.predictions.answer("T is a neighbor of X")
    assert "Not right. The answer is: T is not a neighbor of X" in bench.predictions.message
    assert shows(bench, check_lemma(bench.model.dag, "neighbor", "X", "T"))
    # both sides agree, and yet no tick stands beside a wrong prediction
    assert "mw-said-no" in bench.said.value
    assert "Not right. " in bench.said.value
    bench.model.look_at(["Y"])
    assert "mw-said-dependent" in bench.said.value
    bench.choose("X", "Y")
    assert bench.verdict.value == ""
    bench.choose("X", "T")  # answered before
    assert "Both sides agree" in bench.verdict.value


def test_without_answers_nothing_is_revealed():
    bench = LemmaBench(TEXT, answers=False)
    for lemma in LEMMAS:
        bench.model.set_lemma(lemma)
        assert not re.search("agree|✓|✗", bench.text() + bench.svg() + str(bench.sets.rows))
        assert bench.verdict.value == bench.reason.value.replace("<div></div>", "")
    asked = LemmaBench(TEXT, answers=False, predict=True)
    asked.predictions.answer(asked.predictions.question.answer)
    assert asked.verdict.value == ""
    assert asked.predictions.message == "Your answer is recorded."


def test_a_token_brings_everything_back():
    bench = LemmaBench(gallery["asia"], lemma="neighbor")
    bench.choose("either", "bronc")
    bench.model.look_at(["tub", "lung"])
    again = LemmaBench.from_token(bench.token, big=True)
    assert again.text() == bench.text()
    assert again.svg() == bench.svg()
    assert again.token == bench.token


# -- twins, names, two at once -------------------------------------------------------------------


def test_a_click_is_few_messages(sent):
    bench = LemmaBench(gallery["asia"])
    sent.take()
    bench.picture._tell("either")
    assert 0 < len(sent.take()) < 45
    bench.picture._tell_given("bronc")
    assert len(sent.take()) < 12


def test_a_variable_called_after_its_role_is_not_said_twice():
    bench = LemmaBench(TEXT, lemma="neighbor")
    bench.choose("X", "T")  # of two, their marks tell which is X
    assert "Notes:" not in bench.picture.views[0].drawing.description
    bench.model.set_lemma("condition-1")
    bench.choose("X", "Y", "Z")
    assert bench.picture.views[0].drawing.description.endswith("Notes: Y Z, Z W.")


def test_where_a_lemma_has_nothing_to_test_a_graph_is_offered_that_has():
    bench = LemmaBench(gallery["asia"], lemma="condition-2")
    assert "nothing can fail" in bench.text()
    assert bench.next.description == "Try X → Y ← T; Y → Z; X → Z"
    bench.next.click()
    assert bench.model.dag == Dag(TEXT)
    assert bench.model.variables == ("X", "T", "Y", "Z")
    assert "Condition 2 fails" in bench.text()
    for fixed in ({"hide": "graph"}, {"lock": "graph"}):  # such a graph is not offered away
        bench = LemmaBench(gallery["asia"], lemma="condition-2", **fixed)
        assert not bench.next.description.startswith("Try")


def test_the_act_steps_through_the_search_and_on_to_each_other_pair():
    dag = gallery["asia"]
    bench, pairs, seen = LemmaBench(dag), set(), []
    bench.choose("either", "bronc")
    while bench.next.description == "Next set":
        bench.next.click()
        seen.append(bench.model.subset)
    assert seen == [(), ("tub",), ("lung",)]  # the first that separates ends the search
    while bench.model.variables not in pairs:
        pairs.add(bench.model.variables)
        bench.model.look_at(bench.model.lattice.family.candidates)  # the search does not reach it
        assert bench.next.description == "Another pair"
        bench.next.click()
    assert pairs == {(x, y) for x in dag.nodes for y in dag.markov_boundary(x)}
    assert LemmaBench(TEXT, predict=True).next.layout.display == "none"  # until the answer
