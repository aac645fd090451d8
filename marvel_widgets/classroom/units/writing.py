"""A unit in a folder: what learners get in one, and the teacher's pages and exam in another."""

import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

from marvel_widgets._data import tables, text_of
from marvel_widgets.assessment.signing import own_key
from marvel_widgets.classroom import editions, paper_form
from marvel_widgets.classroom.quiz import exercises_of
from marvel_widgets.classroom.units.plans import MINUTES_AN_EXERCISE, Part, Plan
from marvel_widgets.classroom.units.plans import plan as plan_of
from marvel_widgets.classroom.workshop import notebooks as nb
from marvel_widgets.classroom.workshop.notebooks import write_workshop
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.course.checks import exercises
from marvel_widgets.course.registry import NOTEBOOKS, lesson_exercises, needs_table
from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.replay.export.filmstrip import filmstrip
from marvel_widgets.replay.film import Film
from marvel_widgets.text import capitalized, listed

_EXAM_HOW: Final = (
    "Click into a cell and press Shift and Enter to run it, from the top. **Check** records an "
    "answer; the last one counts, and you can change it until the end. Nothing says whether an "
    "answer is right. The last cell shows the letters to hand in."
)


def write_exam(form: str, folder: Path, student: str, key: str, without: list[str]) -> list[str]:
    """Write the notebook of an exam into a folder; return the names of the files.

    `without` are the names of exercises that it leaves out.
    """
    checks = exercises_of(form, student, answers=False)
    asked = [check for check in checks if check.name not in without]
    whose = f" for number {student}" if student else ""
    notebook, whom = editions.block_quote(checks.notebook), editions.block_quote(student)
    drawn = f"exercises({notebook}, student={whom}, answers=False)"
    cells: list[editions.Cell] = [
        nb.text_cell("title", f"# Exam: {len(asked)} questions{whose}\n\n{_EXAM_HOW}"),
        nb.code_cell("begin", f"{nb.BOXES}\n\ncheck = {drawn}"),
    ]
    for number, check in enumerate(asked, start=1):
        cells.append(nb.text_cell(f"question-{number}", f"## Question {number}"))
        box = nb.code_cell(f"answer-{number}", f"ExerciseBox(check.{check.name})")
        cells.append(showing(box, editions.question_of(check)))
    cells.append(nb.text_cell("end", "## Hand in"))
    own = own_key(key, student)
    hand_in = nb.code_cell(
        "hand-in", f"check.result({f'key={editions.block_quote(own)}' if own else ''})"
    )
    cells.append(showing(hand_in, {"text/plain": repr(checks.result(own))}))
    name = f"exam-{checks.notebook.removeprefix('PRE-POST-')}.ipynb"
    editions.write_notebook(nb.notebook_of(cells), folder / name)
    return [name]


def showing(cell: editions.Cell, data: dict[str, str]) -> editions.Cell:
    """Return a cell with what it shows when it is run for the first time.

    A box shows its question; to make sixty boxes for it takes longer than to draw their cases.
    """
    return {**cell, "outputs": [editions.output_of(data)]}


CLINIC: Final = "clinic.csv"
_GRAPH: Final = "Travel -> Malaria -> Fever <- Flu <- Season -> Hayfever -> Tired <- Fever -> Pulse"
_SLIDES: Final = tables("classroom/units/plans.toml")["slides"]
_VOTES: Final = (
    "Run all cells before the room comes, and print [the cards](cards.html). Type how many of each "
    "shape are held up, such as `12 30 4 2`, press Enter, then **Close the vote**. **F** shows an "
    "app alone on the screen."
)
_SOLUTIONS: Final = (
    "The cases are those of homework.ipynb without a student's number; not for the room."
)


def _committed(place: str, notebooks: Path) -> str:
    """Return as HTML what NOTEBOOK/CELL prints and draws as it is committed; or PC's "film"."""
    if place == "film":
        dag = Dag("A -> C <- B; C -> D; A -> E")
        film = Film(record("pc", dag, start="complete"), dag)
        places = [0]
        for _ in range(4):
            places.append(film.next(places[-1], "round"))
        return re.sub(r"Position \d+ of \d+\. ", "", filmstrip(film, places[2:]).svg)
    number, name = place.split("/")
    (path,) = notebooks.glob(f"{number}-*.ipynb")
    (cell,) = (each for each in editions.read_notebook(path)["cells"] if each["id"] == name)
    printed = "".join("".join(output.get("text", "")) for output in cell["outputs"])
    text = f"<pre>{escape(printed.rstrip())}</pre>" if printed else ""
    drawn = (output.get("data", {}).get("image/svg+xml", "") for output in cell["outputs"])
    return text + "".join(map("".join, drawn))


def slides_html(plan: Plan, notebooks: Path) -> str:
    """Return the slides as a page: a screen for each, a sheet for each in print, no script."""
    screens = [f"<section><h1>{escape(plan.title)}</h1></section>"]
    for name in plan.slides:
        title, *lines, place = _SLIDES[name]
        text = "".join(f"<p>{escape(line)}</p>" for line in lines)
        seen = f"<div>{_committed(place, notebooks)}</div>" if place else ""
        screens.append(f"<section><h1>{escape(title)}</h1>{text}{seen}</section>")
    return paper_form.sheet_html(plan.title, screens, text_of("classroom/units/slides.css"))


def votes_notebook(plan: Plan, site: str) -> dict[str, Any]:
    """Return the notebook with a plan's votes, ready to be shown."""
    cells = [nb.text_cell("title", f"# Votes\n\n{_VOTES}")]
    for number, vote in enumerate(plan.votes, start=1):
        notebook, name = vote.split("/")
        cells.append(nb.text_cell(f"vote-{number}", f"## Vote {number}"))
        cells.append(nb.vote_cell(f"vote-{number}-app", notebook, name, site))
    return nb.with_pictures(nb.notebook_of(cells))


def solutions_html(plan: Plan) -> str:
    """Return the homework with its answers, why they are right, and what a wrong one shows."""
    title = f"{plan.title}: solutions of the homework"
    body = [f"<h1>{escape(title)}</h1><p>{_SOLUTIONS}</p>"]
    for work in plan.home:
        for number, name in enumerate(work.exercises, start=1):
            check = getattr(exercises(work.notebook), name)
            lines = [
                *paper_form.printed_question(f"{work.notebook}, {number}", check),
                *paper_form.answer_key(check),
            ]
            body.append(f"<section>{''.join(lines)}</section>")
    return paper_form.sheet_html(title, body)


def sheets_of(plan: Plan, notebooks: Path) -> Iterator[tuple[str, str]]:
    """Yield the further sheets for students, each with its name, and the table that they are on."""
    for name in plan.files:
        text = text_of(f"classroom/units/pc/{name}")
        if name.endswith(".html"):
            filled = re.sub(r"\{\{(.+?)\}\}", lambda gap: _committed(gap[1], notebooks), text)
            text = paper_form.sheet_html(plan.title, [filled])
        yield name, text
    if plan.files:
        yield CLINIC, clinic_csv()


def clinic_csv() -> str:
    """Return the simulated clinic as a table; its first rows are P3's smaller tables."""
    import numpy as np

    rng = np.random.default_rng(7)
    table = LinearGaussian.random(Dag(_GRAPH), rng).sample(2000, rng)
    head = (
        "# simulated: no patient is in this table. Linear, Gaussian noise, seed 7.\n"
        f"# The graph that made it: {_GRAPH}\n{','.join(map(str, table.columns))}\n"
    )
    return head + "".join(f"{','.join(f'{v:.3f}' for v in row)}\n" for row in table.values.tolist())


Notebooks = Mapping[str, tuple[str, dict[str, Any]]]
"""Of each notebook's number the file's stem and the learner's edition."""

STUDENTS: Final = "students"
HOMEWORK: Final = "homework.ipynb"
SLIDES: Final = "slides.html"
_SECTION: Final = re.compile(r"^## (.+)$", re.MULTILINE)


def sections(notebook: Mapping[str, Any]) -> list[str]:
    """Return the headings of a notebook's sections."""
    texts = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "markdown"]
    return [heading for text in texts for heading in _SECTION.findall(text)]


def section_of(number: str, notebook: Mapping[str, Any], word: str) -> str:
    """Return the heading that a plan means."""
    there = sections(notebook)
    begins = word.lower().removeprefix("the ")
    found = [h for h in there if h.lower().removeprefix("the ").startswith(begins)]
    if not found:
        msg = f"The plan shows {word!r} of notebook {number}, which has: {', '.join(there)}."
        raise editions.CopyError(msg)
    return found[0]


def unit_page(plan: Plan, notebooks: Notebooks, site: str = "") -> str:
    """Return the page with which a unit begins, in Markdown: its pages on a site come first."""
    sheets = " (both sheets together)" if len(plan.exam) == 2 else ""
    exam = f", the exam {exam_minutes(plan)}{sheets}" if plan.exam else ""
    at_home = [
        f"| {work.notebook} | {', '.join(work.exercises)} | {work.minutes} |" for work in plan.home
    ]
    return "\n\n".join(
        [
            f"# {plan.title}",
            _way_in(notebooks, site),
            _LAPTOP,
            plan.about,
            f"In class {plan.minutes} minutes, at home {plan.home_minutes}{exam}. What to say "
            f"when: [talk-track.md](talk-track.md). `../{STUDENTS}` is what learners get.",
            "## In class",
            *_sheets(plan),
            plan.timetable(),
            "## Needs and gives",
            _known(plan),
            "\n".join(needs_table(notebooks)),
            "\n".join(_alone(notebooks)),
            "## At home",
            f"`../{STUDENTS}/{HOMEWORK}` has the boxes; its last cell shows the letters to hand "
            "in, which `marvel-widgets report FOLDER` reads. Answers, reasons, and what a wrong "
            "one shows: [homework-solutions.html](homework-solutions.html).",
            "\n".join(["| Notebook | Exercises | Minutes |", "|---|---|---:|", *at_home]),
            *_exam(plan),
        ]
    )


_LAPTOP: Final = (
    "On a laptop with Python 3.11 or later: in the folder of marvel_widgets, as downloaded, "
    '`python -m pip install ".[lab]"`, then `jupyter lab` in this folder.'
)


def _way_in(notebooks: Notebooks, site: str) -> str:
    if not site:
        return (
            "Nothing to install, on a site: `marvel-widgets site SITE` writes one; this unit, "
            "written again with `--site ADDRESS`, has the links to its pages here."
        )
    pages = [f"[{number}]({site}course/{stem}.html)" for number, (stem, _) in notebooks.items()]
    return f"Nothing to install: {listed(pages)}, on any laptop or phone."


def _sheets(plan: Plan) -> Iterator[str]:
    if plan.slides:
        sheets = listed(f"[{name}](../{STUDENTS}/{name})" for name in (*plan.files, CLINIC))
        yield (
            f"[{SLIDES}]({SLIDES}) is shown in a browser (F11, then Page Down) or printed, a slide "
            "a sheet; [votes.ipynb](votes.ipynb) has the votes, ready: print before "
            "[cards.html](cards.html), six cards with a shape on each, for each who votes. For "
            f"students, beside the notebooks: {sheets}. The table is simulated, and says so."
        )


def _known(plan: Plan) -> str:
    if not plan.known:
        return "Nothing but graphs and independence is taken for granted."
    known = "; ".join(f"{NOTEBOOKS[number].gives} ({number})" for number in plan.known)
    lacking = (
        "Where one is missing, the core path of its notebook is read before; all notebooks come "
        "with `marvel-widgets copy DIR`."
    )
    return f"Taken for granted: {known}. {lacking}"


def _alone(notebooks: Notebooks) -> Iterator[str]:
    """Yield how long each notebook takes a learner alone, by the rates of the guide."""
    yield from ("| A learner alone | Core, minutes | All, minutes |", "|---|---:|---:|")
    for number, (stem, _) in notebooks.items():
        core, whole = NOTEBOOKS[number].minutes
        yield f"| [{stem}](../{STUDENTS}/{stem}.ipynb) | {core} | {whole} |"


def exam_minutes(plan: Plan) -> int:
    """Return how long the sheets of the exam take."""
    asked = sum(len(lesson_exercises(number)) for number in plan.exam)
    return round((asked - len(plan.untaught)) * MINUTES_AN_EXERCISE)


def _exam(plan: Plan) -> Iterator[str]:
    if plan.exam:
        yield "## Exam"
    for number in plan.exam:
        left = " ".join(each for each in plan.untaught if each.startswith(f"{number}/"))
        quiz = f"marvel-widgets quiz {number} {left}".replace(f"{number}/", "--without ").strip()
        yield (
            f"exam-{number}.html is a sheet to print, with cases that are in no notebook, and "
            f"exam-{number}-key.html its key. A sheet of their own for each: "
            f"`{quiz} --students class.csv --paper DIR`; at the computer: `{quiz} --exam DIR`."
        )


def unit_talk(plan: Plan, notebooks: Notebooks, guides: Path) -> str:
    """Return what to say when, in Markdown: a part after the other, each with its minutes."""
    told, heard = [f"# Talk track: {plan.title}"], set[str]()
    for number, parts in plan.meetings.items():
        told.append(f"## Meeting {number}")
        at = 0
        for part in parts:
            told += _part(plan, part, at, notebooks, guides, heard)
            heard |= {*part.notebooks}
            at += part.minutes
    return "\n\n".join(told)


def _part(
    plan: Plan, part: Part, at: int, notebooks: Notebooks, guides: Path, heard: set[str]
) -> Iterator[str]:
    """Yield a part; what learners often say comes once for each notebook."""
    yield f"### Minutes {at} to {at + part.minutes}: {part.what}"
    yield f"{capitalized(part.how)}."
    if part.slides:
        numbers = listed(f"{plan.slides.index(name) + 2}" for name in part.slides)
        yield f"On the screen, of the [slides]({SLIDES}): {numbers}."
    if part.cues:
        yield "\n".join(f"- **Minute {at + after}.** {said}" for after, said in part.cues)
    for number in part.notebooks:
        yield _shown(number, part, notebooks)
        page = nb.guide_page(guides, number)
        if not part.cues:
            yield page.partition("## Talk track")[2].partition("\n## ")[0].strip()
        if number not in heard and (often := nb.pitfalls(page)):
            yield "What learners often say:"
            yield "\n".join(often)


def _asked(number: str, notebook: Mapping[str, Any], name: str) -> str:
    """Return an exercise that the notebook has, in words."""
    if not any(f"ExerciseBox(check.{name})" in "".join(c["source"]) for c in notebook["cells"]):
        msg = f"The plan asks {name!r} of notebook {number}, which has no such exercise."
        raise editions.CopyError(msg)
    return f"the exercise `{name}`"


def _shown(number: str, part: Part, notebooks: Notebooks) -> str:
    """Return which sections are on the screen, each as a link to its place."""
    stem, notebook = notebooks[number]
    link = f"../{STUDENTS}/{stem}.ipynb"
    headings = [section_of(number, notebook, word) for word in part.shows]
    places = [f"[{h}]({link}#{h.replace(' ', '-')})" for h in headings]
    places += [_asked(number, notebook, name) for name in part.asks]
    return f"On the screen, of [{number}]({link}): {listed(places) or 'the core path'}."


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
    learners = unit_notebooks(name, plan, notebooks)
    handed_out = folder if student else folder / STUDENTS
    handed_out.mkdir(parents=True, exist_ok=True)
    for stem, notebook in learners.values():
        made = editions.student_copy(notebook, student) if student else notebook
        editions.write_notebook(made, handed_out / f"{stem}.ipynb")
    editions.write_notebook(homework(plan, student), handed_out / HOMEWORK)
    link = _way_in(learners, site) if site else "With a link from your teacher: no installation."
    begin = f"# {plan.title}\n\n{link}\n\n{_LAPTOP} Your teacher says where to download it.\n"
    (handed_out / "README.md").write_text(begin, encoding="utf-8")
    for file, text in sheets_of(plan, notebooks):
        (handed_out / file).write_text(text, encoding="utf-8")
    if not student:
        teacher = folder / TEACHER
        teacher.mkdir(parents=True, exist_ok=True)
        if plan.votes:
            editions.write_notebook(votes_notebook(plan, site), teacher / "votes.ipynb")
            (teacher / "cards.html").write_text(paper_form.cards_html(), encoding="utf-8")
        pages = _teachers_pages(name, plan, learners, notebooks, guides, site)
        for file, text in pages.items():
            (teacher / file).write_text(text, encoding="utf-8")


def unit_notebooks(name: str, plan: Plan, notebooks: Path) -> Notebooks:
    """Return the notebooks of a plan as learners get them, those for home included."""
    found = {}
    for number in dict.fromkeys([*plan.notebooks, *(work.notebook for work in plan.home)]):
        paths = sorted(notebooks.glob(f"{number}-*.ipynb"))
        if not paths:
            msg = (
                f"The plan {name} needs notebook {number}, which is not in {notebooks}; install "
                "marvel-widgets again, or choose another plan."
            )
            raise editions.CopyError(msg)
        found[number] = (
            paths[0].stem,
            editions.stamped(editions.learners_edition(editions.read_notebook(paths[0]))),
        )
    return found


def homework(plan: Plan, student: str = "") -> dict[str, Any]:
    """Return the notebook with the exercises that are done at home."""
    cells = [nb.text_cell("title", f"# Homework\n\n{_HOW.format(plan.home_minutes)}")]
    cells.append(nb.code_cell("begin", nb.BOXES))
    for work in plan.home:
        checks, name = editions.checks_of(work.notebook, student), f"check_{work.notebook}"
        heading = f"## Notebook {work.notebook}: {work.minutes} minutes"
        cells.append(nb.text_cell(f"notebook-{work.notebook}", heading))
        begins = f'{name} = exercises("{work.notebook}", student={editions.block_quote(student)})\n'
        for exercise in work.exercises:
            box = nb.code_cell(
                f"{work.notebook}-{exercise}", f"{begins}ExerciseBox({name}.{exercise})"
            )
            cells.append(showing(box, editions.question_of(getattr(checks, exercise))))
            begins = ""
    return editions.stamped(
        nb.notebook_of([*cells, *nb.hand_in_cells(work.notebook for work in plan.home)])
    )


def _teachers_pages(
    name: str, plan: Plan, learners: Notebooks, notebooks: Path, guides: Path, site: str
) -> dict[str, str]:
    made = {
        "README.md": f"{unit_page(plan, learners, site)}\n",
        "talk-track.md": f"{unit_talk(plan, learners, guides)}\n",
        "homework-solutions.html": solutions_html(plan),
    }
    if plan.slides:
        made[SLIDES] = slides_html(plan, notebooks)
    for number in plan.exam:
        cases = f"exam-{name}"  # of nobody on a list, and of no notebook
        title = f"Exam: {NOTEBOOKS[number].gives} ({number})"
        for key in (False, True):
            file = f"exam-{number}{'-key' if key else ''}.html"
            whole = f"{title}: the key" if key else title
            made[file] = paper_form.form_html(number, key, cases, whole, plan.untaught)
    return made
