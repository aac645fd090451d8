"""Exercises of notebook 12: read a program, say where a changed one goes wrong, order its lines.

Those whose answer is a program are `PROGRAMS`; `exercises("programs")` has them.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from math import comb
from string import ascii_uppercase
from typing import Final, NamedTuple

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Builder, Exercise, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Facts, Principle, kind
from marvel_widgets.assessment.program_answers import Program, function_of
from marvel_widgets.assessment.true_or_false import Statement, which_hold
from marvel_widgets.assessment.variable_answers import Order
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.challenge.calls import TRUSTED, Caller
from marvel_widgets.lessons.challenge.changes import CHANGES, RIGHT
from marvel_widgets.lessons.challenge.judge import Judged, challenge
from marvel_widgets.lessons.challenge.tasks import TASKS
from marvel_widgets.lessons.challenge.words import told
from marvel_widgets.lessons.challenge.written import WRITTEN
from marvel_widgets.lessons.counting.facts import Amount, Stated, off_from
from marvel_widgets.lessons.separation.facts import NeverSeparated, why_separated
from marvel_widgets.text import in_braces, listed

IN_ORDER: Final = Principle("The sets come by size, each size in the order of the alphabet.")
EACH_ROUND: Final = Principle(
    "The sets are kept for the graph that is left, so before the update; the directions come last."
)


def _returned(answer: str, right: str) -> str:
    if answer == right:
        return "What it returns is right."
    return f"It returns {answer}; right is {right}."


Returns = kind("step change x answer right", _returned)
_WHY = {
    "begins": "Line {earlier} begins what line {later} is inside.",
    "once": "Line {earlier} runs once, before the loop that line {later} begins.",
    "makes": "Line {later} needs {name}, which line {earlier} makes.",
    "changes": "Line {later} changes {name}, which line {earlier} needs as before.",
    "loop": "Line {earlier} is in the loop, and line {later} comes after it.",
}
LineComesLater = kind(
    "later earlier why name",
    lambda later, earlier, why, name: _WHY[why].format(later=later, earlier=earlier, name=name),
)


def how_many_tests(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.choice([6, 7, 8]))
    x, y, *others = rng.sample(names_of(dag), 6)
    among = tuple(sorted(others[: rng.choice([3, 4])]))
    call = Caller(TASKS["separate"], RIGHT["separate"], TRUSTED)(dag, (x, y, frozenset(among)))
    solution, every = len(call.asked), 2 ** len(among)
    if solution < 3:
        return None
    by_size = [str(comb(len(among), n)) for n in range(len(among) + 1)]
    made = Stated("So it makes {}.", (Amount("sets_tried", (x, y, among), solution, noun="test"),))
    why: Facts = (NeverSeparated((x, y)),) if y in dag.neighbors(x) else ()
    if call.value is not None:
        why = why_separated(dag, x, y, sorted(call.value))
    return Exercise(
        title="How many tests?",
        question=(
            f"`separate` is called with {x}, {y} and the candidates {in_braces(among)}. It tries "
            "their sets by size, the empty one first, and those of one size in the order of the "
            "alphabet; it stops at the first that separates. How many tests does it make?"
        ),
        kind=Number(1, 60),
        solution=solution,
        believed=(
            (solution - 1, Belief.no_empty_set),
            (every, Belief.never_stops),
            (len(among), Belief.m_sets),
            (1, Belief.one_test_settles),
        ),
        shows=off_from(solution, IN_ORDER),
        reasons=(IN_ORDER, made, *why),
        count=f"There are {every} sets of the candidates.",
        place=f"The number of sets, size by size: {listed(by_size)}.",
        rule="If a set separates the two, what comes after it is never tested; if none does, all "
        "are.",
        dag=dag,
    )


class _Line(NamedTuple):
    """A line of MARVEL, and the lines that come before it: why, and for which name."""

    text: str
    after: tuple[tuple[int, str, str], ...] = ()


LINES: Final = (
    _Line("def my_marvel(ask, names):"),
    _Line("boundaries = find_boundaries(ask, names)", ((0, "begins", ""),)),
    _Line("edges, sets = set(), {}", ((0, "begins", ""),)),
    _Line("while boundaries:", ((1, "once", ""), (2, "once", ""))),
    _Line("line = sorted(boundaries, key=lambda v: (len(boundaries[v]), v))", ((3, "begins", ""),)),
    _Line("x = next(v for v in line if removable(ask, v, boundaries[v]))", ((4, "makes", "line"),)),
    _Line("near = neighbors(ask, x, boundaries[x])", ((5, "makes", "x"),)),
    _Line("edges |= {frozenset((x, y)) for y in near}", ((6, "makes", "near"),)),
    _Line("sets |= kept_sets(ask, x, near, boundaries)", ((6, "makes", "near"),)),
    _Line("boundaries = update(ask, x, boundaries, near)", ((8, "changes", "boundaries"),)),
    _Line("found = v_structures(edges, sets)", tuple((n, "loop", "") for n in (7, 8, 9))),
    _Line("return directed(names, edges, found)", ((10, "makes", "found"),)),
)


def lines_in_order(rng: random.Random) -> Exercise:
    letters = rng.sample(ascii_uppercase[: len(LINES)], len(LINES))
    shuffled = sorted(zip(letters, LINES, strict=True))
    # two lines before the loop and one inside it may move
    insides = ((7, 8, 9), (8, 7, 9), (8, 9, 7))
    ways = ((0, *start, 3, 4, 5, 6, *i, 10, 11) for start in ((1, 2), (2, 1)) for i in insides)
    solution, *others = (tuple(letters[number] for number in way) for way in ways)
    return Exercise(
        title="The lines of MARVEL",
        question="These are the lines of MARVEL, shuffled and without indentation.\n"
        + "\n".join(f"{letter}. {line.text}" for letter, line in shuffled)
        + "\nIn which order do they make a right program?",
        kind=Order(ascii_uppercase[: len(LINES)]),
        solution=solution,
        believed=tuple(
            (tuple(letters[number] for number in way), belief) for belief, way in BELIEVED.items()
        ),
        shows=lambda value: _too_early(value, letters),
        reasons=(EACH_ROUND,),
        count=f"{len(LINES) - 6} lines are inside the loop.",
        place=f"Line {letters[4]} is the first inside the loop, and line {letters[11]} is the last "
        "of all.",
        rule="What a line needs must have been made before it, and not yet be changed.",
        accepts=lambda value: not _too_early(value, letters),
        rights=lambda: (solution, *others),
    )


# Lines sorted once; v-structures before the end; an update before the sets are kept.
BELIEVED: Final = {
    Belief.nothing_gets_old: (0, 1, 2, 4, 3, 5, 6, 7, 8, 9, 10, 11),
    Belief.drawn_is_true: (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 9, 11),
    Belief.only_deletes: (0, 1, 2, 3, 4, 5, 6, 7, 9, 8, 10, 11),
}


def _too_early(value: Sequence[str], letters: Sequence[str]) -> Facts:
    """Return why the first line that comes too early does; nothing in a right order."""
    place = {letter: at for at, letter in enumerate(value)}
    for later, line in sorted(zip(letters, LINES, strict=True), key=lambda each: place[each[0]]):
        for number, why, name in line.after:
            if place[later] < place[letters[number]]:
                return (LineComesLater(later, letters[number], why, name),)
    return ()


# -- which changes show ----------------------------------------------------------------------------


def changed_removable(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 5, rng.choice([5, 6, 7]))
    x = rng.choice(names_of(dag))
    return _changed(
        rng, "removable", dag, x,
        f"A right `removable` tests Theorem 1 by the lemmas, for {x} and its Markov boundary. Each "
        "sentence is about a program that differs from it in one thing. Which sentences are true?",
        "It goes wrong where its answer differs from what Theorem 1 says, whatever it has tested.",
    )  # fmt: skip


def changed_update(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 5, rng.choice([5, 6, 7]))
    candidates = [x for (x,) in TASKS["update"].cases(dag) if len(dag.neighbors(x)) > 1]
    if not candidates:
        return None
    x = str(rng.choice(candidates))
    return _changed(
        rng, "update", dag, x,
        f"{x} leaves. A right `update` takes {x} out of the boundaries, and tests each two of its "
        "neighbors given the rest of the boundary of one of them. Each sentence is about a program "
        "that differs from it in one thing. Which sentences are true?",
        "Two neighbors part when only the variable that leaves, their common child, joined them.",
    )  # fmt: skip


def changed_method(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, rng.choice([4, 5]), rng.choice([4, 5]))
    return _changed(
        rng, "any", dag, None,
        "A method goes wrong on this graph if it does not return its essential graph. Each "
        "sentence is about a method with one thing changed. Which sentences are true?",
        "Look for what the changed part is there for: independent variables, v-structures, a rule.",
    )  # fmt: skip


def _changed(
    rng: random.Random, step: str, dag: Dag, x: str | None, question: str, principle: str
) -> Exercise | None:
    case = () if x is None else (x,)
    right = told(TASKS[step].truth(dag, case))
    numbers = sorted(rng.sample(SHOWN if step == "any" else range(len(CHANGES[step])), 6))
    calls = {n: CHANGES[step][n].on(dag, case) for n in numbers}
    if not 2 <= sum(call.right for call in calls.values()) <= 4 or any(
        call.trouble for call in calls.values()
    ):  # such as an edge with two heads, which is no graph to say
        return None
    statements = [
        Statement(
            f"If {CHANGES[step][n].differs.format(x=x)}, it goes wrong here.",
            not call.right,
            (Returns(step, n, x, told(call.value), right),),
            CHANGES[step][n].belief,
        )
        for n, call in calls.items()
    ]
    title = f"{TITLES[step]}: which changes show?"
    return which_hold(title, question, statements, principle, dag)


SHOWN: Final = (8, 2, 1, 7, 5, 4, 9, 17)  # of the changes of a method, what small graphs show often
TITLES: Final = {"removable": "Removable", "update": "An update", "any": "A whole method"}
EXERCISES: Final = by_name(
    how_many_tests, lines_in_order, changed_removable, changed_update, changed_method
)  # fmt: skip


# -- programs as answers --------------------------------------------------------------------------

ProgramDoes = kind("step text graphs x y", "{text}")


def _place(found: Judged) -> tuple[tuple[str, ...], str | None, str | None]:
    """Return the graphs on which a program goes wrong, and at which variables."""
    graphs = [dag.to_text() for dag in (found.counterexample, found.rival) if dag is not None]
    at = [each for each in (found.call.case if found.call else ()) if isinstance(each, str)]
    x, y = [*at, None, None][:2]
    return tuple(graphs), x, y


@lru_cache(maxsize=64)
def verdict_on(step: str, source: str) -> Judged:
    return challenge(step)(function_of(source))


def sources(step: str) -> tuple[str, ...]:
    """Return the kit's programs for a step, the right one first."""
    written = WRITTEN[step]
    return (written.source, *(written.source.replace(written.part, w) for _, w in written.wrong))


def _to_write(step: str) -> Exercise:
    task, written = TASKS[step], WRITTEN[step]
    right, *wrong = sources(step)

    def accepts(source: str) -> bool:
        return source == right or (source not in wrong and verdict_on(step, source).right)

    def shows(source: str) -> Facts:
        if source in wrong:
            return (written.fault,)
        found = verdict_on(step, source)
        name = found.belief.told if found.belief else ""
        text = found.text.removeprefix("Not right. ").removesuffix(name)
        return (ProgramDoes(step, text.rstrip(), *_place(found)),)

    return Exercise(
        title=f"Write {step}",
        question=f"Write a function {task.form} that returns {task.gives}. {task.about_tests}",
        kind=Program(task.form, sources(step)),
        solution=right,
        believed=tuple(
            (source, name) for source, (name, _) in zip(wrong, written.wrong, strict=True)
        ),
        beliefs=2,
        shows=shows,
        reasons=(Principle("It is right on all small classes, and on the larger hidden graphs."),),
        count=written.count,
        place=written.place,
        rule=written.rule,
        accepts=accepts,
        diagnose=lambda source: verdict_on(step, source).belief,
    )


def _builder(step: str) -> Builder:
    return lambda _: _to_write(step)


PROGRAMS: Final = {step: _builder(step) for step in WRITTEN}
