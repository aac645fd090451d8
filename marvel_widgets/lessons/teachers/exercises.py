"""The exercises of notebook T: diagnosis, plans, settings, results."""

import random
from typing import Final

from marvel_widgets.assessment.answers import Number, Statements
from marvel_widgets.assessment.exercise import Exercise, Mistake, by_name
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.signing import SignatureError, opened
from marvel_widgets.assessment.true_or_false import numbers, of_one
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.lessons.counting.facts import Stated
from marvel_widgets.lessons.teachers.exercises_diagnosis import behind, revealing
from marvel_widgets.lessons.teachers.exercises_plan import ninety_minutes
from marvel_widgets.lessons.teachers.facts_courses import (
    DONE,
    ITEMS,
    KEY,
    WISHES,
    NormalizedGain,
    SettingFor,
    Signature,
    tampered,
    written,
)
from marvel_widgets.lessons.upper_bound.amounts import Found

KEY_FITS: Final = Principle(
    "A signature shows that letters and key fit. It can't show who used the key, so a report "
    "judges each answer again."
)


def settings(rng: random.Random) -> Exercise | None:
    """Ask which settings of an app a plan needs."""
    needed = {rng.choice(["hide", "lock"]), rng.choice(["answers", "predict"])}
    needed |= set(rng.sample(["big", "token"], rng.randint(1, 2)))
    wishes = [WISHES[setting] for setting in needed]
    solution = frozenset(needed)
    wishes = sorted(wishes)
    rng.shuffle(wishes)
    each = tuple(f"{written(s)}, so that {WISHES[s]}" for s in WISHES if s in solution)

    return Exercise(
        title="Which settings?",
        question=f"For tomorrow we have these wishes: {'; '.join(wishes)}. Which of the settings "
        "hide, lock, big, answers, predict, token must we give to the app? Name those, and no "
        "other.",
        kind=Names(list(WISHES)),
        solution=solution,
        mistakes=(
            Mistake(solution ^ {"hide", "lock"}, "M54"),
            Mistake(solution | {"answers", "predict"}, "M59"),
            Mistake(frozenset(WISHES), "M60"),
        ),
        shows=lambda value: (SettingFor(s := min(value ^ solution), s in solution),),
        reasons=(Stated("Each wish has one setting: {}.", (Found("settings", (), each, ";"),)),),
        hints=(
            f"There are {len(solution)}.",
            "Read the wish about one part of the app: may it be seen?",
            "What is hidden can't be seen; what is locked can be seen, and not operated.",
        ),
    )


def gain(rng: random.Random) -> Exercise | None:
    """Ask for the normalized gain of a class between two tests."""
    before, after = rng.randint(2, 6), rng.randint(4, 9)
    left = ITEMS - before
    if after <= before or (after - before) * 100 % left:
        return None
    percent = (after - before) * 100 // left
    return Exercise(
        title="What did the class gain?",
        question=f"In form A, before the course, the mean is {before} of {ITEMS} points. In form "
        f"B, after it, the mean is {after}. What is the normalized gain, in percent? It is the "
        "part that was gained of what was left to gain.",
        kind=Number(0, 100),
        solution=percent,
        mistakes=(
            Mistake((after - before) * 100 // ITEMS, "M55"),
            Mistake(after * 100 // ITEMS, "M61"),
            Mistake(round((after - before) * 100 / before), "M62"),
        ),
        shows=lambda value: (NormalizedGain(before, after, value, right=False),),
        reasons=(NormalizedGain(before, after, percent, right=True),),
        hints=(
            f"It is a number between {percent // 10 * 10} and {percent // 10 * 10 + 10}.",
            f"How many points can a class with {before} of {ITEMS} still gain?",
            "Divide the points that were gained by the points that were left.",
        ),
    )


def _is_valid(string: str) -> bool:
    try:
        return opened(string, KEY).genuine
    except SignatureError:
        return False


def signatures(rng: random.Random) -> Exercise | None:
    """Ask which of several strings have a valid signature, and so what a signature shows."""
    valid = {done: _is_valid(string) for done, string, _ in tampered(rng)}
    cases = rng.sample(list(DONE), 6)
    kept = {case for case in cases if valid[case]}
    if not {"signed", "broken"} <= kept or len(kept) == len(cases):
        return None

    def those(wanted: set[str]) -> frozenset[int]:
        return numbers(case in wanted for case in cases)

    solution = those(kept)
    kind = Statements([DONE[case] for case in cases])
    return Exercise(
        title="What does a signature show?",
        question="Six result strings are checked with this year's key. Whose signature is valid?",
        kind=kind,
        solution=solution,
        mistakes=(
            Mistake(those(kept - {"signed", "copied"}), "M56"),
            Mistake(those(kept - {"broken"}), "M57"),
            Mistake(those(set(cases) - {"cut"}), "M58"),
        ),
        shows=of_one(kind, solution, lambda n: (Signature(c := cases[n], valid[c]),)),
        reasons=(KEY_FITS,),
        hints=(
            f"{len(solution)} of the six are valid.",
            f"Number {min(those({'signed'}))} is one of them.",
            "Whoever has the key can sign; white space inside a string does not count.",
        ),
    )


EXERCISES: Final = by_name(behind, revealing, ninety_minutes, settings, gain, signatures)
