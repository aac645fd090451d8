"""Run tests with other Pythons and versions: python .ci/versions.py [OPTION ...] [TEST ...]

For each Python of this machine (`bash .ci/pythons`) an environment with the newest versions of
the extra `lab`, and on the oldest Python one with the lowest that pyproject.toml allows. Prints a
row for each, for the table in docs/releasing.md. Without TEST all tests but those of the browser
and of the extras `site` and `experiments`. `--lowest` runs the lowest versions alone, and
`--keep FOLDER` leaves the environments there, for a browser or a closer look.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = [
    "tests/core",
    "tests/theory",
    "tests/assessment",
    "tests/lessons",
    "tests/course",
    "tests/replay",
    "tests/pictures",
    "tests/widgets",
]
# tests/widgets/conftest.py and what it imports
FOR_TESTS = ["pytest>=8.2", "pytest-xdist>=3.6", "nbval>=0.11", "hypothesis>=6.100"]
SHOWN = ["numpy", "scipy", "networkx", "ipywidgets", "ipycytoscape", "anywidget", "jupyterlab"]
SHOWN += ["ipykernel", "segno"]
VERSIONS = f"""
import platform
from importlib.metadata import version
print(platform.python_version(), *(version(name) for name in {SHOWN!r}), sep=" | ")
"""


def pythons() -> list[str]:
    """Return the Pythons of this machine, the newest first."""
    told = subprocess.run(
        ["bash", str(ROOT / ".ci" / "pythons")],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHON": sys.executable},
    )
    return told.stdout.split()


def minor_of(python: str) -> str:
    """Return the version of a Python, such as 3.12."""
    code = "import sys; print('{}.{}'.format(*sys.version_info))"
    told = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return told.stdout.strip()


def lowest_pins() -> list[str]:
    """Return the core and the extra `lab` at their lower bounds."""
    command = [sys.executable, str(ROOT / ".ci" / "lowest_versions.py")]
    told = subprocess.run(
        [*command, str(ROOT / "pyproject.toml"), "lab"], capture_output=True, text=True, check=True
    )
    return told.stdout.split()


def row(python: str, folder: Path, pins: list[str], tests: list[str]) -> tuple[str, bool]:
    """Return a row of the table: the versions, and what pytest said at its end."""
    subprocess.run([python, "-m", "venv", "--clear", str(folder)], check=True)
    own = str(folder / "bin" / "python")
    wanted = ["-e", f"{ROOT}[lab]", *FOR_TESTS, *pins]
    installed = subprocess.run(
        [own, "-m", "pip", "install", "--quiet", "--quiet", *wanted], check=False
    )
    if installed.returncode:
        return f"| {minor_of(python)} | can't be installed |", False
    versions = subprocess.run([own, "-c", VERSIONS], capture_output=True, text=True, check=True)
    # IPython warns of another environment that is active in the shell
    outside = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    run = subprocess.run(
        [own, "-m", "pytest", "-q", "-m", "not night and not browser", "-n", "2", *tests],
        cwd=ROOT,
        env=outside,
        check=False,
        stdout=subprocess.PIPE,
        text=True,
    )
    if run.returncode:
        print(run.stdout)
    last = run.stdout.strip().splitlines()[-1].strip("= ")
    return f"| {versions.stdout.strip()} | {last} |", run.returncode == 0


def main() -> int:
    """Run all, or one Python; 1 where something fails."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("tests", nargs="*", default=TESTS, metavar="TEST")
    asked.add_argument("--python", help="one minor version alone, such as 3.12")
    asked.add_argument("--lowest", action="store_true", help="the lowest versions alone")
    asked.add_argument("--keep", metavar="FOLDER", help="where the environments stay, as 0, 1, ...")
    given = asked.parse_args()
    found = {minor_of(python): python for python in pythons()}
    if given.python and given.python not in found:
        asked.error(f"no Python {given.python} is found; there are {', '.join(found)}")
    chosen = [] if given.lowest else [m for m in found if given.python in (None, m)]
    rooms = [(found[minor], []) for minor in chosen]
    oldest = min(found, key=lambda minor: int(minor.partition(".")[2]))
    if given.python in (None, oldest):
        rooms.append((found[oldest], lowest_pins()))
    fine = True
    print("| Python |", " | ".join(SHOWN), "| tests |", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for number, (python, pins) in enumerate(rooms):
            own = Path(given.keep or folder).resolve() / str(number)
            line, passed = row(python, own, pins, given.tests)
            fine = fine and passed
            print(line, flush=True)
    return int(not fine)


if __name__ == "__main__":
    sys.exit(main())
