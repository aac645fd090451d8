"""Notebook T's exercises: truths and mistakes, computed a second way."""

import re
from itertools import permutations

import networkx as nx
import pytest

from marvel_widgets import exercises, is_removable_by_definition
from marvel_widgets.assessment.signing import SignatureError, opened, signed
from marvel_widgets.lessons.teachers import exercises as t
from tests.reference import dags
from tests.reference.checks import named_graph
from tests.reference.claims import boundary
from tests.reference.theory import condition_one_gaps
from tests.slices import in_each_run
from tests.truths import Case, holds

STUDENTS = [str(n) for n in range(30)]


@pytest.fixture(params=in_each_run(STUDENTS, STUDENTS[:6]), ids=lambda s: f"student {s}")
def check(request):
    return exercises("T", request.param)


def numbers_in(text):
    return [int(n) for n in re.findall(r"\d+", text)]


def predicted(dag):
    """The six predictions, in the order of the statements."""
    graph = named_graph(dag)
    everyone = graph.vertices

    def smallest(size):
        few = min(map(size, everyone))
        return {v for v in everyone if size(v) == few}

    small = smallest(lambda v: len(boundary(graph, v)))
    return [
        {v for v in everyone if not dags.children(graph, v)},
        small,
        {v for v in everyone if not condition_one_gaps(graph, v)},
        {min(small)},
        smallest(lambda v: len(dags.neighbors(graph, v))),
        {v for v in everyone if not dags.parents(graph, v)},
    ]


def removable(dag):
    return frozenset(v for v in dag.nodes if is_removable_by_definition(dag, v))


def test_predictions_are_those_of_the_beliefs(check):
    dag = check.behind.exercise.dag
    assert [predict(dag) for predict in t.PREDICTIONS.values()] == predicted(dag)


def test_behind_an_answer_are_all_beliefs_that_predict_it(check):
    exercise = check.behind.exercise
    given = frozenset(re.search(r"was \{(.*?)\}", exercise.question)[1].split(", "))
    assert given != removable(exercise.dag)
    fitting = {n for n, group in enumerate(predicted(exercise.dag), 1) if group == given}
    assert len(fitting) >= 2
    assert exercise.solution == fitting


def test_a_belief_shows_where_boundary_and_neighbors_differ(check):
    exercise = check.revealing.exercise
    dag, graph = exercise.dag, named_graph(exercise.dag)
    differing = {v for v in dag.nodes if boundary(graph, v) != dags.neighbors(graph, v)}
    moral = nx.moral_graph(dag.to_networkx())
    assert differing == {v for v in dag.nodes if set(moral[v]) != dag.neighbors(v)}
    assert exercise.solution == differing
    for name in dag.nodes:
        text = exercise.witness(exercise.solution ^ {name})
        assert ("no neighbor of" in text) == (name in differing)


def test_good_orders_are_the_topological_ones_with_a_break(check):
    exercise = check.ninety_minutes.exercise
    parts = exercise.kind.names
    told = re.search(r"minutes: (.*?)\. In", exercise.question)[1]
    minutes = {part.split()[0]: int(part.split()[1]) for part in told.split(", ")}
    assert set(minutes) == set(parts)
    assert len(parts) == 6
    assert sum(minutes.values()) == 80

    def at_forty(order):
        return any(sum(minutes[p] for p in order[:k]) == 40 for k in range(1, 7))

    needs = nx.DiGraph(list(exercise.dag.edges))
    assert set(needs) == set(parts)
    good = {tuple(o) for o in nx.all_topological_sorts(needs) if at_forty(o)}
    accepted = {order for order in permutations(parts) if exercise.is_right(order)}
    assert accepted == good
    assert exercise.solution in good
    follows = set(map(tuple, nx.all_topological_sorts(needs)))
    for order in permutations(parts):
        if order not in good:
            belief = "all_time_teaches" if order in follows else "parts_in_any_order"
            assert exercise.misconception(order) == belief


def test_settings_are_those_of_the_wishes(check):
    exercise = check.settings.exercise
    named = {s for s, wish in t.WISHES.items() if wish in exercise.question}
    assert exercise.solution == named
    assert len({"hide", "lock"} & named) == len({"answers", "predict"} & named) == 1


def test_the_gain_is_the_share_of_what_was_left(check):
    exercise = check.gain.exercise
    before, ten, after, *_ = numbers_in(exercise.question)
    assert ten == 10
    assert exercise.solution * (ten - before) == 100 * (after - before)
    answers = by_belief(exercise)
    assert answers["points_are_gain"] == 10 * (after - before)
    assert answers["second_test"] == 10 * after
    assert abs(answers["gain_over_start"] * before - 100 * (after - before)) <= before


def test_signatures_are_what_checking_them_says(check):
    exercise = check.signatures.exercise
    valid_words = {"It is as", "A mail p", "A second", "A learne"}
    expected = {n for n, s in enumerate(exercise.kind.sentences, 1) if s[:8] in valid_words}
    assert exercise.solution == expected
    # and each of these words is tried out here
    string = signed({"a": 1}, "k")
    assert opened(string[:9] + "\n" + string[9:], "k").genuine
    assert opened(signed({"a": 2}, "k"), "k").genuine
    assert not opened(string, "last").genuine
    with pytest.raises(SignatureError):
        opened(string[:-10], "k")


def by_belief(exercise):
    return {mistake.misconception: mistake.answer for mistake in exercise.mistakes}


def test_who_looks_at_one_belief_at_the_wrong_names_or_at_some_of_them(check):
    exercise = check.behind.exercise
    given = frozenset(re.search(r"was \{(.*?)\}", exercise.question)[1].split(", "))
    right, groups = removable(exercise.dag), list(enumerate(predicted(exercise.dag), 1))
    assert by_belief(exercise) == {
        "one_belief_behind": {min(exercise.solution)},
        "understood": {n for n, group in groups if group - right == given - right},
        "shared_enough": {n for n, group in groups if group & given},
    }


def test_who_asks_at_colliders_at_parents_or_everywhere(check):
    exercise = check.revealing.exercise
    dag = exercise.dag
    colliders = {v for v in dag.nodes if dag.to_networkx().in_degree(v) > 1}
    above = {a for a, b in dag.edges if b in colliders}
    assert by_belief(exercise) == {
        "understood": set(dag.nodes),
        "seen_at_the_child": colliders,
        "parents_apart": above,
    }


def test_who_confuses_settings_or_gives_all(check):
    exercise = check.settings.exercise
    right, both = exercise.solution, {"hide", "lock"}
    assert by_belief(exercise) == {
        "locked_is_hidden": (right - both) | (both - right),
        "hidden_answers": right | {"answers", "predict"},
        "settings_do_no_harm": set(exercise.kind.names),
    }


def test_who_trusts_signatures_too_much_or_too_little(check):
    exercise = check.signatures.exercise
    starts = {
        "signature_says_who": ("A learner wrote", "A second student"),
        "any_change_breaks": ("A mail program",),
    }
    numbered = list(enumerate(exercise.kind.sentences, 1))
    believed = {
        belief: exercise.solution - {n for n, text in numbered if text.startswith(some)}
        for belief, some in starts.items()
    }
    cut = "The last ten letters"
    believed["readable_is_valid"] = {n for n, text in numbered if not text.startswith(cut)}
    assert by_belief(exercise) == believed


def test_what_each_kind_of_fact_says():
    minutes = (("tests", 20), ("race", 20), ("separation", 20), ("boundaries", 20))
    said = {
        t.Predicts(1, ("C",), ()): "Belief 1 predicts {C}; the learner named none.",
        t.Predicts(2, (), ("A", "C")): "Belief 2 predicts none; the learner named {A, C}.",
        t.BoundaryShows("A", "B"): "The boundary of A contains B, which is no neighbor of A.",
        t.BoundaryShows("D", None): "The boundary of D and its neighbors are the same set, so "
        "nothing shows.",
        t.SettingFor(
            "big", True
        ): "We wish that it is shown by a projector to a large room: that is what big=True is for.",
        t.SettingFor(
            "token", False
        ): "token= is for this wish, which we do not have: all must begin "
        "at a state that we prepared at home.",
        t.PartNeeds("race", "tests"): "race comes before tests, which it needs.",
        t.AtTheBreak(minutes): "One good order is tests, race, separation, boundaries: a part ends "
        "at minute 40, and nothing is used before it is known.",
        t.AtTheBreak(minutes, "race"): "race is cut by the break: no part ends at minute 40.",
        t.NormalizedGain(2, 6, 50, True): "(6 - 2) / (10 - 2) = 0.5.",
        t.NormalizedGain(2, 6, 40, False): "8 points were left to gain, and 4 of them were gained; "
        "40 percent of 8 would be 3.2.",
        t.Signature("made", True): "We tried it: after 'It is as the notebook made it.' the "
        "signature is valid.",
        t.Signature("cut", False): "We tried it: after 'The last ten letters are missing.' the "
        "signature is not valid.",
    }
    assert [fact.say() for fact in said] == list(said.values())
    assert not holds(t.Signature("made", False), Case(None))
