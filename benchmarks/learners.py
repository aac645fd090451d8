"""What the placement test and the two forms can see of simulated learners.

    python benchmarks/learners.py            # all tables, about a quarter of an hour
    python benchmarks/learners.py --quick    # the same with fewer learners, two minutes

A simulated learner (`tests/course/simulated.py`) answers by its wrong rule, computed on the case,
and errs in its own way; the placement test knows nothing of that but the model of
`marvel_widgets.assessment.evidence`. Printed are, with fixed seeds:

1. learners with one belief, tested on the part of the course to which the belief belongs: how often
   the likeliest belief after at most 6 questions is theirs, and how often another is named;
2. the same where the learners err otherwise than the model says;
3. learners with one to three beliefs, tested on the whole course: questions until each of them was
   named, in the adaptive order, and in a random one of the same questions;
4. forms A and B: how far the expected shares of right answers to an item lie apart.

This shows what the instrument can see, not that people learn. docs/placement.md holds the figures.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

from marvel_widgets import exercises
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.course.checks import Check
from marvel_widgets.course.item_profiles import Item
from marvel_widgets.course.placement import PlacementTest
from marvel_widgets.course.placement_items import PARTS, PLACEMENT, pool

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.course.simulated import Learner, share_right

FEW = 6  # questions
STUDENTS = 3  # sets of cases, each met by many learners
OWN_PARTS = [name for name in PARTS if name != "course"]
# Learners who err otherwise than the model of the evidence has it: slip, lapse, copying.
OTHERWISE = {
    "as the tables above": (0.1, 0.1, 0.4),
    "careful": (0.02, 0.02, 0.4),
    "careless": (0.2, 0.1, 0.4),
    "belief shows in 7 of 10": (0.1, 0.3, 0.4),
    "careless, shows in 7 of 10": (0.2, 0.3, 0.4),
    "all slips are typical mistakes": (0.1, 0.1, 1.0),
    "no slip is a typical mistake": (0.1, 0.1, 0.0),
}


@cache
def case(item: Item, student: str) -> Check:
    return Check(PLACEMENT, item.key, item.builder, student)


class Asking(PlacementTest):
    """A placement test whose cases are drawn once for all learners."""

    def _check(self, item: Item) -> Check:
        return case(item, self.student)


class Unending(Asking):
    """One that goes on until all questions were asked, the most presentation ones first."""

    def _chosen(self) -> Item | None:
        return max(self._left, key=self._information, default=None)


class Shuffled(Asking):
    """One that asks in a random order."""

    def __init__(self, part: str, student: str, rng: random.Random) -> None:
        self._turn = {item.key: rng.random() for item in pool(part)}
        super().__init__(part, student)

    def _chosen(self) -> Item | None:
        return min(self._left, key=lambda item: self._turn[item.key], default=None)


class Greedy(Asking):
    """One that asks in the greedy order of coverage, whatever was answered."""

    def _chosen(self) -> Item | None:
        return self._left[0] if self._left else None


def asked(
    test: PlacementTest,
    learner: Learner,
    rng: random.Random,
    until: Callable[[PlacementTest], bool],
) -> PlacementTest:
    """Let a learner answer until the test is over, or something holds of it."""
    while test.question is not None and not until(test):
        test.answer(learner.answer(test.question.exercise, rng))
    return test


class Named(NamedTuple):
    """Shares of the learners, and the numbers of questions until the test ends by itself."""

    rightly: float
    wrongly: float


def one_belief(part: str, times: int, manners: tuple[float, float, float]) -> Iterator[Named]:
    """Yield for each learner with one belief of a part whether it, or another, was named."""
    for belief in PARTS[part].beliefs:
        for n in range(times):
            rng = random.Random(f"one/{part}/{belief}/{n}")
            test = Asking(part, str(n % STUDENTS))
            asked(test, Learner((belief,), *manners), rng, lambda t: len(t.asked) >= FEW)
            first = test.named[:1]
            yield Named(float(first == (belief,)), float(bool(first) and first != (belief,)))


def no_belief(part: str, times: int, manners: tuple[float, float, float]) -> tuple[float, float]:
    """Return how often a belief is named at the end where none is held, and the questions."""
    tests = [
        asked(
            Asking(part, str(n % STUDENTS)),
            Learner((), *manners),
            random.Random(f"none/{part}/{n}"),
            lambda _: False,
        )
        for n in range(times)
    ]
    return fmean(bool(test.named) for test in tests), median(len(test.asked) for test in tests)


def table_of_parts(times: int) -> None:
    manners = OTHERWISE["as the tables above"]
    print(f"\n## 1. One belief, at most {FEW} questions ({times} learners a belief)\n")
    print("| Part | Beliefs | Named | Another named | No belief, but one named | Questions |")
    print("|---|---|---|---|---|---|")
    every: list[Named] = []
    for part in [*OWN_PARTS, "course"]:
        found = list(one_belief(part, times, manners))
        every += found if part != "course" else []
        false, questions = no_belief(part, 10 * times, manners)
        cells = (fmean(one.rightly for one in found), fmean(one.wrongly for one in found), false)
        shares = " | ".join(f"{100 * cell:.1f} %" for cell in cells)
        print(f"| {part} | {len(PARTS[part].beliefs)} | {shares} | {questions:g} |", flush=True)
    rightly, wrongly = fmean(n.rightly for n in every), fmean(n.wrongly for n in every)
    print(f"\nAll parts together: {100 * rightly:.1f} % named, another {100 * wrongly:.1f} %.")


def table_of_manners(times: int) -> None:
    print(f"\n## 2. Learners who err otherwise ({times} learners a belief, all parts)\n")
    print("| Learners | slip | lapse | copying | Named | Another named |")
    print("|---|---|---|---|---|---|")
    for words, manners in OTHERWISE.items():
        found = [one for part in OWN_PARTS for one in one_belief(part, times, manners)]
        rightly, wrongly = fmean(n.rightly for n in found), fmean(n.wrongly for n in found)
        numbers = " | ".join(f"{number:g}" for number in manners)
        print(
            f"| {words} | {numbers} | {100 * rightly:.1f} % | {100 * wrongly:.1f} % |", flush=True
        )


def until_all_named(beliefs: Sequence[str], make: Callable[[], PlacementTest], seed: str) -> int:
    """Return after how many questions each of the beliefs was named at some time."""
    seen: set[str] = set()

    def all_seen(test: PlacementTest) -> bool:
        seen.update(test.named)
        return seen.issuperset(beliefs)

    test = asked(make(), Learner(beliefs), random.Random(seed), all_seen)
    return len(test.asked)


def table_of_orders(times: int) -> None:
    print(f"\n## 3. Questions until each belief was named, whole course ({times} learners)\n")
    print(
        "| Beliefs | Adaptive: median, mean | Greedy | Random | Adaptive / random: median, mean |"
    )
    print("|---|---|---|---|---|")
    for many in (1, 2, 3):
        rng = random.Random(many)
        counts: dict[str, list[int]] = {"adaptive": [], "greedy": [], "random": []}
        for n in range(times):
            beliefs = tuple(rng.sample(PARTS["course"].beliefs, many))
            student, seed = str(n % STUDENTS), f"{many}/{n}"
            makers: dict[str, Callable[[], PlacementTest]] = {
                "adaptive": lambda student=student: Unending("course", student),
                "greedy": lambda student=student: Greedy("course", student),
                "random": lambda student=student, seed=seed: Shuffled(
                    "course", student, random.Random(seed)
                ),
            }
            for order, make in makers.items():
                counts[order].append(until_all_named(beliefs, make, seed))
        cells = [f"{median(found):g}, {fmean(found):.1f}" for found in counts.values()]
        ratios = [of(counts["adaptive"]) / of(counts["random"]) for of in (median, fmean)]
        shares = ", ".join(f"{100 * ratio:.0f} %" for ratio in ratios)
        print(f"| {many} | {' | '.join(cells)} | {shares} |", flush=True)


def believer(share: float) -> Callable[[random.Random], Learner]:
    """Return what draws learners who hold each belief with a probability."""
    beliefs = [f"M{n}" for n in range(1, 64)]
    return lambda rng: Learner([belief for belief in beliefs if rng.random() < share])


def table_of_forms(students: int, answers: int) -> None:
    """Compare the forms as all get them, and those of many students, item by item."""
    print(f"\n## 4. Forms A and B ({answers:,} answers to each item of a form)\n")
    print("| Each belief held by | Largest difference of an item | Of the whole form, mean of 10 |")
    print("|---|---|---|")
    cases = {form: [items_of(form, str(n)) for n in range(students)] for form in "AB"}
    for share in (0.05, 0.2, 0.4):
        apart = []
        for at in range(len(cases["A"][0])):
            rates = [
                share_right(repeated([c[at] for c in cases[form]], answers), believer(share), at)
                for form in "AB"
            ]
            apart.append(rates[0] - rates[1])
        print(f"| {share:.0%} | {max(map(abs, apart)):.4f} | {fmean(apart):+.4f} |", flush=True)


@cache
def items_of(form: str, student: str) -> tuple[Exercise, ...]:
    return tuple(check.exercise for check in exercises(f"pre-post-{form}", student))


def repeated(cases: Sequence[Exercise], answers: int) -> list[Exercise]:
    """Return cases in turn, as many as there are answers."""
    return list(islice((one for _ in range(answers) for one in cases), answers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer learners")
    quick = parser.parse_args().quick
    table_of_parts(6 if quick else 30)
    table_of_manners(3 if quick else 15)
    table_of_orders(20 if quick else 150)
    table_of_forms(3 if quick else 20, 4_000 if quick else 20_000)


if __name__ == "__main__":
    main()
