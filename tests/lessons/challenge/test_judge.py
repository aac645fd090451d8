"""The judge: right programs pass, wrong ones fail at the smallest graph, with what shows it."""

import re
import signal
import sys
from functools import cache
from itertools import combinations, count, product

import pytest

from marvel_widgets import Dag, challenge, essential_graph, is_removable
from marvel_widgets.lessons.challenge.changes import CHANGES, METHODS, RIGHT
from marvel_widgets.lessons.challenge.judge import BESIDE_A_METHOD
from tests.by_networkx import separated
from tests.lessons.challenge import programs
from tests.slices import in_each_run, some_of

# Those of neighbors are counted beside another right program.
FAST = ["v_structures", "meek", "boundaries"]
# Tests on the 680 small graphs, of the kit's own programs.
TESTS = {
    "separate": 42_138,
    "boundaries": 6_162,
    "neighbors": 32_413,
    "removable": 53_244,
    "update": 2_482,
    "skeleton": 29_478,
    "marvel": 21_005,
    "pc": 29_478,
    "any": 21_005,
}
# Variables and edges of the smallest graph on which each goes wrong.
SMALLEST = [
    ("neighbors", "the_boundary", 3, 2),
    ("neighbors", "given_all_the_rest", 3, 2),
    ("neighbors", "any_dependence", 3, 2),
    ("neighbors", "the_first_only", 3, 2),
    ("neighbors", "marginal", 4, 4),
    ("neighbors", "at_most_one", 5, 6),
    ("removable", "small", 3, 2),
    ("removable", "no_co_parent", 3, 2),
    ("update", "only_deletes", 3, 2),
    ("neighbors", "neighbors_up_to_two", 6, 8),
    ("neighbors", "neighbors_one_set_of_each_size", 4, 4),
    ("neighbors", "neighbors_turned", 2, 1),
    ("neighbors", "neighbors_and_itself", 1, 0),
    ("neighbors", "neighbors_by_name", 2, 1),
    ("neighbors", "neighbors_that_leave_at_once", 5, 6),
    ("removable", "removable_never", 1, 0),
    ("removable", "removable_marginal", 3, 2),
    ("removable", "removable_whole_boundary", 4, 5),
    ("update", "update_parts_all", 2, 0),
    ("update", "update_given_all", 3, 2),
    ("separate", "separate_up_to_one", 4, 4),
    ("separate", "separate_all_or_nothing", 4, 4),
    ("boundaries", "boundaries_one_sided", 2, 1),
    ("skeleton", "skeleton_marginal", 3, 2),
    ("v_structures", "v_structures_turned", 3, 2),
    ("meek", "meek_by_name", 2, 1),
]
MORE = range(9, len(SMALLEST))
SIZES = [
    (4, 4), (4, 4), (4, 4), (4, 4), (3, 2), (3, 2), (4, 4), (5, 7), (4, 3),
    (2, 0), (3, 2), (3, 2), (4, 5), (5, 6), (5, 4), (3, 2), (4, 3), (3, 2),
]  # fmt: skip


@cache
def judged_once(step, name):
    """Return the verdict on one of the programs, which several tests look at."""
    return challenge(step)(getattr(programs, name))


@pytest.mark.parametrize("step", in_each_run(RIGHT, FAST))
def test_the_kits_own_programs_are_right(step):
    judged = challenge(step)(RIGHT[step])
    assert judged.right, judged.text
    assert judged.text.startswith("Right on all 170 classes of graphs with at most 5 variables")
    assert " Next: " in judged.text
    assert judged.tests == TESTS.get(step, 0)


@pytest.mark.night
def test_another_right_program_is_right_and_pays_for_what_it_asks():
    judged = challenge("neighbors")(programs.right)
    assert judged.right
    assert bool(judged)
    assert judged.tests > TESTS["neighbors"]  # all subsets, where proper ones do
    assert f"{judged.tests:,} tests; the kit's own program 32,413" in judged.text


@pytest.mark.parametrize("at", in_each_run(range(len(SMALLEST)), [0, 3, 6, *MORE]))
def test_a_wrong_program_fails_at_its_smallest_graph(at):
    step, name, p, edges = SMALLEST[at]
    judged = judged_once(step, name)
    assert not judged
    assert judged.rival is None
    assert not judged.call.trouble
    assert judged.said != judged.truth
    dag = judged.counterexample
    assert (len(dag), dag.edge_count) == (p, edges), judged.text
    if step == "neighbors":
        assert judged.said != dag.neighbors(judged.at)
    elif step == "removable":
        assert judged.said is not is_removable(dag, judged.at)


ARE = re.compile(r"(\w) and (\w) are (in)?dependent given \{(.*?)\}")
ASKED = re.compile(r"asked (\w) and (\w) given \{(.*?)\}, the answer was (in)?dependent")


def statements(text):
    """The tests that a verdict tells of: two variables, what is given, and "in" or nothing."""
    found = [(x, y, given, no) for x, y, no, given in ARE.findall(text)] + ASKED.findall(text)
    return [(x, y, given.split(", ") if given else [], no) for x, y, given, no in found]


@pytest.mark.parametrize("at", MORE)
def test_what_is_wrong_is_shown_and_what_is_said_of_tests_is_true(at):
    judged = judged_once(*SMALLEST[at][:2])
    why = judged.text.partition("right is ")[2].partition(". ")[2]
    assert why.replace(judged.belief.told if judged.belief else "", ""), judged.text
    for x, y, given, no in statements(why):
        assert separated(judged.counterexample, x, y, given) == bool(no), why


def joined(edges):
    """All triples whose middle an edge joins to both ends, which an edge may join too."""
    names = sorted({name for edge in edges for name in edge})
    near = {name: [v for v in names if frozenset((v, name)) in edges] for name in names}
    return {(a, c, b) for c in names for a in near[c] for b in near[c] if a < b}


TRIPLES = {
    "not in {}": lambda edges, _: set(),
    "is in {": lambda edges, _: joined(edges) if len(edges) == 2 else set(),
    "An edge joins": lambda edges, sets: (
        RIGHT["v_structures"](edges, sets) if sets else joined(edges)
    ),
    "No edge joins": lambda edges, sets: {("A", "C", "B")} if len(sets) == 3 else set(),
}


@pytest.mark.parametrize("says", TRIPLES)
def test_what_is_said_of_a_v_structure_is_true(says):
    judged = challenge("v_structures")(TRIPLES[says])
    assert says in judged.text
    dag = judged.counterexample
    if found := re.search(r"(\w) is (not )?in \{(.*?)\}, .* separates (\w) and (\w)", judged.text):
        c, out, given, a, b = found.groups()
        given = given.split(", ") if given else []
        assert separated(dag, a, b, given)
        assert (c not in given) == bool(out)
        assert {*dag.neighbors(c)} >= {a, b}
    else:
        no, a, b = re.search(r"(An|No) edge joins (\w) and (\w)", judged.text).groups()
        assert (b in dag.neighbors(a)) == (no == "An")


def test_who_is_its_own_neighbor_is_said():
    judged = judged_once("neighbors", "neighbors_and_itself")
    assert "A is not a neighbor of itself." in judged.text


@pytest.mark.parametrize("at", in_each_run(range(len(SIZES)), {5, 9, 12}))
def test_a_wrong_method_fails_at_its_smallest_graph(at):
    p, edges = SIZES[at]
    judged = challenge("any")(CHANGES["any"][at].program)
    dag = judged.counterexample
    assert judged.said != essential_graph(dag)
    assert (len(dag), dag.edge_count) == (p, edges), judged.text


@some_of(1, 4)
@pytest.mark.parametrize("step", [step for step in CHANGES if step not in METHODS])
def test_a_typical_wrong_program_is_known_by_what_it_does(step, count):
    believed = [change for change in CHANGES[step] if change.belief]
    for change in believed[:4][-count:]:
        judged = challenge(step)(change.program)
        assert judged.belief == change.belief
        assert judged.text.endswith(change.belief.told)


def test_a_belief_is_known_in_another_writing_of_it():
    assert judged_once("neighbors", "the_boundary").belief == "only_neighbors"
    assert judged_once("neighbors", "given_all_the_rest").belief == "give_all"
    assert judged_once("neighbors", "at_most_one").belief == ""

    def from_one_end(ask, names):
        left = {frozenset(pair) for pair in combinations(names, 2)}
        for size, (x, y) in product(range(len(names)), combinations(names, 2)):
            near = {z for z in names if {x, z} in left} - {y}
            if any(ask(x, y, s) for s in programs.subsets(near, [size])):
                left.discard(frozenset((x, y)))
        return left

    assert challenge("skeleton")(from_one_end).belief == "one_end"


def test_the_tests_beside_a_method_are_the_engines():
    made = [count() for count in BESIDE_A_METHOD.values()]  # MARVEL, PC, proofs
    assert made == [20_749, 29_478, 5_296]


def test_a_false_neighbor_is_shown_by_a_test():
    never = judged_once("neighbors", "the_boundary")
    assert "A and B are independent given {}, and this was never asked." in never.text

    def forgets(ask, x, boundary):
        [ask(x, y, s) for y in boundary for s in programs.subsets(boundary - {y}, range(9))]
        return boundary

    asked = challenge("neighbors")(forgets)
    line = forgets.__code__.co_firstlineno + 1
    assert f"Line {line} of forgets asked A and B given {{}}, the answer was indep" in asked.text


def test_a_false_removal_is_shown_by_what_it_changes():
    judged = judged_once("removable", "small")
    assert judged.counterexample == Dag("A -> B; A -> C")
    assert "When A leaves, B and C given {} become d-separated." in judged.text


@pytest.mark.parametrize("name", ["peeks", "asks_and_peeks", "peeks_at_the_caller"])
def test_who_knows_more_than_was_asked_is_shown_another_graph(name):
    judged = judged_once("neighbors", name)
    assert not judged.right
    assert judged.text.startswith("Every answer is right, but these questions can't have shown it.")
    here, there = judged.counterexample, judged.rival
    assert here.markov_boundary(judged.at) == there.markov_boundary(judged.at)
    assert here.neighbors(judged.at) == judged.said != there.neighbors(judged.at)


TROUBLE = [
    ("loops", "it ran more than 300,000 lines and is at line"),
    ("counts", "it ran more than 300,000 lines and is at line"),
    ("calls_itself", "RecursionError at line"),
    ("prints", "it ran more than 300,000 lines"),
    ("asks_again", "it asked more than 20,000 tests; 2 variables have only 1 different ones"),
    ("raises", "IndexError at line"),
    ("changes_its_arguments", "it changed its arguments, which are still needed"),
    ("conditions_on_its_own", "x = 'A' and y = 'B' must differ and must not be given"),
    ("returns_a_name", "a set of names is needed, not 'A'"),
    ("returns_a_stranger", "there is no variable 'rain'"),
    ("leaves", "SystemExit at line"),
    ("yields", "it ran more than 300,000 lines and is at line"),
    ("never_ends", "what it returned: it has more than 200,000 members."),
    ("returns_nothing", "a set of names is needed, not None: is a return missing?"),
]


@pytest.mark.parametrize(("name", "told"), TROUBLE)
def test_what_has_no_answer_gets_a_sentence_and_leaves_all_as_it_was(name, told):
    signals = signal.SIGALRM, signal.SIGPROF
    before = sys.gettrace(), *map(signal.getsignal, signals)
    judged = challenge("neighbors")(getattr(programs, name))
    assert told in judged.text
    assert "?." not in judged.text
    assert not judged.right
    assert (sys.gettrace(), *map(signal.getsignal, signals)) == before
    for timer in (signal.ITIMER_REAL, signal.ITIMER_PROF):
        assert signal.getitimer(timer) == (0.0, 0.0)
    assert len(judged.printed) <= 2_000


@pytest.mark.parametrize(
    ("step", "value"),
    [
        ("skeleton", range(10**12)),
        ("skeleton", [range(10**12)]),
        ("v_structures", range(10**12)),
        ("v_structures", [count()]),
        ("boundaries", {"A": count()}),
        ("pc", (count(), [])),
        ("pc", ([], count())),
    ],
)
def test_an_answer_without_end_is_not_read_to_its_end(step, value):
    judged = challenge(step)(lambda *_: value)
    assert "what it returned: " in judged.text
    assert len(judged.text) < 600


def test_a_triple_has_three_names_and_a_dict_those_of_the_graph():
    twice = challenge("v-structures")(lambda *_: {("A", "A", "A")})
    assert "the names of a triple differ; not those of ('A', 'A', 'A')" in twice.text
    strange = challenge("boundaries")(lambda *_: {1: set()})
    assert "what it returned: there is no variable 1" in strange.text


def test_chance_and_memory_are_no_part_of_a_step():
    judged = challenge("neighbors")(programs.remembers)
    assert "it returns one thing, and another when it is called again" in judged.text


def test_what_catches_everything_is_stopped_or_refused():
    old = sys.version_info < (3, 12)  # where tracing ends with the first error that is caught
    told = "has an except that catches everything" if old else "it ran more than 300,000 lines"
    assert told in challenge("neighbors")(programs.calls_what_catches_all).text


def test_a_counterexample_is_drawn_and_the_program_is_still_one():
    judged = judged_once("neighbors", "the_boundary")
    assert judged._repr_html_().count("<svg") == 1
    assert judged_once("neighbors", "peeks")._repr_html_().count("<svg") == 2
    assert judged(None, "A", {"B"}) == {"B"}


def test_what_it_printed_where_it_goes_wrong_is_below_the_verdict():
    def neighbors(ask, x, boundary):
        print("<look>", x, len(boundary))  # noqa: T201
        return boundary

    judged = challenge("neighbors")(neighbors)
    assert repr(judged) == f"{judged.text}\nIt printed there:\n<look> A 2\n"
    assert "<pre>&lt;look&gt; A 2" in judged._repr_html_()


def test_an_unknown_step_and_what_is_no_function_are_refused():
    with pytest.raises(ValueError, match="there is no step 'neighbours'; the steps are separate"):
        challenge("neighbours")
    with pytest.raises(TypeError, match="write a function with def; this is of type type"):
        challenge("neighbors")(set)
    assert repr(challenge("update")).startswith("def update(ask, x, boundaries, neighbors):\n")
