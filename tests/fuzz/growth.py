"""What events leave behind in each app: python -m tests.fuzz.growth [APP ...] [--events 10000]

After some events to warm up, and again after all others, the app is brought back to its first graph
and counted: observers of the shared graph, widgets that live, objects that Python keeps, and the
memory of the process (MB, 0 outside Linux). Each app has a process of its own, so that
it does not count what others left in the heap. With 10,000 events about a minute for an
app, with those of a night a third of it.
"""

import argparse
import asyncio
import ctypes
import gc
import multiprocessing
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import ipywidgets as w
from ipywidgets.widgets.widget import CallbackDispatcher

from marvel_widgets.widgets import GraphModel
from tests.fuzz.play import EVENTS, Play, loud
from tests.widgets.every_app import APPS, GRAPH, live, observers

WARM = 1_000
# More than this share after 10,000 events is growth: what an undo or a cache may hold is less.
MOST_MORE = 0.1
# Of memory: FiniteSampleLab, which calls numpy, has 79 MB, then 87 to 89 after 2,000 events or
# 10,000, of which 1 is Python's.
MOST_MEMORY = 0.15


class Left(NamedTuple):
    """What there is at one moment."""

    observers: int
    widgets: int
    objects: int
    mb: int


class Growth(Play):
    """A play that is counted after its first events and after its last."""

    def __init__(self, name: str, events: int, warm: int = WARM, **given: object) -> None:
        self.warm, self.counted = warm, []
        super().__init__(name, 1, events, **given)

    async def play(self, count):
        whole = observers(self.shared)  # with all folds open, as they may be at the end
        await super().play(self.warm)
        warm = self.count()
        self.counted.append(warm._replace(observers=max(whole, warm.observers)))
        for _ in range(max(1, count // EVENTS)):
            await super().play(min(count, EVENTS))
            self.sent = self.sent[-3:]
        await asyncio.sleep(0.1)
        self.counted.append(self.count())

    def count(self):
        self.sent = []
        self.shared.load_text(GRAPH)
        own = getattr(self.app.model, "graph", None)
        if isinstance(own, GraphModel):
            own.load_text(GRAPH)
        self.rng = random.Random(2)
        if hasattr(self.app, "wake"):  # the last event may have been that no page shows it
            self.app.resume()
        gc.collect()
        return Left(observers(self.shared), len(live()), len(gc.get_objects()), memory())


def memory() -> int:
    """Return what this process has for itself, in MB: its heap and stacks.

    Not the libraries, of which a process is charged the more the fewer others have them open.
    """
    told = Path("/proc/self/smaps_rollup")
    if not told.exists():
        return 0
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)  # what is free in the heap, but not given back, is no growth
    lines = told.read_text().splitlines()
    return sum(int(line.split()[1]) // 1024 for line in lines if line.startswith("Anonymous:"))


def grown(
    name: str, events: int, warm: int = WARM, **given: object
) -> tuple[Left, Left, list[str]]:
    """Return what an app has before and after some events, and what went wrong meanwhile."""
    w.Widget.close_all()  # events go to every widget that lives, those of an earlier test too
    with mock.patch.object(CallbackDispatcher, "__call__", loud):
        try:
            played = Growth(name, events, warm, whole=True, **given)
        finally:
            w.Widget.close_all()
    return *played.counted, played.wrong


def alone(name: str, events: int) -> tuple[Left, Left, list[str]]:
    """Return what `grown` does, from a process that has seen no other app."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as room:
        return room.submit(grown, name, events).result()


def main() -> int:
    """Print a row for each app; 1 where one has grown."""
    asked = argparse.ArgumentParser(prog="python -m tests.fuzz.growth", description=__doc__)
    asked.add_argument("apps", nargs="*", metavar="APP", default=APPS)
    asked.add_argument("--events", type=int, default=2_000)
    given, bad = asked.parse_args(), 0
    print(f"{given.events:,} events      observers       widgets            objects          MB")
    for name in given.apps:
        before, after, wrong = alone(name, given.events)
        row = [f"{a:,} -> {b:,}" for a, b in zip(before, after, strict=True)]
        more = (
            after.observers > before.observers
            or after.objects > before.objects * (1 + MOST_MORE)
            or after.mb > before.mb * (1 + MOST_MEMORY)
        )
        bad += bool(more or wrong)
        said = ["  GROWS"] * more + [f"  {what}" for what in wrong[:1]]
        print(f"{name:16} {row[0]:>9} {row[1]:>13} {row[2]:>18} {row[3]:>11}", *said, flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
