"""The player with questions that tell: it waits, in the page too, and learns from the answers."""

import pytest

from marvel_widgets import gallery, networks
from marvel_widgets.widgets import DSeparationLab, MarvelPlayer


@pytest.fixture
def player():
    return MarvelPlayer(networks.load("asia"), predict="telling")


def ask(player):
    """Go on to the next question, and return it."""
    player.end()
    return player.predictions.question


def answer(player, *, belief=""):
    question = ask(player)
    right = belief not in question.beliefs
    wrong = next(option for option in question.options if option != question.answer)
    player.predictions.answer(question.answer if right else wrong)
    return question


def test_the_run_waits_at_each_question_in_the_kernel_and_in_the_page(player):
    for _ in range(4):
        question = ask(player)
        at = player.model.position
        assert at == player.model.reach == player.run.reel.last < player.model.film.last
        assert player.run.reel.waits
        player.step()
        assert player.model.position == at
        assert player.transport.step.disabled
        assert not player.predictions.revealed
        player.predictions.answer(question.answer)
        assert player.model.reach > at


def test_the_page_steps_between_questions_by_itself(player):
    assert player.run.reel.last == player.model.reach > 1
    player.run.reel.set_state({"position": 3})
    assert player.model.position == 3
    assert player.predictions.question is None


def test_what_is_told_to_the_page_ends_before_the_answer(player):
    reel = player.run.reel
    shown = repr([reel._values(at) for at in range(reel.last + 1)])
    question = ask(player)
    assert "tub and lung independent" in question.text
    assert "tub and lung independent" not in shown


def test_a_holder_of_a_belief_is_told(player):
    telling = [answer(player, belief="usual_colliders") for _ in range(7)]
    assert player.telling.evidence.named == ("usual_colliders",)
    assert "a collider is like any other" in player.predictions.message
    score = player.predictions.score
    assert score.right + score.wrong == sum(bool(each.beliefs) for each in telling)
    assert score.right / (score.right + score.wrong) <= 0.6


def test_who_answers_rightly_is_told_nothing(player):
    for _ in range(7):
        answer(player)
    assert player.telling.evidence.named == ()
    assert player.predictions.note == ""


def test_a_question_of_the_run_is_marked_on_the_bar_and_an_aside_is_not(player):
    asked = [(answer(player, belief="collider_alone"), player.model.position) for _ in range(5)]
    signs = [mark for mark in player.model.marks if mark[2] in "✓✗?"]
    of_run = {at: q for q, at in asked if not q.text.startswith("An aside")}
    assert 0 < len(of_run) < len(asked)
    told = {at: (words, sign) for at, words, sign in signs if words != "a question waits here"}
    assert any(not q.counts for q in of_run.values())
    assert told == {
        at: ("predicted rightly, a plain question", "✓")
        if not q.counts
        else ("predicted wrongly", "✗")
        if "collider_alone" in q.beliefs
        else ("predicted rightly", "✓")
        for at, q in of_run.items()
    }


def test_one_question_in_three_is_plain_and_the_score_tells_it_apart(player):
    asked = [answer(player, belief="usual_colliders") for _ in range(9)]
    assert [question.counts for question in asked] == [True, True, False] * 3
    assert not any(question.beliefs for question in asked if not question.counts)
    assert "right, and 3 of 3 plain ones." in player.predictions.score.words
    telling = [question for question in asked if question.counts]
    right = sum("usual_colliders" not in question.beliefs for question in telling)
    assert player.predictions.score.words.startswith(f"Score: {right} of 6 predictions right")


def test_before_its_answer_a_plain_question_is_marked_like_any_other(player):
    marks = set()
    for _ in range(6):
        question = ask(player)
        marks |= {mark[1] for mark in player.model.marks if mark[0] == player.model.position}
        player.predictions.answer(question.answer)
    assert marks == {"a question waits here"}


def test_an_aside_makes_no_test():
    player = MarvelPlayer("A -> B -> C", predict="telling")
    tests = len(player.trace.tests)
    assert answer(player).text.startswith("An aside, which the run does not ask.")
    assert len(player.trace.tests) == tests


def test_by_rounds_the_questions_are_about_removable_variables():
    player = MarvelPlayer("X -> Y <- T; Y -> Z; X -> Z", level="round", predict="telling")
    assert "removable?" in ask(player).text


def test_skipping_goes_on_without_evidence(player):
    before = dict(player.telling.evidence.probability)
    question = ask(player)
    player.predictions.skip()
    assert player.telling.evidence.probability == before
    assert ask(player) != question


def test_another_graph_keeps_what_is_known(player):
    for _ in range(4):
        answer(player, belief="usual_colliders")
    before = player.telling.evidence.probability["usual_colliders"]
    player.model.graph.load(gallery["condition-2-trap"])
    assert player.telling.evidence.probability["usual_colliders"] == before
    assert ask(player).key != ""


def test_of_a_large_graph_every_step_is_asked_about():
    player = MarvelPlayer(networks.load("insurance"), level="test", predict="telling")
    assert player.predictions.question.text.startswith("Are ")
    assert player.run.reel.last == -1


def test_without_answers_nothing_is_judged():
    player = MarvelPlayer(networks.load("asia"), predict="telling", answers=False)
    for _ in range(5):
        answer(player, belief="usual_colliders")
    assert player.predictions.note == ""
    assert not [mark for mark in player.model.marks if mark[2] in "✓✗"]


def test_a_token_opens_the_same_state(player):
    player.seek(5)
    assert MarvelPlayer(token=player.token, predict="telling").model.position == 5
    assert MarvelPlayer(token=player.token).model.position == 5


def test_an_app_that_cannot_says_so():
    with pytest.raises(ValueError, match="telling"):
        DSeparationLab("A -> B", predict="telling")
