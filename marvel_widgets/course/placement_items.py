"""The questions of a placement test: the exercises of a part of the course, by what they show."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from marvel_widgets.assessment.exercise import Builder
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.assessment.plain import shown
from marvel_widgets.course.item_profiles import Item, profiles

PLACEMENT: Final = "PLACEMENT"  # in place of a notebook's number
PC: Final = ("P1", "P2")
PROGRAMS: Final = "12"  # asks about code, which this test does not suppose


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the course, with the beliefs that it works on."""

    title: str
    beliefs: tuple[Misconception, ...]
    most: int


def _part(title: str, numbers: str, most: int = 12) -> Part:
    return Part(title, tuple(f"M{number}" for number in numbers.split()), most)


_PARTS: Final = {
    "reading": _part("Reading graphs (00 to 02)", "2 3 7 8 16 17 18 19 20 21 22"),
    "removal": _part("Removable variables (03, 04)", "4 5 6 23 24 25 26 27"),
    "algorithm": _part("The lemmas and the algorithm (05, 06)", "9 11 28 29 30 31 32"),
    "directions": _part("Directions and errata (07, E)", "1 10 33 34 35 36"),
    "bounds": _part("Bounds (08, 09)", "14 15 37 38 39 40 41 42"),
    "practice": _part("Rivals and data (10, 11)", "12 13 43 44 45 46 47 48"),
    "pc": _part("The PC algorithm (P1, P2)", "64 65 66 67 68 69 70"),
    "teaching": _part("Teaching (T)", "49 50 51 52 53 54 55 56 57 58 59 60 61 62 63", 20),
}


def _course() -> Part:
    """Return the whole course as a part: all but what is beside the row of notebooks."""
    learners = [part.beliefs for name, part in _PARTS.items() if name not in ("pc", "teaching")]
    return Part("The whole course (00 to 11)", tuple(b for each in learners for b in each), 40)


PARTS: Final[Mapping[str, Part]] = MappingProxyType({"course": _course(), **_PARTS})


@cache
def pool(part: str = "course") -> tuple[Item, ...]:
    """Return the questions of a part, in greedy order of coverage.

    Each shows as many of the beliefs that were covered least often as any other; ties go to
    the earlier in the course.
    """
    wanted = set(part_named(part).beliefs)
    beside = (PROGRAMS,) if part == "pc" else (PROGRAMS, *PC)  # nor has the row met PC
    asked = [item for item in profiles().items if item.notebook not in beside]
    left = [item for item in asked if wanted & set(item.beliefs)]
    times, found = dict.fromkeys(wanted, 0), []
    while left:
        best = max(left, key=lambda item: _gain(item.beliefs, times))
        left.remove(best)
        found.append(best)
        for belief in wanted & set(best.beliefs):
            times[belief] += 1
    return tuple(found)


def _gain(beliefs: Iterable[Misconception], times: Mapping[Misconception, int]) -> tuple[int, ...]:
    """Return how many beliefs an item shows that were covered never, once and twice."""
    covered = [times[belief] for belief in beliefs if belief in times]
    return tuple(covered.count(n) for n in range(3))


def part_named(part: object) -> Part:
    """Return a part of the course by its name."""
    if not isinstance(part, str) or part not in PARTS:
        msg = f"there is no part {shown(part)}; choose one of {', '.join(PARTS)}"
        raise ValueError(msg)
    return PARTS[part]


@cache
def placement_builders() -> Mapping[str, Builder]:
    """Return what `exercises("placement")` asks: every question with its beliefs fixed."""
    every = (item for part in ("course", "pc", "teaching") for item in pool(part))
    return MappingProxyType({item.key: item.builder for item in every})
