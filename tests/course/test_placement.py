"""The placement test: its questions, its next question, its end, its page, and what it sees."""

import random
from functools import cache

import pytest

from marvel_widgets import exercises
from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS
from marvel_widgets.assessment.results import result_of
from marvel_widgets.classroom.reports import report
from marvel_widgets.course import mastery
from marvel_widgets.course.checks import Check
from marvel_widgets.course.placement import UNSEEN, PlacementTest
from marvel_widgets.course.placement_items import PARTS, PLACEMENT, part_named, pool
from tests.course.simulated import Learner

FEW = 6  # questions


@cache
def case(item, student):
    return Check(PLACEMENT, item.key, item.builder, student)


class Quick(PlacementTest):
    """A test that draws each case once for all tests here."""

    def _check(self, item):
        return case(item, self.student)


def taken(test, learner, seed, most=1000):
    rng = random.Random(seed)
    while test.question is not None and len(test.asked) < most:
        test.answer(learner.answer(test.question.exercise, rng))
    return test


# -- its questions ------------------------------------------------------------------------------


def test_the_parts_share_all_beliefs_out():
    own = [belief for name, part in PARTS.items() if name != "course" for belief in part.beliefs]
    assert sorted(own) == sorted(MISCONCEPTIONS)
    beside = {belief for name in ("pc", "teaching") for belief in PARTS[name].beliefs}
    assert set(PARTS["course"].beliefs) == set(own) - beside


@pytest.mark.parametrize("name", PARTS)
def test_the_questions_of_a_part_are_in_greedy_order(name):
    wanted, items = set(PARTS[name].beliefs), pool(name)
    covered = set()
    for at, item in enumerate(items):
        if covered >= wanted:
            break
        fresh = len(wanted & set(item.beliefs) - covered)
        assert fresh == max(len(wanted & set(i.beliefs) - covered) for i in items[at:])
        covered |= set(item.beliefs)
    assert covered >= wanted
    assert all(sum(belief in item.beliefs for item in items) >= 2 for belief in wanted)


def test_pc_is_asked_in_its_own_part_alone():
    found = {name: {item.notebook for item in pool(name)} & {"P1", "P2"} for name in PARTS}
    assert found.pop("pc") == {"P1", "P2"}
    assert not any(found.values())


def test_an_unknown_part_is_named_with_the_known_ones():
    with pytest.raises(
        ValueError, match="there is no part 'graphs'; choose one of course, reading"
    ):
        part_named("graphs")


# -- its next question and its end --------------------------------------------------------------


def test_the_next_question_follows_from_the_answers():
    def keys(learner):
        return [one.item.key for one in taken(Quick("removal"), learner, 1).asked]

    right = keys(Learner(slip=0, lapse=0))
    wrong = keys(Learner(["M4"], slip=0, lapse=0))
    assert right == keys(Learner(slip=0, lapse=0))
    assert right[0] == wrong[0]
    assert right != wrong


def test_a_belief_that_was_seen_is_asked_about_again():
    test = Quick("removal")
    while not test.named:
        test.answer(
            Learner(["M4"], slip=0, lapse=0).answer(test.question.exercise, random.Random())
        )
    assert "M4" in pool_item(test.question).beliefs


def pool_item(check):
    return next(item for item in pool("course") if item.key == check.name)


@pytest.mark.parametrize("name", [name for name in PARTS if name != "course"])
def test_who_knows_all_is_told_of_no_belief(name):
    test = taken(Quick(name), Learner(slip=0), 1)
    assert test.named == ()
    assert len(test.asked) <= test.scope.most
    assert max(test.evidence.probability[b] for b in test.scope.beliefs) < 0.05


def test_no_question_comes_twice_and_none_after_the_end():
    test = taken(Quick("practice"), Learner(["M13", "M45"]), 2)
    keys = [one.item.key for one in test.asked]
    assert len(set(keys)) == len(keys)
    for act in (lambda: test.answer(1), test.skip):
        with pytest.raises(ValueError, match="the placement test is over"):
            act()


def test_what_cannot_be_read_and_no_answer_change_nothing():
    test = Quick("bounds")
    before = test.question
    assert test.answer("!?").kind == "unread"
    assert test.answer(...).kind == "open"
    assert (test.question, test.asked) == (before, [])


def test_a_matter_that_was_not_met_is_no_evidence_and_ends_its_notebook():
    test = Quick("bounds")
    probability = dict(test.evidence.probability)
    item = pool_item(test.question)
    test.skip()
    assert test.evidence.probability == probability
    assert test.asked[0].shown == UNSEEN
    assert test.unmet == (item.notebook,)
    while test.question is not None:
        assert pool_item(test.question).notebook != item.notebook
        test.answer(test.question.exercise.solution)
    assert any(
        f"Not met yet: notebook {item.notebook}" in line for line in mastery.page_lines(test)
    )


def test_a_state_brings_the_test_back():
    test = taken(Quick("algorithm", "17"), Learner(["M32"]), 3, most=3)
    test.skip()
    again = Quick.restored(test.state())
    assert again.state() == test.state()
    assert again.question.name == test.question.name
    assert again.evidence.probability == test.evidence.probability


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"part": "all"}, "there is no part 'all'"),
        ({"answers": [["nothing_00", "{1}"]]}, "'nothing_00', which is not asked here"),
        ({"answers": [["gain_t", "'many'"]], "part": "teaching"}, "can't be read"),
    ],
)
def test_a_wrong_state_is_refused_in_a_sentence(changed, told):
    with pytest.raises(ValueError, match=told):
        Quick.restored({**Quick("removal").state(), **changed})


# -- what is handed in, and the page ------------------------------------------------------------


def test_the_answers_are_teaching_data(tmp_path):
    test = taken(PlacementTest("removal", "17"), Learner(["M4"], slip=0, lapse=0), 4, most=2)
    string = test.result(key="spring").string
    result, genuine = result_of(string, key="spring")
    assert (result.notebook, result.student, genuine) == ("PLACEMENT", "17", True)
    (tmp_path / "17.txt").write_text(string)
    rows = report(tmp_path, "spring")
    assert [row.exercise for row in rows if row.answer] == [one.item.key for one in test.asked]
    assert {row.misconception for row in rows if row.answer} >= {"M4"}


def test_the_questions_can_be_asked_one_by_one():
    check = exercises("placement", "17")
    test = PlacementTest("removal", "17")
    assert getattr(check, test.question.name).exercise.question == test.question.exercise.question


def test_the_page_says_what_to_work_on_and_where():
    test = taken(Quick("removal"), Learner(["M4"], slip=0, lapse=0), 5)
    (one,) = mastery.advice(test)
    assert one.belief == "M4"
    assert [test.asked[n - 1].shown for n in one.questions] == ["M4"] * len(one.questions)
    page = "\n".join(mastery.page_lines(test))
    assert MISCONCEPTIONS["M4"] in page
    for item in one.places:
        assert "M4" in item.beliefs
        assert f"notebook {item.notebook}" in page
        assert f"check.{item.name}" in page
    assert mastery.likeliest(test)[0][0] == "M4"


@pytest.mark.parametrize("belief", MISCONCEPTIONS)
def test_every_belief_has_a_place_to_work_at(belief):
    places = mastery.places_for(belief)
    assert places
    assert all(belief in item.beliefs and item.section for item in places)


def test_the_page_of_a_test_without_answers_says_so():
    assert mastery.page_lines(Quick("removal"))[0] == "No question was answered."


# -- what it sees of simulated learners: benchmarks/learners.py has the figures -----------------


def share_named(part, learners):
    found = [
        taken(Quick(part), Learner([belief], *manner), f"{belief}/{n}", most=FEW).named[:1]
        == (belief,)
        for belief in PARTS[part].beliefs
        for n, manner in enumerate(learners)
    ]
    return sum(found) / len(found)


def test_one_belief_is_named_in_six_questions():
    shares = [share_named(part, [(0.1, 0.1)] * 2) for part in ("removal", "directions", "bounds")]
    assert sum(shares) / len(shares) >= 0.85, shares


def test_a_learner_whose_belief_hardly_shows_is_not_seen():
    assert share_named("removal", [(0.1, 0.95)] * 2) < 0.3


def own_rules(dag):
    """What beliefs answer to 'which variables are removable?', by rules written here."""
    near = {v: dag.parents(v) | dag.children(v) for v in dag.nodes}
    around = {v: near[v].union(*(dag.parents(c) for c in dag.children(v))) - {v} for v in dag.nodes}
    least = min(map(len, around.values()))
    return {
        "M4": {v for v in dag.nodes if not dag.children(v)},
        "M5": {v for v in dag.nodes if len(around[v]) == least},
        "M6": {v for v in dag.nodes if all(near[v] - {c} <= near[c] for c in dag.children(v))},
    }


def test_simulated_learners_answer_as_rules_written_apart():
    item = next(item for item in pool("removal") if item.name == "removable")
    for student in map(str, range(5)):
        exercise = Check(PLACEMENT, item.key, item.builder, student).exercise
        for belief, answer in own_rules(exercise.dag).items():
            learner = Learner([belief], slip=0, lapse=0)
            assert learner.answer(exercise, random.Random(1)) == answer


def test_an_answer_of_a_simulated_learner_is_that_of_its_wrong_rule():
    test = Quick("removal")
    exercise = test.question.exercise
    held = {m.misconception: m.answer for m in exercise.mistakes}
    rng = random.Random(1)
    for belief, answer in held.items():
        assert Learner([belief], slip=0, lapse=0).answer(exercise, rng) == answer
    assert Learner(slip=0).answer(exercise, rng) == exercise.solution
    slips = [Learner(slip=1, copying=0).answer(exercise, rng) for _ in range(50)]
    assert len(set(slips)) > 5


def most_probed(part, questions):
    """The most beliefs of a part that any so many of its questions probe: an integer program."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp

    items, beliefs = pool(part), PARTS[part].beliefs
    probes = np.array([[belief in item.beliefs for item in items] for belief in beliefs], float)
    # Which questions are taken, then which beliefs count: only those that a taken one probes.
    counted = LinearConstraint(np.hstack([-probes, np.eye(len(beliefs))]), -np.inf, 0)
    costs = np.concatenate([np.zeros(len(items)), -np.ones(len(beliefs))])
    few = LinearConstraint((costs == 0).astype(float)[None], 0, questions)
    found = milp(costs, constraints=[counted, few], integrality=1, bounds=Bounds(0, 1))
    assert found.success
    return round(-found.fun)


# docs/placement.md: one who holds one belief answers rightly before a question probes it, so no
# order, adaptive or not, names more beliefs in six questions than six questions probe.
def test_six_questions_probe_all_of_a_part_and_half_of_the_course():
    for part in PARTS:
        if part not in ("course", "teaching"):
            assert most_probed(part, 6) == len(PARTS[part].beliefs)
    assert (most_probed("course", 6), len(PARTS["course"].beliefs)) == (25, 48)
    first = {belief for item in pool("course")[:6] for belief in item.beliefs}
    assert len(first & set(PARTS["course"].beliefs)) == 25  # the greedy order attains it


@pytest.mark.night
def test_twelve_questions_are_the_fewest_that_probe_85_of_100():
    assert most_probed("course", 11) < 0.85 * 48 < most_probed("course", 12)
