"""A unit in a folder: what learners get in one, and the teacher's pages and exam in another."""

from pathlib import Path
from typing import Any, Final

from marvel_widgets.classroom.editions import learners_edition, stamped, write_notebook
from marvel_widgets.classroom.exam.notebook import showing
from marvel_widgets.classroom.learners_notebook import (
    CopyError,
    checks_of,
    question_of,
    quoted,
    read_notebook,
    student_copy,
)
from marvel_widgets.classroom.paper_form import form_html
from marvel_widgets.classroom.units.pages import (
    HOMEWORK,
    SLIDES,
    STUDENTS,
    Notebooks,
    talk_track,
    unit_page,
)
from marvel_widgets.classroom.units.parts import Plan
from marvel_widgets.classroom.units.plans import plan as plan_of
from marvel_widgets.classroom.units.sheets import (
    sheets_of,
    slides_html,
    solutions_html,
    votes_notebook,
)
from marvel_widgets.classroom.workshop.notebooks import (
    code_cell,
    hand_in_cells,
    notebook_of,
    text_cell,
    write_workshop,
)
from marvel_widgets.course.registry import NOTEBOOKS

TEACHER: Final = "teacher"
_HOW: Final = (
    "Run each cell with a box (Shift and Enter), answer, and press **Check**. A wrong answer gets "
    "a counterexample; hints cost nothing but are counted. All of it takes about {} minutes."
)


def write_unit(
    name: str, notebooks: Path, guides: Path, folder: Path, student: str = "", site: str = ""
) -> None:
    """Write the files of a plan into a folder; for one student what learners get alone."""
    if name == "workshop":
        write_workshop(guides, folder, student, site)
        return
    plan = plan_of(name)
    learners = notebooks_of(name, plan, notebooks)
    handed_out = folder if student else folder / STUDENTS
    handed_out.mkdir(parents=True, exist_ok=True)
    for stem, notebook in learners.values():
        made = student_copy(notebook, student) if student else notebook
        write_notebook(made, handed_out / f"{stem}.ipynb")
    write_notebook(homework(plan, student), handed_out / HOMEWORK)
    for file, text in sheets_of(plan, notebooks):
        (handed_out / file).write_text(text, encoding="utf-8")
    if not student:
        teacher = folder / TEACHER
        teacher.mkdir(parents=True, exist_ok=True)
        if plan.votes:
            write_notebook(votes_notebook(plan, site), teacher / "votes.ipynb")
        pages = _teachers_pages(name, plan, learners, notebooks, guides, site)
        for file, text in pages.items():
            (teacher / file).write_text(text, encoding="utf-8")


def notebooks_of(name: str, plan: Plan, notebooks: Path) -> Notebooks:
    """Return the notebooks of a plan as learners get them, those for home included."""
    found = {}
    for number in dict.fromkeys([*plan.notebooks, *(work.notebook for work in plan.home)]):
        paths = sorted(notebooks.glob(f"{number}-*.ipynb"))
        if not paths:
            msg = (
                f"The plan {name} needs notebook {number}, which is not in {notebooks}; install "
                "marvel-widgets again, or choose another plan."
            )
            raise CopyError(msg)
        found[number] = paths[0].stem, stamped(learners_edition(read_notebook(paths[0])))
    return found


def homework(plan: Plan, student: str = "") -> dict[str, Any]:
    """Return the notebook with the exercises that are done at home."""
    cells = [text_cell("title", f"# Homework\n\n{_HOW.format(plan.home_minutes)}")]
    imports = "from marvel_widgets import exercises\nfrom marvel_widgets.widgets import ExerciseBox"
    cells.append(code_cell("begin", imports))
    for work in plan.home:
        checks, name = checks_of(work.notebook, student), f"check_{work.notebook}"
        heading = f"## Notebook {work.notebook}: {work.minutes} minutes"
        cells.append(text_cell(f"notebook-{work.notebook}", heading))
        begins = f'{name} = exercises("{work.notebook}", student={quoted(student)})\n'
        for exercise in work.exercises:
            box = code_cell(
                f"{work.notebook}-{exercise}", f"{begins}ExerciseBox({name}.{exercise})"
            )
            cells.append(showing(box, question_of(getattr(checks, exercise))))
            begins = ""
    return stamped(notebook_of([*cells, *hand_in_cells(work.notebook for work in plan.home)]))


def _teachers_pages(
    name: str, plan: Plan, learners: Notebooks, notebooks: Path, guides: Path, site: str
) -> dict[str, str]:
    made = {
        "README.md": f"{unit_page(plan, learners, site)}\n",
        "talk-track.md": f"{talk_track(plan, learners, guides)}\n",
        "homework-solutions.html": solutions_html(plan),
    }
    if plan.slides:
        made[SLIDES] = slides_html(plan, notebooks)
    for number in plan.exam:
        cases = f"exam-{name}"  # of nobody on a list, and of no notebook
        title = f"Exam: {NOTEBOOKS[number].gives} ({number})"
        made[f"exam-{number}.html"] = form_html(number, False, cases, title)
        made[f"exam-{number}-key.html"] = form_html(number, True, cases, f"{title}: the key")
    return made
