"""All cases of the harnesses: python -m tests.fuzz [NAME ...] [--nights 3]

Prints for each harness its cases, seconds of the processor, and failures by class with the
shortest case of each. About half an hour for all 600,000; with
`--nights 3` a third of them, another one each day, so that three nights have looked at all.
"""

import argparse
import sys
from datetime import UTC, datetime
from time import process_time

from tests.fuzz.common import cases, failures
from tests.fuzz.harnesses import HARNESSES


def main() -> int:
    """Run what is asked for; 1 where something fails."""
    asked = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    asked.add_argument("names", nargs="*", metavar="NAME", help=", ".join(HARNESSES))
    asked.add_argument("--share", type=float, default=1.0, help="of the cases")
    asked.add_argument("--seed", default="", help="of other cases than always")
    asked.add_argument("--nights", type=int, default=1, help="in how many to look at all cases")
    given = asked.parse_args()
    if unknown := sorted(set(given.names) - set(HARNESSES)):
        asked.error(f"no harness is called {unknown[0]!r}; choose one of {', '.join(HARNESSES)}")
    names = given.names or list(HARNESSES)
    return thrown(names, given)


def thrown(names: list[str], given: argparse.Namespace) -> int:
    """Print the cases and what failed."""
    row = "{:16} {:>9,} cases {:7.0f} s {:3} classes of failures"
    whole, classes, begun = 0, 0, process_time()
    first = datetime.now(UTC).date().toordinal() % given.nights
    for name in names:
        harness, now = HARNESSES[name], process_time()
        numbers = range(first, max(1 + first, round(harness.many * given.share)), given.nights)
        some = cases(harness.draw, numbers.stop, given.seed or harness.seed, first, given.nights)
        found, count = failures(harness.check, some), len(numbers)
        whole, classes = whole + count * harness.holds, classes + len(found)
        spent = process_time() - now
        print(row.format(name, count * harness.holds, spent, len(found)), flush=True)
        for what, case in found.items():
            print(f"    {what}\n    {_shown(case)}", flush=True)
    print(row.format("all", whole, process_time() - begun, classes))
    return int(classes > 0)


def _shown(case: object) -> str:
    try:
        return repr(case)[:1_000]
    except Exception:  # some cases are such that nothing can show them
        return f"a {type(case).__name__} that can't be shown"


if __name__ == "__main__":
    sys.exit(main())
