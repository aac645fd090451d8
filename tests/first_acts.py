"""How far it is in each notebook to the first prediction, and to the first CI test judged.

    python -m tests.first_acts [FOLDER ...]

Cells, words and visible lines of code up to the act, as a learner meets them. Without a folder, the
learner's edition of the notebooks; two folders can be compared. What is folded or collapsed is not
counted.
"""

import json
import re
import sys
from pathlib import Path

from marvel_widgets.classroom.editions import learners_edition

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
# A learner commits to something: an app that asks first, a bet, a game, a form, an answer, a guess.
PREDICTS = re.compile(
    r"predict=True|\b(Race|BeMarvel|AdversaryDuel|ExerciseBox)\(|^check\.\w+\(\.\.\.\)",
    re.MULTILINE,
)
# What is judged is a statement that two variables are, or are not, independent given a set.
EXERCISES = (
    "reading_tests|open_paths|verdicts|separated_pairs|separator|openers|separable|changed|"
    "total_conditioning|tell_apart|told_apart|first_set|consistent|wrong_answers"
)
JUDGES = re.compile(
    r"(DSeparationLab|LemmaBench)\((.|\n)*predict=True|\b(BeMarvel|AdversaryDuel)\(|"
    rf"check\.({EXERCISES})\(\.\.\.\)|ExerciseBox\(check\.({EXERCISES})"
)
FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)


def reach(notebook: dict, act: re.Pattern) -> tuple[int, int, int] | None:
    """Return the cells, words and lines of code up to the first act of a kind; None without one."""
    words = lines = 0
    for count, cell in enumerate(notebook["cells"], 1):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            words += len(FOLDED.sub("", source).split())
            if act is PREDICTS and re.search(r"^## Predict", source, re.MULTILINE):
                return count, words, lines
            continue
        if not cell["metadata"].get("jupyter", {}).get("source_hidden"):
            lines += sum(bool(line.strip()) for line in source.split("\n"))
        if act.search(source):
            return count, words, lines
    return None


def table(notebooks: dict[str, dict]) -> list[str]:
    """Return a line for each notebook."""
    rows = ["notebook  to the first prediction      to the first CI test judged"]
    for name, notebook in notebooks.items():
        cells = []
        for act in (PREDICTS, JUDGES):
            found = reach(notebook, act)
            cells.append("-" if found is None else "{:3} cells {:4} w {:3} lines".format(*found))
        rows.append(f"{name:8}  {cells[0]:29}{cells[1]}")
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
