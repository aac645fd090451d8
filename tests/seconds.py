"""The seconds of each test file, for whoever wants to know where they go.

`python -m pytest --seconds FILE` writes a line for each file of tests, the dearest first: seconds
of processor, those of kernels, servers and browsers among them, seconds by the clock, tests. What
all files share (imports, collecting) has a line of its own.
"""

import os
import time
from collections import Counter
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def descendants() -> list[list[str]]:
    """Return the fields of /proc/PID/stat of all living processes that this one has begun."""
    rows = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, _, rest = place.read_text().partition(" (")
        except OSError:  # it has ended
            continue
        rows[int(pid)] = rest.rpartition(") ")[2].split()
    ours, found = {os.getpid()}, []
    for pid, fields in sorted(rows.items()):
        if int(fields[1]) in ours:
            ours.add(pid)
            found.append(fields)
    return found


def processor() -> float:
    """Return the seconds of processor of this process and all that it has begun."""
    living = sum(sum(map(int, fields[11:15])) for fields in descendants())
    return sum(os.times()[:4]) + living / TICKS


class Seconds:
    """Keeps the seconds of each file; with `-n`, of all workers."""

    def __init__(self, config):
        self.config = config
        self.place = Path(config.option.seconds)
        self.spent, self.passed, self.tests = Counter(), Counter(), Counter()
        self.file, self.then = "", (0.0, 0.0)

    @property
    def counters(self):
        return self.spent, self.passed, self.tests

    def turn(self, file):
        """Write what was spent since the last turn to the file before, and go on with another."""
        # what workers spend, they tell themselves
        leads = self.config.pluginmanager.hasplugin("dsession")
        now = time.process_time() if leads else processor(), time.perf_counter()
        # less than before: a browser has ended, whose parts tell nobody what they took
        self.spent[self.file] += max(0.0, now[0] - self.then[0])
        self.passed[self.file] += now[1] - self.then[1]
        self.file, self.then = file, now

    def pytest_sessionstart(self):
        self.file, self.then = "collecting", (0.0, time.perf_counter())

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item, nextitem):
        file = item.nodeid.partition("::")[0]
        self.tests[file] += 1
        if file != self.file:
            self.turn(file)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item, nextitem):
        """Count before the file's last fixtures are cleared away, and with them what they began."""
        if nextitem is None or nextitem.path != item.path:
            self.turn(self.file)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self):
        self.turn("")
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["seconds"] = list(map(dict, self.counters))
        else:
            self.write()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        told = getattr(node, "workeroutput", {}).get("seconds", ())  # none, if it crashed
        for mine, theirs in zip(self.counters, told, strict=False):
            mine.update(theirs)

    def write(self):
        rows = [(*(counter.total() for counter in self.counters), "in all")]
        rows += [
            (spent, self.passed[name], self.tests[name], name)
            for name, spent in self.spent.most_common()
        ]
        lines = ["{:8.1f} {:8.1f} {:6}  {}\n".format(*row) for row in rows]
        self.place.write_text("".join(lines), encoding="utf-8")
