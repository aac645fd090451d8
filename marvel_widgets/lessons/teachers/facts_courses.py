"""Facts on teaching with the kit: settings, plans, gains, signatures."""

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.assessment.signing import signed

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


SettingFor = kind("setting wished", _for_which_wish)


PartNeeds = kind("part before", "{part} comes before {before}, which it needs.")


def _at_the_break(minutes: tuple[tuple[str, int], ...], part: str) -> str:
    if part:
        return f"{part} is cut by the break: no part ends at minute {BEFORE_BREAK}."
    return (
        f"One good order is {', '.join(part for part, _ in minutes)}: a part ends at minute "
        f"{BEFORE_BREAK}, and nothing is used before it is known."
    )


AtTheBreak = kind("minutes part=''", _at_the_break)


def _gain(before: int, after: int, percent: int, right: bool) -> str:
    left, gained = ITEMS - before, after - before
    if right:
        return f"({after} - {before}) / ({ITEMS} - {before}) = {percent / 100:g}."
    return (
        f"{left} points were left to gain, and {gained} of them were gained; {percent} percent of "
        f"{left} would be {percent * left / 100:g}."
    )


NormalizedGain = kind("before after percent right", _gain)


Signature = kind(
    "done valid",
    lambda done, valid: (
        f"We tried it: after '{DONE[done]}' the signature is {'' if valid else 'not '}valid."
    ),
)


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
