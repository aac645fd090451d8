"""The notebook of an exam: each exercise as its box, which records answers and reveals nothing.

What it promises: no verdict, hint, witness or solution is shown, stands in the file, or is in a
message between page and kernel. What it can't: the library that draws the questions can compute the
answers, so whoever may run other code on that computer can ask it.
"""

from pathlib import Path
from typing import Any, Final

from marvel_widgets.assessment.signing import own_key
from marvel_widgets.classroom.editions import write_notebook
from marvel_widgets.classroom.learners_notebook import Cell, output_of, question_of, quoted
from marvel_widgets.classroom.quiz import exercises_of
from marvel_widgets.classroom.workshop.notebooks import code_cell, notebook_of, text_cell

_HOW: Final = (
    "Click into a cell and press Shift and Enter to run it, from the top. **Check** records an "
    "answer; the last one counts, and you can change it until the end. Nothing says whether an "
    "answer is right. The last cell shows the letters to hand in."
)


def exam_notebook(form: str, student: str = "", key: str = "") -> dict[str, Any]:
    checks = exercises_of(form, student, answers=False)
    whose = f" for number {student}" if student else ""
    drawn = f"exercises({quoted(checks.notebook)}, student={quoted(student)}, answers=False)"
    imports = "from marvel_widgets import exercises\nfrom marvel_widgets.widgets import ExerciseBox"
    cells: list[Cell] = [
        text_cell("title", f"# Exam: {len(checks)} questions{whose}\n\n{_HOW}"),
        code_cell("begin", f"{imports}\n\ncheck = {drawn}"),
    ]
    for number, check in enumerate(checks, start=1):
        cells.append(text_cell(f"question-{number}", f"## Question {number}"))
        box = code_cell(f"answer-{number}", f"ExerciseBox(check.{check.name})")
        cells.append(showing(box, question_of(check)))
    cells.append(text_cell("end", "## Hand in"))
    own = own_key(key, student)
    hand_in = code_cell("hand-in", f"check.result({f'key={quoted(own)}' if own else ''})")
    cells.append(showing(hand_in, {"text/plain": repr(checks.result(own))}))
    return notebook_of(cells)


def showing(cell: Cell, data: dict[str, str]) -> Cell:
    """Return a cell with what it shows when it is run for the first time.

    A box shows its question; to make sixty boxes for it takes longer than to draw their cases.
    """
    return {**cell, "outputs": [output_of(data)]}


def write_exam(form: str, folder: Path, student: str = "", key: str = "") -> list[str]:
    """Write the notebook of an exam into a folder; return the names of the files."""
    notebook = exam_notebook(form, student, key)
    number = exercises_of(form, student, answers=False).notebook.removeprefix("PRE-POST-")
    name = f"exam-{number}.ipynb"
    write_notebook(notebook, folder / name)
    return [name]
