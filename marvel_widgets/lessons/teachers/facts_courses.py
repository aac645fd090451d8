"""Facts on teaching with the kit: settings, plans, gains, signatures."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from types import MappingProxyType
from typing import Any, Final

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.assessment.signing import signed
from marvel_widgets.lessons.upper_bound.amounts import NAMES_OF

SESSION: Final = 90  # minutes
BREAK: Final = 10
BEFORE_BREAK: Final = 40
ITEMS: Final = 10  # of a test form

# What must come before each part of a first session.
NEEDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "tests": (),
        "race": ("tests",),
        "separation": ("tests",),
        "boundaries": ("separation",),
        "removable": ("boundaries",),
        "theorem": ("removable",),
        "game": ("removable",),
    }
)
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
# What may be done to a result string.
DONE: Final[Mapping[str, str]] = {
    "made": "It is as the notebook made it.",
    "broken": "A mail program broke it into three lines.",
    "copied": "A second student handed in the same string.",
    "signed": "A learner wrote another answer into it and signed it with this library and "
    "the course's key.",
    "edited": "One letter in the middle was changed.",
    "other": "It was made with last year's key.",
    "cut": "The last ten letters are missing.",
}
KEY: Final = "this year"


def _for_which_wish(setting: str, wished: bool) -> str:
    wish, setting = WISHES[setting], written(setting)
    if wished:
        return f"We wish that {wish}: that is what {setting} is for."
    return f"{setting} is for this wish, which we do not have: {wish}."


@kind(_for_which_wish)
def SettingFor(case: Case, setting: str, wished: bool) -> bool:
    """A setting that the wishes ask for, and the answer lacks; or the other way round."""
    return (setting in case.answer) != wished


@kind("{part} comes before {before}, which it needs.")
def PartNeeds(case: Case, part: str, before: str) -> bool:
    """A part of a session needs another one, and comes before it all the same."""
    order = case.answer
    return before in NEEDS[part] and bool(order.index(part) < order.index(before))


def _at_the_break(minutes: tuple[tuple[str, int], ...], part: str) -> str:
    if part:
        return f"{part} is cut by the break: no part ends at minute {BEFORE_BREAK}."
    return (
        f"One good order is {', '.join(part for part, _ in minutes)}: a part ends at minute "
        f"{BEFORE_BREAK}, and nothing is used before it is known."
    )


@kind(_at_the_break)
def AtTheBreak(case: Case, minutes: tuple[tuple[str, int], ...], part: str = "") -> bool:
    """The part of an order that the break cuts; empty where one ends there, and it is good."""
    order = tuple(part for part, _ in minutes)
    clock = [part for part, length in minutes for _ in range(length)]
    before, after = clock[BEFORE_BREAK - 1], clock[BEFORE_BREAK]
    if case.answer != order or len(clock) != SESSION - BREAK:
        return False
    kept = all(order.index(a) < order.index(b) for a, b in case.graph.edges)
    return before == after == part if part else before != after and kept


def _gain(before: int, after: int, percent: int, right: bool) -> str:
    left, gained = ITEMS - before, after - before
    if right:
        return f"({after} - {before}) / ({ITEMS} - {before}) = {percent / 100:g}."
    return (
        f"{left} points were left to gain, and {gained} of them were gained; {percent} percent of "
        f"{left} would be {percent * left / 100:g}."
    )


@kind(_gain)
def NormalizedGain(case: Case, before: int, after: int, percent: int, right: bool) -> bool:
    """What share of the points that were left leads to the mean after the course, or does not."""
    share = Fraction(percent, 100) * (ITEMS - before) + before
    return case.answer == percent and (share == after) == right


@kind(
    lambda done, valid: (
        f"We tried it: after '{DONE[done]}' the signature is {'' if valid else 'not '}valid."
    )
)
def Signature(case: Case, done: str, valid: bool) -> bool:
    """Whether a signature is valid: what was signed, signed again, gives the same letters."""
    found = {done: (string, content) for done, string, content in tampered(Random(1))}
    string, content = found[done]
    return ("".join(string.split()) == signed(content, KEY)) == valid


def written(setting: str) -> str:
    """Return how a setting is given."""
    return {"big": "big=True", "answers": "answers=False", "predict": "predict=True"}.get(
        setting, f"{setting}="
    )


def tampered(rng: Random) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield what was done to a string, the string, and what was signed."""
    content = {"s": str(rng.randint(1, 99)), "x": rng.sample("ABCDEF", 2)}
    string, other = signed(content, KEY), {**content, "x": ["A", "B", "C"]}
    middle = len(string) // 2
    changed = "A" if string[middle] != "A" else "B"
    yield "made", string, content
    yield "broken", f"{string[:20]}\n{string[20:40]}\n{string[40:]}", content
    yield "copied", string, content
    yield "signed", signed(other, KEY), other
    yield "edited", string[:middle] + changed + string[middle + 1 :], content
    yield "other", signed(content, "last year"), content
    yield "cut", string[:-10], content


NAMES_OF.update(
    settings=lambda case: {f"{written(s)}, so that {WISHES[s]}" for s in case.answer},
)
