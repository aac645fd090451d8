"""Runs on data for the reader: sentences and questions."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.experiments.metrics import skeleton_scores
from marvel_widgets.lessons.finite_samples.paired_film import PairedFilm
from marvel_widgets.lessons.finite_samples.runs import POLICIES, Judged, OracleAndDataRuns
from marvel_widgets.pictures.band import Said, Sign
from marvel_widgets.replay.pseudocode import PURPOSES
from marvel_widgets.replay.stage_words import said_of
from marvel_widgets.replay.wording import given_names, given_words
from marvel_widgets.text import capitalized, counted, first_of, set_apart

DECOYS: Final = 3  # right answers that are asked about beside the first wrong one
NONE, SEVERAL = "none", "more than one"


def dials_words(runs: OracleAndDataRuns) -> str:
    dials = runs.dials
    if runs.table is None:
        return f"Infinitely many samples: no answer is wrong by chance. Seed {dials.seed}."
    level, seed = dials.level(len(runs.dag)), f"seed {dials.seed}"
    if dials.table:
        seed = f"drawn from the table {dials.table}, {seed}"
    samples = counted(len(runs.table), "row" if dials.table else "sample")
    if dials.algorithm == "pc":
        return f"PC, {samples}, alpha = {level:.3g}, {seed}."
    removal = "as printed" if dials.removal_alpha is None else f"{dials.removal_alpha:g}"
    return f"{samples}, alpha = {level:.3g}, Conditions 1 and 2 at level {removal}, {seed}."


def first_question(runs: OracleAndDataRuns) -> str:
    """Return what a pair of runs is about, before its first step."""
    if runs.table is None:
        return "Are all answers right with infinitely many samples?"
    samples = counted(len(runs.table), "row" if runs.dials.table else "sample")
    return f"Where do {samples} first give a wrong answer?"


def test_words(runs: OracleAndDataRuns, judged: Judged) -> str:
    """Return a question and the data's answer: "X and T given {Z}: independent (p = ...)"."""
    test, names = judged.test, runs.dag.nodes
    answer = "independent" if test.independent else "dependent"
    given = given_names(names[i] for i in test.given)
    shown = ""
    if test.p_value is not None and test.alpha is not None:
        p, alpha = set_apart(test.p_value, test.alpha)
        shown = f" (p = {p}, {'above' if test.independent else 'not above'} alpha = {alpha})"
    return f"{names[test.x]} and {names[test.y]} {given}: {answer}{shown}"


test_words.__test__ = False  # type: ignore[attr-defined]  # its name is not that of a test


def flag_words(runs: OracleAndDataRuns, *, later: bool = True) -> str:
    """Return which answer is the first wrong one; with `later`, how many follow.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.lessons.finite_samples.runs import paired_runs
    >>> flag_words(paired_runs(Dag("X -> Y <- T"), n=None))
    'All 7 answers of the data run are right: the two runs are the same.'
    """
    first, tests = runs.first_wrong, len(runs.judged)
    if first is None:
        return f"All {tests:,} answers of the data run are right: the two runs are the same."
    more = len(runs.wrong) - 1
    verb = "is" if more == 1 else "are"
    follow = f" {counted(more, 'later answer')} {verb} wrong too." if later else ""
    return (
        f"First wrong answer, test {first.test.number + 1:,} of {tests:,}: "
        f"{test_words(runs, first)}. In the true graph they are "
        f"{'independent' if first.truth else 'dependent'}: {first.kind}.{follow}"
    )


def consequence_words(runs: OracleAndDataRuns) -> str:
    """Return the consequences of the first wrong answer; empty where there is none."""
    at = runs.parting
    if at is None:
        return ""
    own = runs.standings.count("consequence")
    after = len(runs.standings) - at
    start = {
        0: "The runs part at their first decision.",
        1: "The first decision of both runs is the same.",
    }.get(at, f"The first {at:,} decisions of both runs are the same.")
    return (
        f"{start} Of the {counted(after, 'decision')} of the data run from there on, the oracle "
        f"run shares {after - own:,}; {own:,} {'is a' if own == 1 else 'are'} "
        f"{'consequence' if own == 1 else 'consequences'} of wrong answers."
    )


def damage_words(runs: OracleAndDataRuns) -> str:
    """Return in what the final graph differs from the truth."""
    found = runs.damage
    complete = runs.data.result.complete
    start = "" if complete else "The data run stopped before its end. "
    if not found.pairs:
        return f"{start}The data run ends with the essential graph of the true DAG."
    parts = [
        f"{word}: {first_of([f'{a} - {b}' for a, b in pairs])}"
        for word, pairs in (
            ("extra", found.extra),
            ("missing", found.missing),
            ("with another direction", found.turned),
        )
        if pairs
    ]
    return (
        f"{start}The data run's graph differs from the essential graph of the true DAG in "
        f"{counted(found.pairs, 'pair')}; {'; '.join(parts)}."
    )


def data_said(film: PairedFilm, position: int, *, revealed: bool) -> Said:
    """Return what happens in the data run; with `revealed`, of a wrong answer also the truth."""
    frame = film.data.frame(position)
    test, names = frame.test, film.runs.dag.nodes
    if at_dead_end(film, position):
        return Said("No variable seems removable: a dead end.", frame.explanation.text, "no")
    if position == 0:
        return Said(film.data_sentence(0, revealed=revealed))
    if test is None or test.p_value is None or test.alpha is None:
        return said_of(film.data, frame)
    p, alpha = set_apart(test.p_value, test.alpha)
    level = ""
    if test.alpha != film.runs.dials.alpha:
        level = f", the level for {PURPOSES[test.purpose]}"
    side = "above" if test.independent else "below"
    because = f"p = {p} is {side} {alpha}{level}."
    truth = film.runs.judged[frame.tests_done - 1].truth
    if revealed and truth != test.independent:
        answer, right = ("independent", "dependent")[:: 1 if test.independent else -1]
        given = capitalized(given_words(film.data.context, test.given))
        sign: Sign = "differs" if test.independent else "differs dependent"
        pair = f"{names[test.x]} and {names[test.y]}"
        return Said(
            f"{pair}: the data say {answer}; in truth {right}.", f"{given}: {because}", sign
        )
    return replace(said_of(film.data, frame), why=f"Here {because}")


def standing_words(film: PairedFilm, position: int) -> str:
    """Return what the data run's position is to the first wrong answer."""
    flag = film.flag
    if flag is None or position < flag:
        return "No answer is wrong so far: both runs are the same."
    if position == flag:
        return "FIRST WRONG ANSWER."
    if position > film.data.last:
        return "After the error: the data run is over; the oracle run goes on."
    frame = film.data.frame(position)
    if frame.event is None:
        test = film.runs.judged[frame.tests_done - 1]
        return f"After the error: this answer is {'wrong' if test.kind else 'right'}."
    return {
        "same": "After the error: the oracle run decides the same here.",
        "shared": "After the error: the oracle run makes the same decision, too.",
        "consequence": "CONSEQUENCE: the oracle run makes no such decision.",
    }[film.runs.standings[frame.position - frame.tests_done - 1]]


def tally(film: PairedFilm, position: int) -> list[tuple[str, int, int]]:
    """Return what both runs have come to at a position, that of data first."""
    oracle, data = film.frames(position)
    wrong = sum(not each.is_right for each in film.runs.judged[: data.tests_done])
    ours, theirs = (
        sum(mask.bit_count() for mask in each.state.edges) // 2 for each in (data, oracle)
    )
    return [
        ("CI tests", data.tests_done, oracle.tests_done),
        ("wrong answers", wrong, 0),
        ("edges left" if film.runs.dials.algorithm == "pc" else "edges learned", ours, theirs),
    ]


def fewer_words(runs: OracleAndDataRuns) -> str:
    """Return the numbers of tests beside the F1: fewer tests are not more accurate."""
    ours = runs.data.result.counts.after_boundaries
    oracle = runs.oracle.result.counts.after_boundaries
    f1 = skeleton_scores(runs.data.result, runs.truth).f1
    after = "" if runs.dials.algorithm == "pc" else "after boundary discovery "
    start = capitalized(
        f"{after}the data run makes {counted(ours, 'test')}, the oracle run {oracle:,}; the data "
        f"run's skeleton has F1 {f1:.2f}."
    )
    if ours < oracle and runs.damage.pairs:
        return f"{start} Fewer tests, and yet a wrong graph: few tests are no sign of accuracy."
    return start


def policies_words(runs: OracleAndDataRuns) -> str:
    """Return what each named policy makes of dead ends; empty where there are none."""
    if not runs.dead_ends:
        return ""
    lines = []
    for policy in POLICIES:
        other = runs.with_policy(policy)
        f1 = skeleton_scores(other.data.result, runs.truth).f1
        left = len(other.data.result.removal_order)
        lines.append(f'"{policy}": {counted(left, "variable")} removed, F1 {f1:.2f}')
    return f"The policies on these data: {'; '.join(lines)}."


# -- questions -------------------------------------------------------------------------------


def asked_tests(runs: OracleAndDataRuns) -> tuple[Judged, ...]:
    """Return the tests that a learner is asked about: the first wrong one, and right ones.

    The right ones give the same answer as the wrong one and have the p-values nearest to
    their level, so that being asked does not give the answer away.
    """
    first = runs.first_wrong
    right = [
        each
        for each in runs.judged
        if each.is_right and (first is None or each.test.independent == first.test.independent)
    ]
    near: dict[tuple[frozenset[int], tuple[int, ...]], Judged] = {}
    for each in sorted(right, key=lambda each: (_distance(each), each.test.number)):
        if len(near) < DECOYS:  # one of each statement
            near.setdefault((frozenset((each.test.x, each.test.y)), each.test.given), each)
    chosen = [*near.values(), *([] if first is None else [first])]
    return tuple(sorted(chosen, key=lambda each: each.test.number))


def _distance(judged: Judged) -> float:
    test = judged.test
    return 1.0 if test.p_value is None or test.alpha is None else abs(test.p_value - test.alpha)


def answer_question(runs: OracleAndDataRuns, judged: Judged, key: str) -> Question:
    """Return "is this answer right?" about one test."""
    fact = "d-separated" if judged.truth else "d-connected"
    return Question(
        f"{key}:{judged.test.number}",
        f"The data say: {test_words(runs, judged)}. Is that right in the true graph?",
        ("yes", "no"),
        "yes" if judged.is_right else "no",
        f"In the true graph they are {fact}.",
    )


def lost_question(runs: OracleAndDataRuns, key: str) -> Question:
    """Return "which edge of the true graph is lost?", asked once an answer was wrong."""
    missing = set(map(frozenset, runs.damage.missing))
    edges = [f"{a} - {b}" for a, b in runs.dag.edges]
    lost = [edge for edge, pair in zip(edges, runs.dag.edges, strict=True) if {*pair} in missing]
    shown = {*lost[:1], *[edge for edge in edges if edge not in lost][:3]}
    return Question(
        f"{key}:lost",
        "Which edge of the true graph will the data run not find?",
        (*filter(shown.__contains__, edges), NONE, SEVERAL),
        SEVERAL if len(lost) > 1 else (*lost, NONE)[0],
        damage_words(runs),
    )


def at_dead_end(film: PairedFilm, position: int) -> bool:
    frame = film.data.frame(position)
    return frame.position == position and isinstance(frame.event, ev.NoneRemovable)
