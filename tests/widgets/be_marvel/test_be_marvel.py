"""BeMarvel without a browser: what its controls do, what it tells and what it withholds."""

import re

import pytest

from marvel_widgets import Dag, essential_graph, gallery, networks
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.lessons.algorithm_game.moves import (
    Ask,
    Collect,
    Direct,
    Finish,
    Judge,
    Verdict,
    Visit,
)
from marvel_widgets.lessons.algorithm_game.words import triple_words
from marvel_widgets.widgets import BeMarvel, BePC
from marvel_widgets.widgets.be_marvel import BE_MARVEL

TRAP = gallery["condition-2-trap"]
LATER_AT_Y = ("X → Y ← Z", "T → Y ← Z")


def operate(app: BeMarvel) -> None:
    """Make the next move of the canonical order by the controls."""
    rows, game = app.moves, app.model.game
    names, move = list(map(str, game.dag.nodes)), game.next_move()
    match move:
        case Visit(x):
            rows.visited.value = names[x]
        case Ask(x, y, given):
            rows.pair.value = ()
            rows.pair.value = (names[x],)
            rows.pair.value = (names[x], names[y])
            rows.given.value = tuple(names[v] for v in given)
            rows.test.click()
        case Judge(purpose, key, separated):
            question = game.question(purpose, key)
            app.model.choose(question.pair, ())
            rows.question.value = game.book.question_words(game, question)
            (rows.yes if separated else rows.no).click()
        case Verdict(holds):
            (rows.holds if holds else rows.fails).click()
        case Collect(triples):
            rows.triples.value = tuple(triple_words(game, triple) for triple in triples)
            rows.collect.click()
        case Direct(tail, head):
            rows.arrow.value = f"{names[tail]} → {names[head]}"
        case Finish():
            rows.finish.click()


def click(app: BeMarvel) -> None:
    """Make the next move of the canonical order in the picture, where it has one."""
    pick, give = app.picture._tell, app.picture._tell_given
    names, move = list(map(str, app.model.game.dag.nodes)), app.model.game.next_move()
    match move:
        case Visit(x):
            pick(names[x])
        case Ask(x, y, given):
            pick(names[x])
            if not app.model.choice.pair:  # it was the only one chosen
                pick(names[x])
            pick(names[y])
            for v in given:
                give(names[v])
            app.moves.test.click()
        case Collect(triples):
            for collider in sorted({c for _, c, _ in triples}):
                pick(names[collider])
            others = {*app.model.choice.triples} - {*triples}
            app.model.mark({*app.model.choice.triples} - others)
            app.moves.collect.click()
        case Direct(tail, head):
            app.model.choose((), ())
            pick(names[tail])
            pick(names[head])
        case _:
            operate(app)


@pytest.mark.parametrize("make", [BeMarvel, BePC])
@pytest.mark.parametrize("how", [operate, click])
@pytest.mark.parametrize("name", ["condition-2-trap", "printed-orientation-4", "collider"])
def test_a_whole_game_by_the_controls_and_in_the_picture(name, how, make):
    app = make(gallery[name])
    for _ in range(200):
        if app.model.session.is_over:
            break
        how(app)
        assert not app.model.session.refused, app.model.sentences
    assert app.model.game.graph == essential_graph(gallery[name])
    assert "The graph is the essential graph of the hidden one." in app.text()
    assert app.model.session.score.wrong == 0


def test_a_wrong_move_says_why_and_changes_nothing():
    app = BeMarvel(TRAP)
    app.model.pick("Z")
    before = app.model.game
    app.moves.holds.click()
    assert app.model.game == before
    assert "Wrong. Line 7 comes first" in app.feedback.value
    assert "1 right, 0 right but in another order, 1 wrong" in app.text()


def test_clicks_choose_the_visit_then_the_pair_then_the_set():
    app = BeMarvel(TRAP)
    app.model.pick("X")
    assert app.model.game.known.visited == 0
    for name in ("X", "T"):
        app.model.pick(name)
    for name in ("Z", "X"):  # the subject can't be given
        app.model.give(name)
    assert (app.model.choice.pair, app.model.choice.given) == ((0, 3), (2,))
    assert (app.moves.pair.value, app.moves.given.value) == (("X", "T"), ("Z",))
    app.model.give("T")  # the object can
    assert (app.model.choice.pair, app.model.choice.given) == ((0,), (2, 3))
    app.model.pick("T")  # and back
    assert (app.model.choice.pair, app.model.choice.given) == ((0, 3), (2,))
    app.model.pick("Z")  # another pair
    assert (app.model.choice.pair, app.model.choice.given) == ((2,), ())
    assert app.moves.test.disabled
    app.model.pick("Z")
    assert app.model.choice.pair == ()


def test_without_a_picture_the_pair_is_chosen_by_chips():
    assert BeMarvel(TRAP).moves.pair.layout.display == "none"
    app = BeMarvel(TRAP, hide=["pictures"])
    assert app.moves.pair.layout.display is None
    app.model.pick("X")
    assert app.moves.given.label == "Test … and … given"
    app.moves.pair.value = ("T",)
    app.moves.pair.value = ("X", "T")
    assert app.moves.given.label == "Test T and X given"
    app.moves.pair.value = ("X", "Z", "T")  # a third one begins another pair
    assert app.model.choice.pair == (2,)
    app.moves.pair.value = ()
    assert app.model.choice.pair == ()


def test_the_pair_of_a_test_stays_for_its_answer():
    app = BePC(gallery["star-6"])
    names = list(map(str, app.model.game.dag.nodes))
    assert app.moves.question.options == ()  # all 15 edges are open
    assert app.moves.answer_row.layout.display == app.moves.given.layout.display == "none"
    assert app.moves.no.description == "None separates: it stays"  # as it says of each pair
    for name in names[:2]:
        app.model.pick(name)
    assert app.moves.answer_row.layout.display is app.moves.given.layout.display is None
    app.model.ask()
    assert app.model.choice.pair == (0, 1)
    assert app.moves.question.value == f"Does the empty set separate {names[0]} and {names[1]}?"
    assert not app.moves.yes.disabled
    app.moves.no.click()
    assert app.model.choice.pair == ()
    assert app.moves.yes.disabled


def test_the_last_test_is_marked_and_an_edge_is_thin_until_it_is_decided():
    app = BePC("X -> Y <- T")

    def drawn():
        (drawing,) = [view.drawing for view in app.picture.views]
        nodes = {mark.name: mark.state for mark in drawing.nodes if mark.state != "idle"}
        return nodes, {f"{edge.tail}{edge.head}": edge.state for edge in drawing.edges}

    def lit():
        rows = app.moves
        acts = {"test": rows.test, "yes": rows.yes, "no": rows.no}
        return {name for name, act in acts.items() if "mw-primary" in act._dom_classes}

    assert drawn() == ({}, dict.fromkeys(("XY", "XT", "YT"), "undecided"))
    assert lit() == set()  # the picture is clicked first
    app.model.kit()
    marked = {"X": "subject", "Y": "object"}
    edges = {"XY": "object", "XT": "undecided", "YT": "undecided"}
    assert drawn() == (marked, edges)
    for name in "XY":
        app.model.pick(name)
    assert lit() == set()  # that test was made; of two answers none is blue
    app.model.give("T")
    assert drawn() == ({**marked, "T": "given"}, {**edges, "XT": "lends", "YT": "lends"})
    app.model.play(Judge("skeleton", (0, 1), False))
    assert drawn() == ({}, {"XY": "undirected", "XT": "undecided", "YT": "undecided"})
    for name in "XT":
        app.model.pick(name)
    assert lit() == {"test"}
    assert app.model.said.what == "Does the empty set separate X and T?"
    assert app.model.said.why == "Press Test to try X and T given nothing, or answer."
    assert app.model.question_words == ""  # the foot does not ask it again


def test_an_answer_is_said_before_another_test_and_what_left_has_its_number():
    app = BeMarvel(networks.load("asia"))
    BE_MARVEL.scene.act(app)  # up to a test given something
    notes = {mark.name: mark.out for mark in app.picture.views[0].drawing.nodes if mark.out}
    assert notes == {"asia": 1, "xray": 2, "tub": 3}
    assert app.shell.subtitle == "Line 9, Condition 1 › smoke"
    app.moves.test.click()
    assert app.model.said.what == "lung and bronc are independent given {smoke}."
    assert app.model.said.why.endswith("Does a set with smoke separate lung and bronc?")
    assert (app.model.question_words, app.next.layout.display) == ("", "none")
    drawing = app.picture.views[0].drawing
    assert {mark.name for mark in drawing.nodes if mark.state == "given"} == {"smoke"}
    gone = [f"{mark.tail}-{mark.head}" for mark in drawing.edges if mark.state == "removed"]
    assert sorted(gone) == ["asia-tub", "either-xray", "tub-either"]
    assert app.moves.test.layout.display == "none"  # Condition 1 has no test given nothing


def test_marked_v_structures_are_drawn_as_the_answer():
    app = BePC("X -> Y <- T; Y -> Z")
    while app.model.game.phase != "collect":
        app.model.kit()
    app.model.pick("Y")
    assert app.moves.triples.value == app.moves.triples.options == ("X → Y ← T", *LATER_AT_Y)
    app.moves.triples.value = ("X → Y ← T",)
    (drawing,) = [view.drawing for view in app.picture.views]
    answer = {(edge.tail, edge.head) for edge in drawing.edges if edge.state == "answer"}
    assert answer == {("X", "Y"), ("T", "Y")}
    assert len(drawing.edges) == 3
    app.moves.collect.click()
    assert not app.model.session.refused


def test_a_click_on_a_variable_that_has_left_chooses_nothing():
    app = BeMarvel(TRAP)
    while not app.model.game.known.state.removal_order or app.model.game.phase != "questions":
        app.model.kit()
    gone = app.model.game.dag.nodes[app.model.game.known.state.removal_order[0]]
    app.model.pick(gone)
    assert app.model.choice.pair == ()


def test_undo_takes_the_last_move_back():
    app = BeMarvel(TRAP)
    app.model.pick("Z")
    app.model.play(Ask(2, 0))
    app.moves.holds.click()  # refused: undo takes back what stood before it
    assert app.undo.tooltip == "Take back: test Z and X given nothing"
    app.undo.click()
    assert "Taken back: test Z and X given nothing." in app.text()
    app.undo.click()
    assert app.model.game.phase == "visit"
    assert app.undo.disabled


@pytest.mark.parametrize("app", [BeMarvel(TRAP), BePC(TRAP)])
def test_the_answer_of_a_test_is_said_with_its_sign_and_drawn_until_the_next_move(app):
    names = app.model.game.dag.nodes
    for _ in range(60):
        if app.model.session.is_over:
            break
        move = app.model.game.next_move()
        app.model.kit()
        over = app.picture._slots[0].layers[1].value
        if not isinstance(move, Ask):
            assert "<path" not in over
            continue
        answer = app.model.game.made()[-1].independent
        kind = "independent" if answer else "dependent"
        text = re.sub(r"<[^>]*>", "", app.said.value)
        assert f"{names[move.x]} and {names[move.y]} are {kind} given" in text.replace(
            f"{names[move.y]} and {names[move.x]}", f"{names[move.x]} and {names[move.y]}"
        )
        assert f"mw-say-sign mw-{kind}" in app.said.value
        assert f"mw-arc mw-{kind}" in over


def test_only_the_move_that_is_due_is_offered_and_named():
    app = BeMarvel(TRAP)
    rows = app.moves

    def offered():
        kinds = zip(
            ["visit", "test", "answer", "verdict", "collect", "direct"], rows.children, strict=True
        )
        return [kind for kind, row in kinds if row.layout.display != "none"]

    assert offered() == []  # by a click in the picture
    assert "Click it in the picture." in app.said.value
    assert "<td>{X, Y}</td>" in app.feedback.value  # its boundaries, to choose by
    app.model.pick("Z")
    assert offered() == ["test"]
    assert "Click two variables to test; Shift-click, or the key G" in app.feedback.value
    app.model.choose((0, 2), ())
    assert offered() == ["test", "answer"]
    assert "Click two variables" not in app.feedback.value
    while app.model.game.phase != "verdict":
        app.model.kit()
    assert offered() == ["verdict"]
    while not app.model.session.is_over:
        app.model.kit()
    assert offered() == []


@pytest.mark.parametrize("app", [BeMarvel, BePC])
@pytest.mark.parametrize("mode", ["watch", "fill", "all"])
def test_show_me_goes_to_the_end_in_every_mode(app, mode):
    """In "fill" the kit goes on after its move, and nothing of the test before is said then."""
    model = app(mode=mode).model
    while not model.session.is_over:
        before = len(model.session.played)
        model.kit()
        assert len(model.session.played) > before
        assert model.said.what.endswith((".", "?"))


def test_the_kit_makes_a_search_for_the_learner():
    app = BeMarvel(gallery["star-6"])
    app.model.play(Visit(0))
    app.search.click()
    assert app.model.game.tests == 15  # the proper subsets of four others
    assert "The kit made 15 tests." in app.text()


def test_watching_and_filling_in():
    watching = BeMarvel(TRAP, mode="watch")
    watching.moves.holds.click()
    assert not watching.model.session.played
    assert watching.moves.visited.disabled
    watching.step.click()
    assert "The kit: visit Z." in watching.text()
    filling = BeMarvel(TRAP, mode="fill", every=2)
    assert len(filling.model.session.played) == 1
    operate(filling)
    assert len(filling.model.session.played) == 3


def test_grades_at_the_end_are_kept_back_till_then():
    app = BeMarvel(TRAP, grade="end")
    app.model.pick("X")
    app.model.play(Judge("neighbors", (3,), False))  # T is a co-parent
    assert "Noted." in app.text()
    assert "wrong" not in app.text().lower()
    while not app.model.session.is_over:
        app.model.kit()
    assert "Move 2, Is T a neighbor or a co-parent of X?" in app.text()
    assert app.fix.layout.display is None
    app.fix.click()
    assert len(app.model.session.played) == 1


def test_without_answers_nothing_is_revealed():
    app = BeMarvel(TRAP, answers=False)
    app.model.pick("X")
    app.model.play(Judge("neighbors", (3,), False))
    app.model.play(Visit(1))
    assert "not over" in app.text()  # a rule, no verdict
    while not app.model.session.is_over:
        app.model.play(app.model.game.next_move())
    for word in ("essential", "wrong", "right", "hidden", "in a run of MARVEL"):
        assert word not in app.text().lower().replace("not removable", ""), word
    assert app.svg().count("Hidden graph") == 0
    assert app.hidden not in app.parts["kit"].children


def test_without_answers_the_kit_makes_no_move():
    app = BeMarvel(TRAP, answers=False)
    app.model.pick("X")
    before = app.model.session
    app.step.click()
    app.search.click()
    assert app.model.session == before
    assert app.step.disabled
    assert app.search.disabled
    assert "each would be an answer" in app.unaided.value
    assert app.mode.disabled
    assert not app.model.restart(mode="watch")
    assert "mode='watch' is not for answers=False" in app.model.error
    with pytest.raises(ValueError, match="mode='fill'"):
        BeMarvel(TRAP, answers=False, mode="fill")
    with pytest.raises(ValueError, match="mode='watch'"):
        BeMarvel(answers=False, token=BeMarvel(TRAP, mode="watch").token)


def test_a_test_tells_its_answer_and_the_graph_its_reason():
    app = BeMarvel("A -> B <- C; B -> D; A -> D")
    app.model.pick("C")
    app.model.play(Ask(2, 0))
    assert "C and A are independent given nothing." in app.text()
    assert "→" not in app.text()
    app.model.show_hidden = True
    app.model.undo()
    app.model.play(Ask(2, 0))
    assert "C → B ← A" in app.text()


def test_the_hidden_graph_shows_when_asked_for_and_at_the_end():
    app = BeMarvel(TRAP)
    assert "Hidden graph" not in app.svg()
    app.hidden.value = True
    assert "Hidden graph" in app.svg()
    assert len(app.picture.views) == 2


def test_another_graph_and_another_mode_begin_anew():
    app = BeMarvel(TRAP)
    app.model.pick("Z")
    app.example.value = "chain"
    assert app.model.game.dag == gallery["chain"]
    assert not app.model.session.played
    app.draw.click()
    assert app.model.game.dag.nodes == ("V0", "V1", "V2", "V3", "V4")
    app.mode.value = "watch"
    assert app.model.session.mode == "watch"
    app.grade.value = "end"
    assert (app.model.session.mode, app.model.session.when) == ("watch", "end")


def test_too_large_a_graph_is_refused_and_nothing_is_lost():
    app = BeMarvel(TRAP)
    app.model.pick("Z")
    assert not app.model.load_random(17, 2, 1)
    assert "1 to 16 variables; this graph has 17" in app.parts["game"].children[-1].value
    assert app.model.session.played
    with pytest.raises(GraphError, match="1 to 16"):
        BeMarvel(Dag([], nodes=range(17)))


@pytest.mark.parametrize("setting", [{"mode": "x"}, {"grade": "x"}, {"every": 0}], ids=str)
def test_a_bad_setting_is_named(setting):
    with pytest.raises(ValueError, match=next(iter(setting))):
        BeMarvel(TRAP, **setting)


def test_a_token_brings_game_score_and_mode_back():
    app = BeMarvel(TRAP, grade="end")
    for name in ("X", "X", "T"):
        app.model.pick(name)
    app.model.ask()
    again = BeMarvel.from_token(app.token, big=True)
    assert again.model.game == app.model.game
    assert again.model.session.score == app.model.session.score
    assert again.model.session.when == "end"


def test_a_click_on_collect_that_comes_too_late_is_no_move():
    app = BeMarvel("X -> Y <- T")
    while app.model.game.phase != "collect":
        app.model.kit()
    rows = app.parts["moves"]
    app.model.kit()
    rows.triples.options = ()
    before = app.text()
    rows.collect.click()
    assert app.text() == before


def test_pc_says_of_a_dependent_pair_that_its_edge_stays():
    for app, stays in ((BePC(TRAP), True), (BeMarvel(TRAP), False)):
        while app.model.answer is None or app.model.answer[2]:
            app.model.kit()
        assert ("Their edge stays so far." in app.model.said.why) is stays
