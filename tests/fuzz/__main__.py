"""All cases of the harnesses: python -m tests.fuzz [NAME ...] [--share 0.1] [--seed 2] [--planted]

Prints for each harness its cases, seconds of the processor, and failures by class with the
shortest case of each. About half an hour for all 600,000.
"""

import argparse
import sys
from time import process_time

from tests.fuzz.common import cases, failures
from tests.fuzz.harnesses import HARNESSES
from tests.fuzz.planted import PLANTED, found_after


def main() -> int:
    """Run what is asked for; 1 where something fails."""
    asked = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    asked.add_argument("names", nargs="*", metavar="NAME", help=", ".join(HARNESSES))
    asked.add_argument("--share", type=float, default=1.0, help="of the cases")
    asked.add_argument("--seed", default="", help="of other cases than always")
    asked.add_argument("--planted", action="store_true", help="plant a fault after the other")
    given = asked.parse_args()
    if unknown := sorted(set(given.names) - set(HARNESSES)):
        asked.error(f"no harness is called {unknown[0]!r}; choose one of {', '.join(HARNESSES)}")
    names = given.names or list(HARNESSES)
    return planted(names) if given.planted else thrown(names, given.share, given.seed)


def planted(names: list[str]) -> int:
    """Print after how many cases each planted fault is found."""
    for each in PLANTED:
        if each.harness in names:
            number = found_after(each, HARNESSES[each.harness].many)
            print(f"{each.harness:16} {each.what:40} case {number:,}", flush=True)
    return 0


def thrown(names: list[str], share: float, seed: str) -> int:
    """Print the cases and what failed."""
    row = "{:16} {:>9,} cases {:7.0f} s {:3} classes of failures"
    whole, classes, begun = 0, 0, process_time()
    for name in names:
        harness, now = HARNESSES[name], process_time()
        count = max(1, round(harness.many * share))
        found = failures(harness.check, cases(harness.draw, count, seed or harness.seed))
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
