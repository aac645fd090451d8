"""The exercises of notebook T: diagnosis, plans, settings, results."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from marvel_widgets.assessment.answers import Number, Statements
from marvel_widgets.assessment.exercise import Builder, Exercise, Mistake
from marvel_widgets.assessment.signing import SignatureError, opened, signed
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.lessons.teachers.exercises_diagnosis import behind, lucky, revealing, true_hints
from marvel_widgets.lessons.teachers.exercises_plan import ninety_minutes

ITEMS: Final = 10  # of a test form

# Each setting of an app, by the wish that it fulfills.
WISHES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hide": "one part of the app must not be on the screen",
        "lock": "one part must be seen, but nobody may operate it",
        "big": "it is shown by a projector to a large room",
        "answers": "it is an exam, and the app must tell no verdict",
        "predict": "learners must say what they expect before they see it",
        "token": "all must begin at a state that we prepared at home",
    }
)


def settings(rng: random.Random) -> Exercise | None:
    """Ask which settings of an app a plan needs."""
    needed = {rng.choice(["hide", "lock"]), rng.choice(["answers", "predict"])}
    needed |= set(rng.sample(["big", "token"], rng.randint(1, 2)))
    wishes = [WISHES[setting] for setting in needed]
    solution = frozenset(needed)
    wishes = sorted(wishes)
    rng.shuffle(wishes)

    def witness(value: frozenset[str]) -> str:
        setting = min(value ^ solution)
        if setting in solution:
            return f"We wish that {WISHES[setting]}: that is what {_written(setting)} is for."
        return f"{_written(setting)} is for this wish, which we do not have: {WISHES[setting]}."

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
        shows=witness,
        reasons="Each wish has one setting: "
        + "; ".join(f"{_written(s)}, so that {WISHES[s]}" for s in WISHES if s in solution)
        + ".",
        hints=(
            f"There are {len(solution)}.",
            "Read the wish about one part of the app: may it be seen?",
            "What is hidden can't be seen; what is locked can be seen, and not operated.",
        ),
    )


def _written(setting: str) -> str:
    """Return how a setting is given."""
    return {"big": "big=True", "answers": "answers=False", "predict": "predict=True"}.get(
        setting, f"{setting}="
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
        shows=lambda value: (
            f"{left} points were left to gain, and {after - before} of them were gained; "
            f"{value} percent of {left} would be {value * left / 100:g}."
        ),
        reasons=f"({after} - {before}) / ({ITEMS} - {before}) = {percent / 100:g}.",
        hints=(
            f"It is a number between {percent // 10 * 10} and {percent // 10 * 10 + 10}.",
            f"How many points can a class with {before} of {ITEMS} still gain?",
            "Divide the points that were gained by the points that were left.",
        ),
    )


_DONE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "made": "It is as the notebook made it.",
        "broken": "A mail program broke it into three lines.",
        "copied": "A second student handed in the same string.",
        "signed": "A learner wrote another answer into it and signed it with this library and "
        "the course's key.",
        "edited": "One letter in the middle was changed.",
        "other": "It was made with last year's key.",
        "cut": "The last ten letters are missing.",
    }
)


def _tampered(rng: random.Random) -> Iterator[tuple[str, str]]:
    """Yield what was done to a string, with the string."""
    content = {"s": str(rng.randint(1, 99)), "x": rng.sample("ABCDEF", 2)}
    string = signed(content, "this year")
    middle = len(string) // 2
    yield "made", string
    yield "broken", f"{string[:20]}\n{string[20:40]}\n{string[40:]}"
    yield "copied", string
    yield "signed", signed({**content, "x": ["A", "B", "C"]}, "this year")
    yield "edited", string[:middle] + ("A" if string[middle] != "A" else "B") + string[middle + 1 :]
    yield "other", signed(content, "last year")
    yield "cut", string[:-10]


def _is_valid(string: str) -> bool:
    try:
        return opened(string, "this year").genuine
    except SignatureError:
        return False


def signatures(rng: random.Random) -> Exercise | None:
    """Ask which of several strings have a valid signature, and so what a signature shows."""
    valid = {done: _is_valid(string) for done, string in _tampered(rng)}
    cases = rng.sample(list(_DONE), 6)
    kept = {case for case in cases if valid[case]}
    if not {"signed", "broken"} <= kept or len(kept) == len(cases):
        return None

    def numbers(wanted: set[str]) -> frozenset[int]:
        return frozenset(n for n, case in enumerate(cases, start=1) if case in wanted)

    solution = numbers(kept)

    def witness(value: frozenset[int]) -> str:
        case = cases[min(value ^ solution) - 1]
        verdict = "valid" if valid[case] else "not valid"
        return f"We tried it: after '{_DONE[case]}' the signature is {verdict}."

    return Exercise(
        title="What does a signature show?",
        question="Six result strings are checked with this year's key. Whose signature is valid?",
        kind=Statements([_DONE[case] for case in cases]),
        solution=solution,
        mistakes=(
            Mistake(numbers(kept - {"signed", "copied"}), "M56"),
            Mistake(numbers(kept - {"broken"}), "M57"),
            Mistake(numbers(set(cases) - {"cut"}), "M58"),
        ),
        shows=witness,
        reasons="A signature shows that letters and key fit. It can't show who used the key, "
        "so a report judges each answer again.",
        hints=(
            f"{len(solution)} of the six are valid.",
            f"Number {min(numbers({'signed'}))} is one of them.",
            "Whoever has the key can sign; white space inside a string does not count.",
        ),
    )


EXERCISES: Final[Mapping[str, Builder]] = MappingProxyType(
    {
        "behind": behind,
        "lucky": lucky,
        "revealing": revealing,
        "true_hints": true_hints,
        "ninety_minutes": ninety_minutes,
        "settings": settings,
        "gain": gain,
        "signatures": signatures,
    }
)
