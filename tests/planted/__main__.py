"""Plant each fault of the lists and see whether the test that is to find it goes red.

    python -m tests.planted [--only FILE-OR-NUMBER ...] [--jobs 2]

Ends with status 1 if a fault is green, its text is not in its file once, or its test is not there.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.planted.planting import Copy, Fault, Outcome, faults, tests_of


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return its status."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", metavar="FILE-OR-NUMBER", help="a list, an edited file, or numbers"
    )
    parser.add_argument("--jobs", type=int, default=2, help="how many run at a time (2)")
    given = parser.parse_args(arguments)
    chosen = [fault for fault in faults() if given.only is None or is_meant(fault, given.only)]
    if not chosen:
        parser.error(f"no fault is meant by {' '.join(given.only)}")
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        copies = [Copy(Path(folder, str(job))) for job in range(max(1, given.jobs))]
        return 0 if are_green(copies, chosen) and are_found(copies, chosen) else 1


def is_meant(fault: Fault, only: Sequence[str]) -> bool:
    """Return whether a fault is among those asked for: by its number, its list or its file."""
    return any(
        str(fault.number) == one if one.isdigit() else one in (fault.listed_in, fault.file)
        for one in (name.removeprefix("tests/planted/") for name in only)
    )


def are_green(copies: Sequence[Copy], chosen: Sequence[Fault]) -> bool:
    """Run the tests without a fault, each copy those of its share of the faults; tell what is red.

    Faults that are found by tests of one file go to one copy.
    """
    firsts = {fault.number: "".join(fault.found_by[:1]).split("::")[0] for fault in chosen}
    files = sorted({*firsts.values()})
    shares = [
        [fault for fault in chosen if firsts[fault.number] in files[n :: len(copies)]]
        for n in range(len(copies))
    ]
    with ThreadPoolExecutor(len(copies)) as pool:
        red = [told for said in pool.map(Copy.red, copies, shares) for told in said]
    for told in red:
        print(f"Without a fault the tests are not green:\n{told}")
    green = "not green" if red else "green"
    print(f"{len(tests_of(chosen))} tests, without a fault: {green}.", flush=True)
    return not red


def are_found(copies: Sequence[Copy], chosen: Sequence[Fault]) -> bool:
    """Plant one fault after another in each copy; print the table and what was not found."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for one in copies:
        free.put(one)

    def outcome(fault: Fault) -> Outcome:
        copy = free.get()
        try:
            return copy.outcome(fault)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        outcomes = []
        for found in pool.map(outcome, chosen):
            print(row(found), flush=True)
            outcomes.append(found)
    wrong = [found for found in outcomes if found.wrong]
    for fault, what, _ in wrong:
        print(f"\n{fault.number}. {fault.file} ({fault.listed_in}): {what}")
        print(f"- {fault.was}\n+ {fault.now}")
    print(f"\n{len(outcomes)} faults, {len(outcomes) - len(wrong)} found.")
    return not wrong


def row(outcome: Outcome) -> str:
    """Return a fault's line of the table."""
    fault, wrong, seconds = outcome
    file = fault.file.removeprefix("marvel_widgets/")
    found = wrong or ", ".join(fault.found_by)
    return f"{fault.number:4} {fault.when:5} {seconds:5.1f} s  {file:52} {found}"


if __name__ == "__main__":
    sys.exit(main())
