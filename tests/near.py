"""Run the tests that are near to a file of the package: python -m tests.near FILE [OPTION ...]

Near is who imports it: the module's own examples and the test files of its name come first, then
those that import it, those that import little else before others, then those that import what
imports it. They run one after the other for 20 seconds of processor; the end says which files there
was no time for. A test that needs a browser, and what is left to the night, is not among them.
Options are pytest's, such as -x.
"""

import functools
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from marvel_widgets._lazy import homes_of

ROOT = Path(__file__).resolve().parent.parent
MOST = 25  # files; more are hardly reached
SECONDS = 20  # of processor, which a busy machine has no more of
REGISTRY = "marvel_widgets.course.registry"
IMPORT = re.compile(
    r"^[ \t]*(?:from ([\w.]+) import (\([^)]*\)|[^\n(]+)|import ([\w., ]+))", re.MULTILINE
)


def module_of(path: Path) -> str:
    """Return the dotted name of a file below the root."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@functools.cache
def modules() -> dict[str, Path]:
    """Return the files of the package and of the tests by their dotted names."""
    found = [path for room in ("marvel_widgets", "tests") for path in (ROOT / room).rglob("*.py")]
    return {module_of(path): path for path in found}


@functools.cache
def faces() -> dict[str, dict[str, str]]:
    """Return, for each package that offers names of others, where each name is at home."""
    packages = {name: path for name, path in modules().items() if path.name == "__init__.py"}
    offered = {name: homes_of(path.read_text("utf-8")) for name, path in packages.items()}
    return {name: dict(homes) for name, homes in offered.items() if homes}


@functools.cache
def imports(name: str) -> frozenset[str]:
    """Return the modules that a module imports, whatever the place; a face stands for homes."""
    found: set[str] = set()
    for at, names, plain in IMPORT.findall(modules()[name].read_text("utf-8")):
        found.update(re.findall(r"[\w.]+", plain))
        homes = faces().get(at, {})
        for word in re.findall(r"(\w+)(?: as \w+)?(?=\s*(?:[,)#]|$))", names):
            home = homes.get(word, at)
            found |= {home, f"{home}.{word}", f"{at}.{word}"}
    if name == REGISTRY:  # by the names of lessons
        found |= {each for each in modules() if each.endswith(".exercises")}
    return frozenset(found & modules().keys())


@functools.cache
def imported_by() -> dict[str, set[str]]:
    users: dict[str, set[str]] = {name: set() for name in modules()}
    for name in modules():
        for used in imports(name):
            users[used].add(name)
    return users


def distances(name: str) -> Iterator[tuple[int, str]]:
    """Yield each module that comes to a module by imports, and over how many."""
    seen, level, distance = {name}, {name}, 0
    while level:
        yield from ((distance, each) for each in level)
        level = set().union(*(imported_by()[each] for each in level)) - seen
        seen |= level
        distance += 1


def near(name: str) -> list[Path]:
    """Return the files of tests that are near to a module, the nearest first."""
    path = modules()[name]
    below = path.relative_to(ROOT / "marvel_widgets")
    examples = (ROOT / "tests" / "examples" / below).with_suffix(".txt")
    own = [each for each in (path, examples) if each.exists() and ">>>" in each.read_text("utf-8")]
    room = next(at for at in (ROOT / "tests" / below).parents if any(at.glob("test_*.py")))
    # what a registry loads by its name, nobody imports: then the tests of the room
    found = dict.fromkeys(room.glob("test_*.py"), 9)
    found |= {modules()[other]: distance for distance, other in distances(name)}

    def rank(test: Path) -> tuple[bool, int, bool, int, Path]:
        by_name = found[test] < 3 and (path.stem in test.stem or path.parent.name in test.stem)
        elsewhere = room not in test.parents
        return not by_name, found[test], elsewhere, len(imports(module_of(test))), test

    tests = [each for each in found if each.name.startswith("test_")]
    return own + sorted((each for each in tests if "browser" not in each.parts), key=rank)


class InTime:
    """Leaves out what there is no time for, and says so at the end."""

    def __init__(self, unreached: list[str]):
        self.unreached = dict.fromkeys(unreached)
        self.end = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item):
        self.end = self.end or time.process_time() + SECONDS
        if time.process_time() < self.end:
            return None
        self.unreached = {item.nodeid.partition("::")[0]: None} | self.unreached
        return True

    def pytest_terminal_summary(self, terminalreporter):
        if count := len(self.unreached):
            some = " ".join(list(self.unreached)[:3])
            terminalreporter.write_line(f"Near, too, but not come to: {count} files, {some} ...")


def main(arguments: list[str]) -> int:
    """Run what is near to a file; pytest's status, or 2 where there is no such module."""
    path = Path(arguments[0] if arguments else "").resolve()
    name = module_of(path) if path.is_relative_to(ROOT / "marvel_widgets") else ""
    if name not in modules():
        sys.stderr.write(f"{' '.join(arguments)}: name a file below marvel_widgets\n")
        return 2
    files = [str(each.relative_to(ROOT)) for each in near(name)]
    few = ["-n", "0", "-m", "not night and not browser", *arguments[1:], *files[:MOST]]
    return pytest.main(few, plugins=[InTime(files[MOST:])])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
