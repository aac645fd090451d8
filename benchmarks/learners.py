"""What the two forms of the test before and after can see of simulated learners.

    python benchmarks/learners.py            # 20,000 answers to each item, minutes
    python benchmarks/learners.py --quick    # fewer

A simulated learner (`tests/course/simulated.py`) answers by its wrong rule, computed on the case,
and errs in its own way. Printed is, with fixed seeds, how far the expected shares of right
answers to an item of forms A and B lie apart.

This shows what the instrument can see, not that people learn; figures are in docs/teaching-data.md.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from statistics import fmean

from marvel_widgets import exercises
from marvel_widgets.assessment.exercise import Exercise

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.course.simulated import Learner, share_right


def believer(share: float) -> Callable[[random.Random], Learner]:
    """Return what draws learners who hold each belief with a probability."""
    beliefs = [f"M{n}" for n in range(1, 64)]
    return lambda rng: Learner([belief for belief in beliefs if rng.random() < share])


def table_of_forms(students: int, answers: int) -> None:
    """Compare the forms as all get them, and those of many students, item by item."""
    print(f"Forms A and B ({answers:,} answers to each item of a form)\n")
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
    table_of_forms(3 if quick else 20, 4_000 if quick else 20_000)


if __name__ == "__main__":
    main()
