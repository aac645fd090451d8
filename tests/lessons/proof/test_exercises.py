"""The exercises on the proof of Theorem 1: every answer judged again by listing paths.

The judges read the question alone. Paths, rules and separations are those of `tests.reference`.
"""

import re

import pytest

from marvel_widgets.lessons.proof.exercises import EXERCISES
from tests.drawn_cases import drawn_once, hold_to_judge
from tests.reference.checks import named_graph
from tests.reference.dags import all_dags, children, descendants, parents, without
from tests.reference.paths import blocks, is_open, is_path, role
from tests.reference.separation import paths, separation, statements
from tests.reference.theory import condition_one_gaps, is_removable_by_definition
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]
GUESSES = 100


class Reading:
    """What a reader finds in a question: the graph, X, the path P, the set S."""

    def __init__(self, exercise):
        self.g = named_graph(exercise.dag)
        self.text = exercise.question

    def find(self, pattern):
        return re.search(pattern, self.text)[1]

    @property
    def x(self):
        return self.find(r"^([A-H]) is removable")

    @property
    def smaller(self):
        return without(self.g, self.x)

    @property
    def given(self):
        return frozenset(re.findall(r"[A-H]", self.find(r"S = \{([^}]*)\}")))

    @property
    def path(self):
        return tuple(re.findall(r"[A-H]", self.find(r"P is the path ([^,]*),")))

    def blockers(self, g, path):
        return {v for v in path[1:-1] if blocks(g, path, v, self.given)}


def loses(g, x):
    """Return whether another variable has fewer descendants without x."""
    rest = without(g, x)
    return any(descendants(g, v) - {x} != descendants(rest, v) for v in rest.vertices)


def separating_sets_stay(g, x, *, from_smaller):
    """Return whether what separates without x separates with it, or the other way."""
    rest = without(g, x)
    one, other = separation(rest), separation(g)
    if not from_smaller:
        one, other = other, one
    return all(other(*s) for s in statements(rest) if one(*s))


def judge_last_path(exercise, value):
    """The proof of case (b), word for word: P', and P'' where P_l blocks P' and collides on P."""
    reading = Reading(exercise)
    g, h, path = reading.g, reading.smaller, reading.path
    if not is_open(g, path, reading.given, "paper"):
        return not value
    at = path.index(reading.x)
    sides = (path[at - 1], path[at + 1])
    near = sides[0] if sides in g.edges else sides[1]
    left = tuple(v for v in path if v != reading.x)
    if not is_open(h, left, reading.given, "paper"):
        assert reading.blockers(h, left) == {near}
        assert role(g, path, path.index(near)) == "collider"
        left = tuple(v for v in left if v != near)
    assert is_path(h, left)
    assert is_open(h, left, reading.given, "paper")
    return value == set(left)


def judge_opener(exercise, value):
    reading = Reading(exercise)
    g, path, x = reading.g, reading.path, reading.x
    openers = descendants(g, x) & (reading.given | {path[0], path[-1]})
    good = set()
    for w in children(g, x):
        replaced = tuple(w if v == x else v for v in path)
        if is_path(reading.smaller, replaced) and is_open(
            reading.smaller, replaced, reading.given, "paper"
        ):
            good.add(w)
    return value == {"T": openers, "W": good}


def judge_separator(exercise, value):
    reading = Reading(exercise)
    g, x = reading.g, reading.find(r"fails for ([A-F])")
    u, z = reading.find(r"are there, (. → .) is missing").split(" → ")
    if value["S"] & {u, x, z} or not separation(without(g, x))(u, z, value["S"]):
        return False
    routes = (path for path in paths(g, u, z) if set(path) == value["path"])
    return any(is_open(g, path, value["S"], "textbook") for path in routes)


JUDGES = {"last_path": judge_last_path, "opener": judge_opener, "separator": judge_separator}


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", EXERCISES)
def test_answers_are_judged_alike(name, seed):
    hold_to_judge(drawn_once(EXERCISES[name], seed), JUDGES[name], GUESSES)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_x_of_a_path_is_removable_as_the_question_says(seed):
    for name in ("last_path", "opener"):
        reading = Reading(drawn_once(EXERCISES[name], seed))
        assert is_removable_by_definition(reading.g, reading.x)
        assert is_path(reading.g, reading.path)
        assert parents(reading.g, reading.x) or name != "opener"


def test_the_descendants_stay_where_condition_1_holds():
    """What notebook 04 says of `lem: preserveDescendants`: Condition 1 is all that it needs."""
    tried = 0
    for g in all_dags(4):
        for x in g.vertices:
            if not condition_one_gaps(g, x):
                tried += 1
                assert not loses(g, x), (g, x)
    assert tried > 100


def test_a_separating_set_stays_one_after_any_removal():
    """What notebook 04 says: from G to H nothing is needed."""
    for g in all_dags(4):
        for x in g.vertices:
            assert separating_sets_stay(g, x, from_smaller=False), (g, x)


def test_the_other_way_needs_a_removable_variable():
    for g in all_dags(4):
        for x in g.vertices:
            stays = separating_sets_stay(g, x, from_smaller=True)
            assert stays == is_removable_by_definition(g, x), (g, x)


def believed_last_path(exercise):
    reading = Reading(exercise)
    path = set(reading.path)
    return {
        "condition_1_is_enough": path - {reading.x},
        "more_blocks": set(),
        "nothing_changes": path,
    }


def believed_opener(exercise):
    reading = Reading(exercise)
    g, x = reading.g, reading.x
    below = children(g, x)
    inside = descendants(g, x) & reading.given
    replacing = {w for w in below if descendants(g, w) & inside}
    return {
        "collider_alone": {"T": set(), "W": below & reading.given},
        "textbook_rule": {"T": inside, "W": replacing},
        "nothing_changes": {"T": exercise.solution["T"], "W": below},
    }


def believed_separator(exercise):
    x = Reading(exercise).find(r"fails for ([A-F])")
    u, z = re.search(r"that separates (\w) and (\w) in H", exercise.question).groups()
    right, every = exercise.solution, set(exercise.dag.nodes)
    return {
        "leaver_given": {**right, "S": right["S"] | {x}},
        "more_blocks": {**right, "S": every - {x, u, z}},
        "nothing_changes": {**right, "path": set()},
    }


BELIEVED = {
    "last_path": believed_last_path,
    "opener": believed_opener,
    "separator": believed_separator,
}


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", BELIEVED)
def test_mistakes_are_what_the_beliefs_say(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
    made = {m.misconception: m.answer for m in exercise.mistakes}
    assert len(made) >= 3
    assert made.items() <= BELIEVED[name](exercise).items()
