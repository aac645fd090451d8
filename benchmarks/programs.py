"""A class's programs judged again by a report: python benchmarks/programs.py [30]

One is endless, one loops in C, one raises, one peeks; half of the others are right. Prints the
seconds of the report, the seconds of the processor that judges and programs took, and the seconds
of one right program alone.
"""

import resource
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from marvel_widgets.classroom.reports import report
from marvel_widgets.classroom.rerun import judged_again
from marvel_widgets.lessons.challenge.written import WRITTEN
from tests.classroom.class_of_programs import hand_in


def processor():
    """Return the seconds of the processor so far, of this process and those that have ended."""
    whose = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, whose))


def timed(act):
    """Run something, and return its seconds, the processor's seconds, and what it returned."""
    began, used = perf_counter(), processor()
    found = act()
    return perf_counter() - began, processor() - used, found


def main(size):
    for step in WRITTEN:
        took, used, judged = timed(lambda step=step: judged_again(step, WRITTEN[step].source))
        print(f"a right {step}: {took:.1f} s, processor {used:.1f} s, right: {judged.right}")
    with TemporaryDirectory() as name:
        hand_in(Path(name), size)
        took, used, rows = timed(lambda: report(Path(name), run_programs=True))
    right = sum(row.verdict == "correct" for row in rows)
    print(f"{size} programs, {right} right: {took:.1f} s, processor {used:.1f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
