"""The exercises of notebook 12, solved again: with networkx, and by running the lines in order."""

import json
import re
from itertools import combinations, permutations

import pytest

from marvel_widgets._notebooks import bundled_notebooks
from marvel_widgets.core.algorithms.limits import Limits
from marvel_widgets.core.book.marvel import arrows_of, meek
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.lessons.challenge.calls import TRUSTED, Caller
from marvel_widgets.lessons.challenge.changes import RIGHT
from marvel_widgets.lessons.challenge.exercises import BELIEVED, EXERCISES, LineComesLater, Returns
from marvel_widgets.lessons.challenge.hidden import classes
from marvel_widgets.lessons.challenge.tasks import TASKS
from tests.by_networkx import separated
from tests.drawn_cases import drawn_once, held
from tests.lessons.challenge import programs
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]
each = pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))


def drawn(name, seed):
    return drawn_once(EXERCISES[name], seed)


def sets_of(names, sizes=None):
    for size in range(len(names) + 1) if sizes is None else sizes:
        yield from combinations(sorted(names), size)


@each
def test_how_many_tests(seed):
    exercise = drawn("how_many_tests", seed)
    x, y, among = re.search(r"with (\w), (\w) and .* \{(.*)\}\.", exercise.question).groups()
    answers = [separated(exercise.dag, x, y, s) for s in sets_of(among.split(", "))]
    assert exercise.solution == (answers.index(True) + 1 if True in answers else len(answers))
    assert held(exercise, "no_empty_set") == [exercise.solution - 1]


# Programs of tests/lessons/challenge/programs.py that do the same as the changed ones here.
SAME = {
    "it tests Condition 1 alone": programs.condition_one_only,
    "it calls removable what has a boundary": programs.small,
    "it only takes": programs.only_deletes,
}


def right_on(dag, step, case, program):
    return Caller(TASKS[step], program, TRUSTED)(dag, case).right


@each
@pytest.mark.parametrize("name", ["changed_removable", "changed_update"])
def test_changed_programs_go_wrong_where_others_of_the_same_belief_do(name, seed):
    exercise = drawn(name, seed)
    x = re.search(r"\b([A-E])(?: and its Markov| leaves)", exercise.question)[1]
    seen = 0
    for number, text in enumerate(exercise.kind.sentences, start=1):
        for words, program in SAME.items():
            if words in text:
                wrong = not right_on(exercise.dag, name.removeprefix("changed_"), (x,), program)
                assert (number in exercise.solution) == wrong, text
                seen += 1
    assert seen


@each
def test_a_method_without_rules_goes_wrong_where_a_rule_directs(seed):
    exercise = drawn("changed_method", seed)
    dag, texts = exercise.dag, exercise.kind.sentences
    truth, skeleton = essential_graph(dag), {frozenset(edge) for edge in dag.edges}
    in_v = {(end, c) for a, c, b in dag.v_structures() for end in (a, b)}
    apart = [pair for pair in combinations(dag.nodes, 2) if frozenset(pair) not in skeleton]
    loose = [pair for pair in apart if separated(dag, *pair, ())]
    wrong = {
        "Meek's rules are left out": truth.directed != in_v,
        "the empty set is never tried": any(
            not any(separated(dag, *pair, s) for s in near_sets(dag, pair)) for pair in loose
        ),
        "only the empty set is tried": len(loose) < len(apart),
    }
    for number, text in enumerate(texts, start=1):
        for words, is_wrong in wrong.items():
            if words in text and words != "the empty set is never tried":
                assert (number in exercise.solution) == is_wrong, text
            elif words in text and is_wrong:
                assert number in exercise.solution, text


def near_sets(dag, pair):
    """All sets that may separate a pair, the empty one left out."""
    return sets_of(set(dag.nodes) - set(pair), range(1, len(dag) - 1))


def kept_sets(ask, x, near, boundaries):
    others = sorted(set(boundaries) - near - {x})
    return {frozenset((x, t)): programs.apart(ask, x, t, boundaries[x] - {t}) for t in others}


PIECES = {
    "find_boundaries": RIGHT["boundaries"], "kept_sets": kept_sets,
    "v_structures": RIGHT["v_structures"], "neighbors": RIGHT["neighbors"],
    "removable": RIGHT["removable"], "update": RIGHT["update"],
    "directed": lambda _, edges, found: meek(edges, arrows_of(edges, found)),
}  # fmt: skip


def written(exercise, order):
    """The program that the lines make in an order; the loop ends before `found`."""
    texts = dict(re.findall(r"^([A-L])\. (.*)$", exercise.question, re.MULTILINE))
    indent, source = 0, []
    for letter in order:
        if texts[letter].startswith(("found", "return")):
            indent = min(indent, 4)
        source.append(" " * indent + texts[letter])
        indent += 4 * texts[letter].endswith(":")
    space = dict(PIECES)
    exec("\n".join(source), space)
    return space["my_marvel"]


def is_right(program):
    """Whether a program is right on every class with at most four variables."""
    caller = Caller(TASKS["marvel"], program, Limits(lines=3000))
    return all(caller(dag, ()).right for dag in classes() if len(dag) <= 4)


def test_all_right_orders_make_a_right_program_and_the_believed_ones_a_wrong_one():
    exercise = drawn("lines_in_order", "student 0")
    rights = [*exercise.rights()]
    assert len({*rights}) == 6
    assert all(map(exercise.is_right, rights))
    assert all(is_right(written(exercise, order)) for order in rights)
    assert {m.misconception for m in exercise.mistakes} == set(BELIEVED)
    for mistake in exercise.mistakes:
        assert not exercise.is_right(mistake.answer)
        assert not is_right(written(exercise, mistake.answer)), mistake


def test_what_is_refused_by_moving_one_line_is_wrong_when_it_runs():
    exercise = drawn("lines_in_order", "student 1")
    refused = 0
    for at, to in permutations(range(1, 11), 2):  # def and return stay at the ends
        order = list(exercise.solution)
        order.insert(to, order.pop(at))
        accepted = exercise.is_right(tuple(order))
        refused += not accepted
        try:
            runs = is_right(written(exercise, order))
        except SyntaxError:
            runs = False
        assert runs == accepted, order
    assert refused > 70


SAID = {
    Returns("removable", 0, "A", "True", "True"): "What it returns is right.",
    Returns("removable", 0, "A", "True", "False"): "It returns True; right is False.",
    LineComesLater("D", "B", "begins", ""): "Line B begins what line D is inside.",
    LineComesLater("D", "B", "once", ""): "Line B runs once, before the loop that line D begins.",
    LineComesLater("D", "B", "makes", "x"): "Line D needs x, which line B makes.",
    LineComesLater("D", "B", "changes", "x"): "Line D changes x, which line B needs as before.",
    LineComesLater("D", "B", "loop", ""): "Line B is in the loop, and line D comes after it.",
}


def test_each_fact_is_said_in_its_polarity():
    assert {fact: fact.say() for fact in SAID} == SAID


def test_each_start_in_the_notebook_is_judged_wrong():
    path = bundled_notebooks() / "12-write-it-yourself.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    said = [
        "".join(cell["outputs"][0]["data"]["text/plain"])
        for cell in cells
        if cell["id"].endswith("-start")
    ]
    assert len(said) == 7
    assert all(text.startswith("Not right. On ") for text in said)
