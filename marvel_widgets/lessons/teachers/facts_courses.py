"""Facts on teaching with the kit: settings, plans, gains, signatures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from types import MappingProxyType
from typing import Any, Final

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.assessment.signing import signed
from marvel_widgets.lessons.counting.facts import AMOUNTS
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
DONE: Final[Mapping[str, str]] = MappingProxyType(
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
KEY: Final = "this year"


@dataclass(frozen=True)
class SettingFor(Fact):
    """A setting that the wishes ask for, and the answer lacks; or the other way round."""

    setting: str
    wished: bool

    def say(self) -> str:
        wish, setting = WISHES[self.setting], written(self.setting)
        if self.wished:
            return f"We wish that {wish}: that is what {setting} is for."
        return f"{setting} is for this wish, which we do not have: {wish}."

    def holds(self, case: Case) -> bool:
        return (self.setting in case.answer) != self.wished


@dataclass(frozen=True)
class PartNeeds(Fact):
    """A part of a session needs another one, and comes before it all the same."""

    part: str
    before: str
    early: bool = True

    def say(self) -> str:
        if self.early:
            return f"{self.part} comes before {self.before}, which it needs."
        return f"'{self.part}' can't be understood before '{self.before}', whose ideas it uses."

    def holds(self, case: Case) -> bool:
        order = case.answer if self.early else (self.part, self.before)
        return self.before in NEEDS[self.part] and order.index(self.part) < order.index(self.before)


@dataclass(frozen=True)
class AtTheBreak(Fact):
    """The part of an order that the break cuts; empty where one ends there, and it is good."""

    minutes: tuple[tuple[str, int], ...]
    part: str = ""

    def say(self) -> str:
        if self.part:
            return f"{self.part} is cut by the break: no part ends at minute {BEFORE_BREAK}."
        return (
            f"One good order is {', '.join(part for part, _ in self.minutes)}: a part ends at "
            f"minute {BEFORE_BREAK}, and nothing is used before it is known."
        )

    def holds(self, case: Case) -> bool:
        order = tuple(part for part, _ in self.minutes)
        clock = [part for part, length in self.minutes for _ in range(length)]
        before, after = clock[BEFORE_BREAK - 1], clock[BEFORE_BREAK]
        if case.answer != order or len(clock) != SESSION - BREAK:
            return False
        if self.part:
            return before == after == self.part
        kept = all(order.index(a) < order.index(b) for a, b in case.graph.edges)
        return before != after and kept


@dataclass(frozen=True)
class NormalizedGain(Fact):
    """What share of the points that were left to gain a class has gained."""

    before: int
    after: int
    percent: int
    right: bool

    def say(self) -> str:
        left, gained = ITEMS - self.before, self.after - self.before
        if self.right:
            share = f"{self.percent / 100:g}"
            return f"({self.after} - {self.before}) / ({ITEMS} - {self.before}) = {share}."
        return (
            f"{left} points were left to gain, and {gained} of them were gained; {self.percent} "
            f"percent of {left} would be {self.percent * left / 100:g}."
        )

    def holds(self, case: Case) -> bool:
        share = Fraction(self.percent, 100) * (ITEMS - self.before) + self.before
        return case.answer == self.percent and (share == self.after) == self.right


@dataclass(frozen=True)
class Signature(Fact):
    """Whether the signature is valid after something was done to a string."""

    done: str
    valid: bool

    def say(self) -> str:
        verdict = "valid" if self.valid else "not valid"
        return f"We tried it: after '{DONE[self.done]}' the signature is {verdict}."

    def holds(self, case: Case) -> bool:  # noqa: ARG002
        # what was signed, signed again with the key, gives the same letters
        found = {done: (string, content) for done, string, content in tampered(Random(1))}
        string, content = found[self.done]
        return ("".join(string.split()) == signed(content, KEY)) == self.valid


def written(setting: str) -> str:
    """Return how a setting is given.

    >>> written("big"), written("hide")
    ('big=True', 'hide=')
    """
    return {"big": "big=True", "answers": "answers=False", "predict": "predict=True"}.get(
        setting, f"{setting}="
    )


def tampered(rng: Random) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield what was done to a string, the string, and what was signed.

    >>> [done for done, *_ in tampered(Random(1))] == list(DONE)
    True
    """
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


AMOUNTS.update(
    more_points=lambda _, before, after=ITEMS: after - before,
    gain=lambda _, before, after: float(Fraction(after - before, ITEMS - before)),
)
NAMES_OF.update(
    settings=lambda case: {f"{written(s)}, so that {WISHES[s]}" for s in case.answer},
)
