"""Exercises: which line of MARVEL or PC was changed? From a film of the run alone."""

from __future__ import annotations

import random
from types import MappingProxyType
from typing import Any, Final

from marvel_widgets.assessment.answers import Choice, Number, Parts
from marvel_widgets.assessment.exercise import (
    FEWEST_MISTAKES,
    Exercise,
    by_name,
    wrong_and_different,
)
from marvel_widgets.assessment.facts import Case, Fact, Facts
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.challenge.changed_films import (
    OPTIONS,
    RIGHT,
    explaining,
    film,
    parted,
    run_of,
)
from marvel_widgets.lessons.challenge.changed_runs import AtMostTwo
from marvel_widgets.lessons.challenge.changes import LINE_CHANGES, Change
from marvel_widgets.lessons.challenge.hidden import LETTERS, classes
from marvel_widgets.replay.pseudocode import pseudocode

MOST_VARIABLES: Final = 4
TRIES: Final = 100  # graphs for a change
MOST_STEPS: Final = 24  # of a film that is read, not played
FEWEST_OFFERED: Final = 3  # lines to choose from
TITLES: Final = MappingProxyType({"marvel": "MARVEL", "pc": "PC"})


def _line(change: Change) -> str:
    return f"line {change.line}"


def _films(change: Change, dag: Dag) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return film(change.kind, dag), film(RIGHT[change.method], dag)


@kind("Step {step} is a step of the right run too.")
def AsInTheRightRun(case: Case, number: int, step: int) -> bool:  # noqa: N802 - name of a kind
    """Up to this step the run with a change does what the right one does."""
    shown, right = _films(LINE_CHANGES[number], case.graph)
    return shown[:step] == right[:step]


@kind("An earlier step than {step} differs from the right run already.")
def AfterTheyParted(case: Case, number: int, step: int) -> bool:  # noqa: N802
    """Before this step the run with a change did what the right one does not."""
    shown, right = _films(LINE_CHANGES[number], case.graph)
    return shown[: step - 1] != right[: step - 1]


@kind("No change of {line} gives this film.")
def OtherFilm(case: Case, number: int, line: str) -> bool:  # noqa: N802
    """Each change of the line that there is gives another film on the graph."""
    shown, _ = _films(LINE_CHANGES[number], case.graph)
    return line not in map(_line, explaining(shown, case.graph, LINE_CHANGES[number].method))


@kind("In {line}, {words}. At step {step} the right run has: {right}")
def ChangedLine(  # noqa: N802
    case: Case, number: int, line: str, words: str, step: int, right: str
) -> bool:
    """Return whether this change gives the film, which parts from the right run at this step."""
    change = LINE_CHANGES[number]
    shown, other = _films(change, case.graph)
    if parted(shown, other) != step or f"{step}. {shown[step - 1]}" not in case.asked:
        return False
    return (line, words, right) == (_line(change), change.words, other[step - 1])


def _offered(change: Change, dag: Dag) -> list[str]:
    """Return the lines to choose from: of those that give this film, the changed one alone."""
    method, shown = change.method, film(change.kind, dag)
    also = {each.line for each in explaining(shown, dag, method)} - {change.line}
    found = {each.line for each in LINE_CHANGES if each.method == method} - also
    return [f"line {line}" for line in sorted(found)]


def _believed(change: Change, dag: Dag, offered: list[str]) -> list[tuple[Any, str]]:
    """Return what holders of the other beliefs answer: the first step that they'd not have taken.

    Each looks at the line in which their own algorithm differs, and at what it asks and finds.
    """
    shown, found = film(change.kind, dag), []
    for other in LINE_CHANGES:
        if other.method != change.method or _line(other) not in offered:
            continue
        seen = "line 5:" if other.line == 3 else f"{_line(other)}:"
        theirs = film(other.kind, dag)
        strange = (n for n, row in enumerate(shown, 1) if row.startswith(seen))
        at = next((n for n in strange if shown[n - 1] not in theirs), None)
        if at is not None:
            found.append(({"line": _line(other), "step": at}, other.belief))
    return found


def _case(rng: random.Random, method: str) -> Exercise | None:
    changes = [
        n for n, c in enumerate(LINE_CHANGES) if c.method == method and c.kind is not AtMostTwo
    ]
    number = rng.choice(changes)
    for _ in range(TRIES):  # some changes show on few graphs
        found = _on(_graph(rng), number)
        if found is not None:
            return found
    return None


def _graph(rng: random.Random) -> Dag:
    """Return a graph of one of the classes with 3 or 4 variables, in some order of the names."""
    dag = rng.choice([dag for dag in classes() if 3 <= len(dag) <= MOST_VARIABLES])
    names = LETTERS[: len(dag)]
    to = dict(zip(dag.nodes, rng.sample(names, len(dag)), strict=True))
    return Dag([(to[tail], to[head]) for tail, head in dag.edges], nodes=names)


def _on(dag: Dag, number: int) -> Exercise | None:
    """Return the exercise on a graph, where the change shows, in a film of moderate length."""
    change = LINE_CHANGES[number]
    method, (shown, right) = change.method, _films(change, dag)
    step = parted(shown, right)
    if not step or len(shown) > MOST_STEPS:
        return None
    offered = _offered(change, dag)
    believed = _believed(change, dag, offered)
    line = _line(change)
    solution = {"line": line, "step": step}
    mistakes = wrong_and_different(believed, lambda value: value == solution)
    beliefs = {mistake.misconception for mistake in mistakes}
    if len(mistakes) < FEWEST_MISTAKES or len(beliefs) < 2 or len(offered) < FEWEST_OFFERED:
        return None
    return Exercise(
        title=f"Which line of {TITLES[method]} was changed?",
        question=_question(method, offered, shown),
        kind=Parts({"line": Choice(offered), "step": Number(1, len(shown))}),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: _wrong(number, solution, value),
        reasons=(ChangedLine(number, line, change.words, step, right[step - 1]),),
        hints=(
            f"The film has {len(shown)} steps; the first that differs is enough.",
            "Go through the film with the right lines beside it: what would each ask next?",
            "Look at what is asked and what follows from the answers, not at whether the graph "
            "in the end is right.",
        ),
        dag=dag,
    )


def _question(method: str, offered: list[str], shown: tuple[str, ...]) -> str:
    texts = {f"line {line.number}": line.text for line in pseudocode(method, OPTIONS[method])}
    return "\n".join(
        (
            f"{TITLES[method]} ran on this graph with one of these lines changed. When it is "
            "right, they are:",
            *(f"{line}: {texts[line]}" for line in offered),
            "The run step by step; in a test, yes is independent:",
            *(f"{n}. {row}" for n, row in enumerate(shown, 1)),
            "Which line was changed, and which is the first step that the right run does not have?",
        )
    )


def _wrong(number: int, solution: dict[str, Any], value: dict[str, Any]) -> Facts:
    found: list[Fact] = []
    if value["line"] != solution["line"]:
        found.append(OtherFilm(number, value["line"]))
    if value["step"] < solution["step"]:
        found.append(AsInTheRightRun(number, value["step"]))
    elif value["step"] > solution["step"]:
        found.append(AfterTheyParted(number, value["step"]))
    return tuple(found)


def changed_run(exercise: Exercise) -> Algorithm:
    """Return the algorithm with a changed line that an exercise is about, to step its run.

    Parameters
    ----------
    exercise : Exercise
        ``exercises("programs").line_of_marvel.exercise``, or that of ``line_of_pc``.

    Returns
    -------
    Algorithm
        For ``MarvelPlayer(exercise.dag, algorithm=...)`` and ``record``.

    """
    number: int = next(getattr(fact, "number", 0) for fact in exercise.reasons)
    return run_of(LINE_CHANGES[number].kind)


def line_of_marvel(rng: random.Random) -> Exercise | None:
    """Ask which line of MARVEL was changed."""
    return _case(rng, "marvel")


def line_of_pc(rng: random.Random) -> Exercise | None:
    """Ask which line of PC, from the complete graph, was changed."""
    return _case(rng, "pc")


LINES: Final = by_name(line_of_marvel, line_of_pc)
