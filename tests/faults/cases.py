"""The cases of the harness: what a command loses, leaves or cannot take up after each fault."""

import contextlib
import json
import os
import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from pathlib import Path

from marvel_widgets.writing.whole import is_part
from tests.faults.commands import Command
from tests.faults.harness import CUT, FULL, KILLED, MINE, OUT, REFUSED, TRACEBACK, Ended, run, tree

OURS = (".marvel-widgets.json", ".marvel-site")  # lists of what was written
PLANTS = ("a link to a file", "a link to a folder", "a link to nothing", "a pipe")


@dataclass
class Bench:
    """A command, where it is tried, and what was found."""

    command: Command
    root: Path
    counts: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.root = self.root.resolve()
        bundles = self.root / "bundles"
        bundles.mkdir(parents=True)
        os.environ |= {"FAULTS_BUNDLES": str(bundles), "JUPYTER_DATA_DIR": str(self.root / "data")}
        for version in (1, 2):  # what is imported and drawn here need not be in each fork
            with (
                contextlib.chdir(self.new),
                redirect_stdout(StringIO()),
                redirect_stderr(StringIO()),
            ):
                self.command.run(version, lambda: None)
        del self.new

    def faults(self, every: int) -> None:
        """Try one in `every` kills and full disks, in a new place and after an older version."""
        for base in [self.new, self.again] if self.command.older else [self.new]:
            whole, ended = self._undisturbed(base)
            self.counts["writes"] += len(ended.seen)
            for fault in (KILLED, CUT, FULL):
                opens = ("open",) if fault == CUT else ("open", "os.mkdir", "os.rename")
                places = [
                    n
                    for n, (event, _) in enumerate(ended.seen)
                    if fault == KILLED or event in opens
                ]
                for at in places[len(fault) % every :: every]:
                    self._faulty(base, whole, fault, at)

    def links(self, every: int) -> None:
        """Try links and a pipe in the place of one in `every` names."""
        for name in self.predictable()[::every]:
            for plant in PLANTS:
                self._planted(name, plant)

    @cached_property
    def new(self) -> Path:
        """A place where the command has not been, and what it must not touch."""
        base = self._place("new")
        for name in (OUT, "tmp", "data", "home/folder"):
            (base / name).mkdir(parents=True)
        for name in ("home/.bashrc", "home/folder/work.txt", "home/folder/index.html"):
            (base / name).write_text("mine")
        if self.command.name != "site":  # it asks for a folder of its own
            (base / OUT / MINE).write_text("mine")
        return base

    @cached_property
    def again(self) -> Path:
        """A place where an older version has been, and the user at work after it."""
        base = self._place("again", self.new)
        ended = run(self.command, 1, base)
        assert ended.code == 0, ended.told
        (base / OUT / MINE).write_text("mine")
        if self.command.edits:
            (base / OUT / self.command.edits).write_text("my answers")
        return base

    def predictable(self) -> list[str]:
        """Return each name in the folder that a stranger can foresee: used in two runs alike."""
        base = self.again if self.command.older else self.new
        used = []
        for _ in range(2):
            whole, ended = self._undisturbed(base)
            inside = [Path(place) for _, place in ended.seen if f"/{OUT}/" in place]
            used.append({str(place).partition(f"/{OUT}/")[2] for place in inside})
        return sorted(used[0] & used[1] | {name.rstrip("/") for name in whole} - {MINE})

    def _place(self, name: str, base: Path | None = None) -> Path:
        place = self.root / name
        shutil.rmtree(place, ignore_errors=True)
        if base is not None:
            shutil.copytree(base, place, symlinks=True)
        return place

    def _run(self, version: int, place: Path, fault: str = "", at: int = -1) -> Ended:
        return run(self.command, version, place, fault, at)

    def _undisturbed(self, base: Path) -> tuple[dict[str, bytes], Ended]:
        place = self._place("whole", base)
        ended = run(self.command, 2, place)
        assert ended.code == 0, ended.told
        return tree(place / OUT), ended

    def _faulty(self, base: Path, whole: dict[str, bytes], fault: str, at: int) -> None:
        place = self._place("case", base)
        ended = self._run(2, place, fault, at)
        assert fault != KILLED or ended.code == -signal.SIGKILL, ended
        self.counts[fault] += 1
        case = f"{self.command.name}, {base.name}: {fault} at {at}"
        self._judge(case, ended, place, base)
        for kind, name in self._damaged(tree(base / OUT), tree(place / OUT), whole):
            self._say(kind, f"{case}: {name}")
        ended = self._run(2, place)
        if ended.code or tree(place / OUT) != whole:
            differ = {n for n, _ in tree(place / OUT).items() ^ whole.items()}
            self._say("stuck", f"{case}: then {ended.told[-300:]} {sorted(differ)}")

    def _damaged(
        self, before: dict[str, bytes], now: dict[str, bytes], whole: dict[str, bytes]
    ) -> Iterator[tuple[str, str]]:
        for name, content in before.items():
            keeps = name in (MINE, self.command.edits)
            if (keeps and now.get(name) != content) or (name in whole and name not in now):
                yield "lost", name
        for name, content in now.items():
            known = (before.get(name), whole.get(name))
            if content in known or any(is_part(part) for part in name.split("/")):
                continue
            if name.rpartition("/")[2] in OURS and _is_whole_list(content):
                continue
            yield "half", name

    def _planted(self, name: str, plant: str) -> None:
        base = self.again if self.command.older else self.new
        place = self._place("case", base)
        there = place / OUT / name
        if there.is_dir():
            shutil.rmtree(there)
        there.unlink(missing_ok=True)
        there.parent.mkdir(parents=True, exist_ok=True)
        _plant(there, plant, place / "home")
        before = tree(place / OUT)
        ended = self._run(2, place)
        self.counts["links and pipes"] += 1
        case = f"{self.command.name}: {plant} at {name}"
        self._judge(case, ended, place, base)
        now, planted = tree(place / OUT), name
        if now.get(planted) != before[planted] or now.get(MINE) != before.get(MINE):
            self._say("lost", f"{case}: {now.get(planted)!r}")

    def _judge(self, case: str, ended: Ended, place: Path, base: Path) -> None:
        """Look at what is outside the folder, and how the end was told."""
        if ended.code == REFUSED or tree(place / "home") != tree(base / "home"):
            self._say("outside", f"{case}: {ended.told}")
        elif ended.code == TRACEBACK:
            self._say("traceback", f"{case}: {ended.told[-1500:]}")
        elif ended.code == 1 and not ended.told.splitlines()[-1].startswith("marvel-widgets: "):
            self._say("no sentence", f"{case}: {ended.told}")

    def _say(self, kind: str, case: str) -> None:
        self.counts[kind] += 1
        self.found.append(f"{kind}: {case}")


def _is_whole_list(content: bytes) -> bool:
    try:
        return "handed_out" in json.loads(content)
    except ValueError:
        return False


def _plant(there: Path, plant: str, home: Path) -> None:
    match plant:
        case "a link to a file":
            there.symlink_to(home / ".bashrc")
        case "a link to a folder":
            there.symlink_to(home / "folder")
        case "a link to nothing":
            there.symlink_to(home / "new.txt")
        case _:
            os.mkfifo(there)
