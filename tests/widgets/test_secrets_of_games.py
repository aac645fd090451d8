"""The games, the player, exercises: what must not be on the page, nor sent to it."""

import json
import re
from functools import partial

import ipywidgets
import pytest

from marvel_widgets import Dag, essential_graph, record
from marvel_widgets.core.algorithms.registry import ALGORITHMS
from marvel_widgets.core.graphs.equivalence import equivalent_dags
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.course.checks import exercises
from marvel_widgets.lessons.algorithm_game.moves import Collect, Judge, Verdict
from marvel_widgets.widgets import BeMarvel, BePC, ExerciseBox, LiveBoard, MarvelPlayer, Race, Vote
from tests.widgets.page import Page, found, number

# The secrets that are no prediction, or one for each step, by their app: each has a test here.
SEARCHED = {
    ("BeMarvel", "hidden graph"),
    ("BePC", "hidden graph"),
    ("ExerciseBox", "verdict"),
    ("LiveBoard", "next step"),
    ("MarvelPlayer", "next step"),
    ("Race", "totals"),
    ("Vote", "right card"),
}


def kept(app):
    return {(type(app).__name__, secret.name) for secret in app.kept}


def test_a_game_says_what_it_keeps_until_its_end():
    race, box, player = (
        Race("A -> B"),
        ExerciseBox(exercises("03").removable),
        MarvelPlayer("A -> B"),
    )
    game, other = BeMarvel("A -> B"), BePC("A -> B")
    vote = Vote(exercises("03").removable)
    steppers = MarvelPlayer("A -> B", predict=True), LiveBoard("A -> B", lens="run", predict=True)
    for asking in steppers:
        while asking.predictions.question is None:
            asking.shown.model.step()
    apps = race, box, *steppers, game, other, vote
    assert set.union(*map(kept, apps)) == SEARCHED
    race.skip.click()
    race.clock.end.click()
    box.answer(box.model.check.exercise.solution)
    for asking in steppers:
        asking.predictions.skip()
    for each in (game, other):
        while not each.model.session.is_over:
            each.model.kit()
    vote.model.count("1 2 3 4 5")
    vote.model.close()
    vote.model.tell()
    assert [kept(app) for app in (*apps, player)] == [set()] * 8


# -- Race: the total of each racer ------------------------------------------------------------

STAR = gallery["star-14"]


@pytest.fixture(scope="module")
def totals():
    """The tests of each algorithm on the star, each counted by a run of its own."""
    boundaries = {v: STAR.markov_boundary(v) for v in STAR.nodes}
    return {
        name: record(name, STAR, boundaries).result.counts.performed for name in ALGORITHMS
    }  # fmt: skip


def untold(totals, tick=-1):
    """The totals of those that have not finished; small numbers are found everywhere."""
    return [number(n) for n in totals.values() if n > tick and n >= 1000]


def words_of(app):
    return app.text() + app.said.value + app.lanes.value + app.table.value


def test_no_total_is_told_before_its_racer_has_finished(totals, monkeypatch):
    page = Page(monkeypatch)
    app = Race(STAR)
    assert found(page.told(app), untold(totals)) == []
    app.skip.click()
    slow = sorted(n for n in totals.values() if n >= 1000)
    assert len(set(slow)) == 2
    for tick in (0, 1, 90, 91, 5000, slow[0] - 1, slow[0], slow[1] - 1):
        app.model.seek(tick)
        assert found(page.told(app), untold(totals, tick)) == []
        if tick < 91:
            words = words_of(app).replace("0 tests after discovery, 91 in all", "")  # of those done
            assert not found(words, [number(91)])
    assert found(page.told(app), [number(slow[0])])
    app.clock.end.click()
    assert found(page.told(app), [number(slow[1])])


@pytest.mark.parametrize("predict", [True, False])
def test_a_race_that_is_withheld_tells_no_total(predict, totals, monkeypatch):
    page = Page(monkeypatch)
    app = Race(STAR, predict=predict, answers=False)
    app.skip.click()
    app.clock.end.click()
    assert found(page.told(app), untold(totals)) == []


# -- BeMarvel: all that equivalent graphs do not have in common ---------------------------------
# They answer every CI test alike. If no more than answers is told, nobody can say which it is.

HIDDEN = Dag("{A B C D}; A -> B -> C; A -> C; B -> D")
BY_HAND = pytest.mark.parametrize("make", [BeMarvel, BePC])


def moves_of(dag, make=BeMarvel):
    """The moves of a learner who errs before each answer, and the kit's, by their names."""
    app = make(dag)
    while app.model.game.phase != "direct":
        move = app.model.game.next_move()
        if isinstance(move, Judge):
            yield "play", Judge(move.purpose, move.key, not move.separated)
            app.model.play(Judge(move.purpose, move.key, not move.separated))
        if isinstance(move, Verdict):
            yield "play", Verdict(not move.holds)
            app.model.play(Verdict(not move.holds))
        yield "choose", ((0, 1), (2,))
        if len(app.model.session.played) % 4 == 3 and not isinstance(move, Collect):
            yield "kit", None
            app.model.kit()
        else:
            yield "play", move
            app.model.play(move)
    ipywidgets.Widget.close_all()


def pages_of(dag, moves, monkeypatch, make=BeMarvel, **settings):
    """What is on the page after each move but the last of a game, without the widgets' names.

    What is there is looked through after some moves and at the end, what is sent after each.
    """
    page = Page(monkeypatch)
    app = make(dag, **settings)
    for at, (name, argument) in enumerate([("choose", ((), ())), *moves]):
        if name == "choose":
            app.model.choose(*argument)
        elif name == "kit":
            app.model.kit()
        else:
            app.model.play(argument)
        if app.model.session.is_over:
            break  # then the graph is shown
        told = page.told(app) if at % 10 == 0 or at == len(moves) else page.sent(app)
        yield re.sub(r"IPY_MODEL_\w+", "", told)
        page.forget()
    ipywidgets.Widget.close_all()


@pytest.mark.parametrize(
    ("make", "settings"),
    [(BeMarvel, {}), (BeMarvel, {"answers": False}), (BeMarvel, {"grade": "end"}), (BePC, {})],
)
def test_nobody_can_say_which_of_the_equivalent_graphs_is_hidden(make, settings, monkeypatch):
    moves = list(moves_of(HIDDEN, make))
    others = [d for d in equivalent_dags(essential_graph(HIDDEN)) if d != HIDDEN]
    first = list(pages_of(HIDDEN, moves, monkeypatch, make, **settings))
    for other in others[:1]:
        assert first == list(pages_of(other, moves, monkeypatch, make, **settings))


def test_the_page_of_be_pc_begins_alike_whatever_is_hidden(monkeypatch):
    one, other = Dag("{A B C D}; A -> B -> C -> D"), Dag("{A B C D}; B -> D")
    assert [*pages_of(one, [], monkeypatch, BePC)] == [*pages_of(other, [], monkeypatch, BePC)]


def test_the_pages_of_graphs_with_the_same_boundaries_begin_alike(monkeypatch):
    one, other = Dag("{A B C}; A -> B <- C"), Dag("{A B C}; A -> C <- B")
    assert [*pages_of(one, [], monkeypatch)] == [*pages_of(other, [], monkeypatch)]


@BY_HAND
def test_without_answers_nothing_helps(make, monkeypatch):
    """Whatever is pressed, right and wrong answers leave the same page but for the answer."""
    page = Page(monkeypatch)
    app = make(HIDDEN, answers=False)
    app.model.pick("A")
    before = app.model.session, app.model.choice
    for help_ in (app.step, app.search, app.fix):
        help_.click()
    assert (app.model.session, app.model.choice) == before
    while not app.model.session.is_over:
        app.model.play(app.model.game.next_move())
    told = page.told(app)
    assert not found(told, ["Right", "Wrong", "Hidden graph: ", "essential graph of the hidden"])


# -- ExerciseBox: the verdict ------------------------------------------------------------------

NAMED = [("03", "removable"), ("01", "verdicts"), ("04", "last_path")]


def told_of(name, answer, monkeypatch, **settings):
    check = getattr(exercises(name[0]), name[1])
    page = Page(monkeypatch)
    box = ExerciseBox(check, **settings)
    box.model.answer(answer(check.exercise))
    box.hint_button.click()
    return page.told(box)


def verdicts(name):
    """What is said of the right answer and of each mistake, with the hints, as JSON has it."""
    check = getattr(exercises(name[0]), name[1])
    exercise = check.exercise
    answers = [exercise.solution, *(mistake.answer for mistake in exercise.mistakes)]
    words = [check(answer).text for answer in answers] + list(exercise.hints)
    return [re.escape(json.dumps(text, ensure_ascii=False)[1:-1]) for text in words]


def right(exercise):
    return exercise.solution


def wrong(exercise):
    return exercise.mistakes[0].answer


@pytest.mark.parametrize("name", NAMED, ids="-".join)
@pytest.mark.parametrize("answer", [right, wrong])
def test_an_answer_is_recorded_and_not_judged(name, answer, monkeypatch):
    told = told_of(name, answer, monkeypatch, answers=False)
    assert "Your answer is recorded." in told
    assert found(told, [*verdicts(name), "Right", "Not right", "Close", "belief"]) == []


# -- MarvelPlayer: what the next step shows ----------------------------------------------------


def told_too_early(app, page, steps):
    """Step through a run; yield what a step shows that was told before it."""
    for _ in range(steps):
        question = app.predictions.question
        if question is not None:
            told = page.told(app)
            if said(question.because) in told:
                yield question
            app.predictions.answer(question.answer)
        page.forget()
        app.shown.model.step()
        if question is not None:
            assert said(question.because) in page.told(app)  # the search sees it


def said(words):
    return json.dumps(words, ensure_ascii=False)[1:-1]


@pytest.mark.parametrize("make", [MarvelPlayer, partial(LiveBoard, lens="run")])
@pytest.mark.parametrize("level", ["test", "decision", "round"])
def test_the_player_tells_no_answer_before_its_step(level, make, monkeypatch):
    page = Page(monkeypatch)
    app = make("A -> C <- B; C -> D", predict=True)
    app.shown.model.choose_level(level)
    assert list(told_too_early(app, page, 12)) == []


# -- Vote: which card is right, and the belief behind each --------------------------------------


def of_a_ballot(ballot):
    """What tells the right card: beliefs, what is said of right and wrong, the digits, the tag."""
    exercise = ballot.exercise
    beliefs = [option.named[8:] for option in ballot.options if option.belief]
    shown = [fact.say() for o in ballot.options if o.belief for fact in exercise.shows(o.answer)]
    secrets = [
        re.escape(said(each)) for each in (*beliefs, exercise.because, *shown, *exercise.hints)
    ]
    return [*secrets, r"Right\.", "[Ff]alse: ", "✓", r"\d cards (is|are) right", "mw-vote-right",
            f"Type {ballot.digits}", str(ballot.tag)]  # fmt: skip


@pytest.mark.parametrize("name", [*NAMED, ("P2", "colliders"), ("00", "one_edge")], ids="-".join)
def test_a_vote_tells_nothing_before_the_last_one_is_closed(name, monkeypatch):
    page = Page(monkeypatch)
    check = getattr(exercises(name[0]), name[1])
    vote = Vote(check, site="https://example.org/")
    ballots = [check.ballot(0)] if name[0] == "00" else [check.ballot(0), check.ballot(1)]
    secrets = [secret for ballot in ballots for secret in of_a_ballot(ballot)]
    while not vote.model.told:  # each state: asked, counted, closed, and asked again
        vote.card.value = "square"
        vote.model.tap("square", 10)
        vote.model.count(" ".join("7" * len(vote.model.now.counts)))
        assert found(page.told(vote), secrets) == []
        vote.model.close()
        if not vote.model.told:
            assert found(page.told(vote), secrets) == []
            keys = {"notebook", "name", "student", "draw", "votes", "early"}
            assert set(vote.model.state()) == keys
            vote.model.again()
    assert len(vote.model.votes) == len(ballots)
    assert len(found(page.told(vote), secrets)) > 5  # the search sees what is told


def test_without_answers_a_closed_vote_is_counted_alone(monkeypatch):
    page = Page(monkeypatch)
    check = exercises("03").removable
    vote = Vote(check, answers=False)
    vote.model.count("1 2 3 4 5")
    vote.model.close()
    assert "<b>4</b>" in vote.cards.value
    assert found(page.told(vote), of_a_ballot(check.ballot())) == []
