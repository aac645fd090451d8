"""How far it is in each notebook to the first prediction, and to the first CI test judged.

    python -m tests.first_acts [FOLDER ...]

Cells, words, visible lines of code and seconds up to the act, as a learner meets them, and the
visible lines of the whole notebook. Without a folder, the learner's edition of the notebooks; two
folders that `marvel-widgets copy` wrote at two commits can be compared. What is folded or collapsed
is not counted, but a collapsed cell has to be run like any other.

The seconds are an estimate, from `WORDS_A_MINUTE` and the three constants below it. They leave out
the start of the kernel, and the time to think.
"""

import json
import re
import sys
from pathlib import Path
from typing import NamedTuple

from marvel_widgets.classroom.editions import learners_edition

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
WORDS_A_MINUTE = 130  # of a text to learn from
RUN = 5  # seconds to run a cell and see what it shows
LINE = 2  # seconds to look at a line of code
CLICKS = 2 * 3  # seconds for two clicks: the choice, and Check
# A learner commits to something: an app that asks first, a bet, a game, a form, an answer, a guess.
PREDICTS = re.compile(
    r"predict=(True|\"telling\")|\b(Race|BeMarvel|BePC|AdversaryDuel|ExerciseBox)\("
    r"|^check\.\w+\(\.\.\.\)",
    re.MULTILINE,
)
# What is judged is a statement on which variables are independent given which set.
EXERCISES = (
    "reading_tests|verdicts|separator|openers|separable|changed|"
    "total_conditioning|tell_apart|told_apart|wrong_answers"
)
JUDGES = re.compile(
    r"(DSeparationLab|BoundaryLab|RemovabilityLab|LemmaBench|FiniteSampleLab|MarvelPlayer|"
    r"ProofWalk)\((.|\n)*"
    r"predict=(True|\"telling\")|\b(BeMarvel|BePC|AdversaryDuel)\(|"
    rf"check\.({EXERCISES})\(\.\.\.\)|ExerciseBox\(check\.({EXERCISES})"
)
FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)


class Way(NamedTuple):
    """What stands before an act, the cell of the act included."""

    cells: int
    words: int
    lines: int
    runs: int

    @property
    def seconds(self) -> int:
        """What the way takes, and the act."""
        reading = self.words * 60 / WORDS_A_MINUTE + self.lines * LINE
        return round(reading + self.runs * RUN + CLICKS)

    def __str__(self) -> str:
        """Return the way as a row of the table."""
        return f"{self.cells:3} cells {self.words:4} w {self.lines:3} lines {self.seconds:4} s"


def visible_lines(cell: dict) -> int:
    """Return the lines of code that a learner sees in a cell."""
    if cell["cell_type"] != "code" or cell["metadata"].get("jupyter", {}).get("source_hidden"):
        return 0
    return sum(bool(line.strip()) for line in "".join(cell["source"]).split("\n"))


def reach(notebook: dict, act: re.Pattern) -> Way | None:
    """Return the way to the first act of a kind; None without one."""
    words = lines = runs = 0
    for count, cell in enumerate(notebook["cells"], 1):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            words += len(FOLDED.sub("", source).split())
            if act is PREDICTS and re.search(r"^## Predict", source, re.MULTILINE):
                return Way(count, words, lines, runs)
            continue
        lines += visible_lines(cell)
        runs += cell["cell_type"] == "code"
        if act.search(source):
            return Way(count, words, lines, runs)
    return None


def table(notebooks: dict[str, dict]) -> list[str]:
    """Return a line for each notebook."""
    rows = ["notebook  to the first prediction            to the first CI test judged       lines"]
    for name, notebook in notebooks.items():
        first, second = (str(reach(notebook, act) or "  -") for act in (PREDICTS, JUDGES))
        whole = sum(map(visible_lines, notebook["cells"]))
        rows.append(f"{name:8}  {first:35}{second:35}{whole:4}")
    return rows


def main(folders: list[str]) -> None:
    """Print a table for each folder, or for the learner's edition."""
    for folder in folders or [""]:
        paths = sorted(Path(folder or NOTEBOOKS).glob("*.ipynb"))
        found = {p.stem[:2].strip("-"): json.loads(p.read_text(encoding="utf-8")) for p in paths}
        if not folder:
            found = {name: learners_edition(notebook) for name, notebook in found.items()}
        print(folder or "The learner's edition", *table(found), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
