"""Hold the project's sizes below their ceilings: python .ci/ceilings.py [--seconds FILE] [--night]

The ceilings are in .ci/ceilings.toml. They fall with each part of the work and are never raised.
A size above its ceiling ends with status 1. `--seconds` reads what `pytest --seconds FILE` wrote of
the gate; its seconds of processor above the ceiling are a warning, and with `--night`, on a quiet
machine, a failure. Docstrings, comments and blank lines are never counted.
"""

import argparse
import ast
import io
import json
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import UnionType

ROOT = Path(__file__).resolve().parent.parent
CEILINGS = ".ci/ceilings.toml"
OTHER_TEXT = {".toml", ".json", ".js", ".css", ".html"}
TESTS = {".py", ".txt", ".toml", ".js", ".json", ".html"}
DEFINES = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
DOCUMENTED = DEFINES | ast.Module
SAYS_NOTHING = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def files(folder: str, suffixes: set[str], root: Path = ROOT) -> list[Path]:
    """Return the files of a folder that git has, or will have."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", folder]
    told = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    paths = (root / name for name in told.split("\0") if name)
    return [path for path in paths if path.suffix in suffixes and path.exists()]


def documentation(tree: ast.AST) -> Iterator[int]:
    """Yield the lines of the docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            yield from range(first.lineno, (first.end_lineno or first.lineno) + 1)


def code_lines(source: str, tree: ast.AST) -> int:
    r"""Return how many lines of a module say something to Python.

    >>> source = '# why\n\ndef f():\n    "What."\n    return (\n        1\n    )\n'
    >>> code_lines(source, ast.parse(source))
    4
    """
    said: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in SAYS_NOTHING:
            said.update(range(token.start[0], token.end[0] + 1))
    return len(said - set(documentation(tree)))


def count(kind: type | UnionType, tree: ast.AST) -> int:
    r"""Return how many nodes of a kind the syntax tree of a module has.

    >>> count(DEFINES, ast.parse("class A:\n    def f(self):\n        return lambda x: x\n"))
    2
    """
    return sum(isinstance(node, kind) for node in ast.walk(tree))


def notebook_code(path: Path) -> int:
    """Return how many lines of code a notebook has, without the blank ones."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    return sum(bool(line.strip()) for source in code for line in source.splitlines())


def sizes(root: Path = ROOT) -> dict[str, int]:
    """Return what is counted, by the names of the ceilings."""
    package: Counter[str] = Counter()
    for path in files("marvel_widgets", {".py"}, root):
        tree = ast.parse(source := path.read_text(encoding="utf-8"))
        package["definitions"] += count(DEFINES, tree)
        package["lambdas"] += count(ast.Lambda, tree)
        package["code lines"] += code_lines(source, tree)
    tests = [path.read_text(encoding="utf-8") for path in files("tests", TESTS, root)]
    return {
        **package,
        "bytes of other text": sum(
            path.stat().st_size for path in files("marvel_widgets", OTHER_TEXT, root)
        ),
        "lines of tests": sum(len(text.splitlines()) for text in tests),
        "code in notebooks": sum(map(notebook_code, files("notebooks", {".ipynb"}, root))),
    }


def of_the_gate(told: str) -> dict[str, int]:
    """Return the seconds of processor and the number of browser tests that a run has written."""
    rows = [line.split(maxsplit=3) for line in told.splitlines()]
    browser = [row for row in rows if row[3].startswith("tests/browser/")]
    return {
        "seconds of the gate": round(float(rows[0][0])),
        "browser tests": sum(int(row[2]) for row in browser),
    }


def raised(ceilings: dict[str, int], root: Path = ROOT) -> list[str]:
    """Return a sentence for each ceiling that was lower in an earlier commit."""
    git = ["git", "-C", str(root)]
    log = [*git, "log", "--format=%h", "--", CEILINGS]
    lowest: Counter[str] = Counter()
    for commit in subprocess.run(log, capture_output=True, text=True, check=True).stdout.split():
        show = [*git, "show", f"{commit}:{CEILINGS}"]
        then = subprocess.run(show, capture_output=True, text=True, check=False)
        for name, value in tomllib.loads(then.stdout).items():
            lowest[name] = min(value, lowest.get(name, value))
    return [
        f"The ceiling of {name} was raised from {lowest[name]:,} to {value:,}: lower it again."
        for name, value in ceilings.items()
        if value > lowest.get(name, value)
    ]


def verdict(
    counted: dict[str, int], ceilings: dict[str, int], *, night: bool
) -> tuple[list[str], list[str]]:
    """Return what fails, and what is a warning alone: a sentence each."""
    fails, warns = [], []
    for name, value in counted.items():
        if (more := value - ceilings[name]) > 0:
            said = f"{name}: {value:,} is {more:,} more than the ceiling {ceilings[name]:,}."
            (warns if name.startswith("seconds") and not night else fails).append(said)
    return fails, warns


def main() -> int:
    """Print a row for each size; 1 where one is above its ceiling or a ceiling was raised."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", metavar="FILE", type=Path, help="what the gate took")
    asked.add_argument("--night", action="store_true", help="too many seconds are a failure")
    given = asked.parse_args()
    ceilings = tomllib.loads((ROOT / CEILINGS).read_text(encoding="utf-8"))
    counted = sizes()
    if given.seconds:
        counted |= of_the_gate(given.seconds.read_text(encoding="utf-8"))
    for name, value in counted.items():
        print(f"{value:>10,} of {ceilings[name]:>9,}  {name}")
    for folder in ("marvel_widgets", "tests"):
        texts = [path.read_text(encoding="utf-8") for path in files(folder, {".py"})]
        raw = sum(len(text.splitlines()) for text in texts)
        print(f"{raw:>10,}               raw lines of {folder}")
    fails, warns = verdict(counted, ceilings, night=given.night)
    fails += raised(ceilings)
    print(*(f"WARNING: {each}" for each in warns), *(f"FAILED: {each}" for each in fails), sep="\n")
    return int(bool(fails))


if __name__ == "__main__":
    sys.exit(main())
