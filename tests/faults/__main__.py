"""A fault at every write of all commands: python -m tests.faults [COMMAND ...] [--every 7]

Prints for each command how often its writing was disturbed, and what came of it.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from tests.faults.cases import Bench
from tests.faults.commands import COMMANDS

TRIED = ("writes", "kill", "kill inside", "full disk", "links and pipes")
CAME = ("lost", "half", "outside", "stuck", "traceback", "no sentence")


def main() -> int:
    """Run what is asked for; 1 where something is lost."""
    asked = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    asked.add_argument("names", nargs="*", metavar="COMMAND", help=", ".join(COMMANDS))
    asked.add_argument("--every", type=int, default=1, help="one in so many faults")
    given = asked.parse_args()
    print(f"{'':22}", *(f"{name:>15}" for name in (*TRIED, *CAME)))
    all_of: Counter[str] = Counter()
    for name in given.names or COMMANDS:
        begun = monotonic()
        with TemporaryDirectory() as folder:
            bench = Bench(COMMANDS[name], Path(folder, "bench"))
            bench.faults(given.every)
            bench.links(given.every)
        all_of += bench.counts
        _print(name, bench.counts, f"{monotonic() - begun:5.0f} s")
        for each in bench.found[:20]:
            print(f"    {each}")
    _print("all", all_of)
    return int(any(all_of[kind] for kind in CAME))


def _print(name: str, counts: Counter[str], more: str = "") -> None:
    print(f"{name:22}", *(f"{counts[kind]:>15,}" for kind in (*TRIED, *CAME)), more, flush=True)


sys.exit(main())
