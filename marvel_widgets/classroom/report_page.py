"""A report as a page for the lecturer: by exercise, by belief, by student, and what to look at."""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS
from marvel_widgets.classroom.gradebook import Totals, notebooks_of
from marvel_widgets.classroom.report_table import VERDICTS, best_rows, noted, numbers_of
from marvel_widgets.classroom.reports import Row
from marvel_widgets.course.checks import exercises
from marvel_widgets.text import counted

FIRST_LINES: Final = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    "<title>MARVEL, report of a class</title>"
)
"""How each page begins, so that one can be told from other files."""

_STYLE: Final = """
body { font: 1rem/1.45 "Liberation Sans", Arial, sans-serif; color: #111; background: #fff;
  max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; }
table { border-collapse: collapse; } caption { text-align: left; font-weight: bold; }
th, td { border-bottom: 1px solid #bbb; padding: .2rem .6rem; text-align: left;
  vertical-align: top; }
details { margin: .8rem 0; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
summary { cursor: pointer; font-weight: bold; } .wide { overflow-x: auto; }
.bar { display: flex; width: 11rem; height: .9rem; border: 1px solid #555; }
.correct { background: #1b7f5c; } .close { background: #e0b341; }
.incorrect { background: #b3452c; }
.key span { display: inline-block; width: .9rem; height: .9rem; border: 1px solid #555;
  margin: 0 .3rem 0 1rem; vertical-align: -.1rem; }
@media print { details > * { display: block; } }
""".strip()
_MOST_ANSWERS: Final = 5


def report_html(rows: Sequence[Row], every: Sequence[Totals]) -> str:
    """Return a page without script and without anything from elsewhere; it opens everywhere."""
    best = best_rows(rows)
    body = [
        "<h1>Report of a class</h1>",
        f"<p>{_sizes(rows, every, best)}</p>",
        *_by_notebook(best, len(every)),
        *_beliefs(best),
        *_students(every),
        *_to_look_at(rows),
    ]
    head = f"{FIRST_LINES}\n<style>\n{_STYLE}\n</style></head><body>"
    return "\n".join([head, *body, "</body></html>\n"])


def _sizes(rows: Sequence[Row], every: Sequence[Totals], best: Sequence[Row]) -> str:
    files = counted(len({row.file for row in rows}), "file")
    handed_in = len([each for each in every if each.points])
    answers = counted(len([row for row in best if row.verdict != "open"]), "answer")
    return f"{files}; {handed_in} of {counted(len(every), 'student')} handed in; {answers}."


def _by_notebook(best: Sequence[Row], students: int) -> Iterator[str]:
    if not best:
        return
    yield "<h2>Exercises</h2>"
    key = [f'<span class="{v}"></span>{v}' for v in VERDICTS[:3]]
    yield f'<p class="key">Of each student the best answer.{"".join(key)}<span></span>open</p>'
    for notebook in sorted({row.notebook for row in best}):
        own = [row for row in best if row.notebook == notebook]
        whose = len({row.student for row in own})
        yield "<details open>"
        yield f"<summary>Notebook {escape(notebook)}: {whose} of {students} handed in</summary>"
        heads = [*VERDICTS, "tries", "hints"]
        numbers = "".join(f'<th class="n" scope="col">{head}</th>' for head in heads)
        yield f'<table><tr><th scope="col">Exercise</th><th></th>{numbers}</tr>'
        for name in dict.fromkeys(row.exercise for row in own):
            yield _exercise_line(notebook, name, [row for row in own if row.exercise == name])
        yield "</table></details>"


def _exercise_line(notebook: str, name: str, group: Sequence[Row]) -> str:
    numbers = numbers_of(group)
    title = getattr(exercises(notebook), name).exercise.title
    bars = "".join(
        f'<span class="{verdict}" style="width:{100 * int(number) / len(group):.1f}%"></span>'
        for verdict, number in zip(VERDICTS[:3], numbers, strict=False)
    )
    cells = "".join(f'<td class="n">{number}</td>' for number in numbers)
    said = f'<td title="{escape(title)}">{escape(name)}</td>'
    return f'<tr>{said}<td><div class="bar" aria-hidden="true">{bars}</div></td>{cells}</tr>'


def _beliefs(best: Sequence[Row]) -> Iterator[str]:
    """Yield the beliefs behind wrong answers, the most frequent first, with some of the answers."""
    found = Counter(
        belief for belief, _ in {(row.misconception, row.student) for row in best} if belief
    )
    if not found:
        return
    yield "<h2>What to teach next</h2>"
    yield '<table><tr><th class="n" scope="col">Students</th><th scope="col">Belief</th>'
    yield '<th scope="col">Answers</th></tr>'
    order = list(MISCONCEPTIONS)
    for belief in sorted(found, key=lambda m: (-found[m], order.index(m))):
        own = [row for row in best if row.misconception == belief]
        said = Counter(f"{row.notebook} {row.exercise}: {row.answer}" for row in own)
        some = "<br>".join(escape(each) for each, _ in said.most_common(_MOST_ANSWERS))
        text = escape(f"{belief}: {MISCONCEPTIONS[belief]}")
        yield f'<tr><td class="n">{found[belief]}</td><td>{text}</td><td>{some}</td></tr>'
    yield "</table>"


def _students(every: Sequence[Totals]) -> Iterator[str]:
    if not every:
        return
    notebooks = notebooks_of(every)
    heads = [*(f"{name} of {most}" for name, most in notebooks.items()),
             f"Total of {sum(notebooks.values())}", "Answered", "Hints", "Notes"]  # fmt: skip
    yield "<h2>Students</h2>"
    numbers = "".join(f'<th class="n" scope="col">{escape(head)}</th>' for head in heads)
    yield f'<div class="wide"><table><tr><th scope="col">Id</th>{numbers}</tr>'
    for each in every:
        points = [f"{each.points[n]:g}" if n in each.points else "-" for n in notebooks]
        total = f"{each.total:g}" if each.points else "-"
        cells = [*points, total, str(each.answered), str(each.hints), str(each.notes)]
        shown = "".join(f'<td class="n">{cell}</td>' for cell in cells)
        yield f"<tr><td>{escape(each.student) or '(no id)'}</td>{shown}</tr>"
    yield "</table></div>"


def _to_look_at(rows: Sequence[Row]) -> Iterator[str]:
    lines = noted(rows)
    if lines:
        yield "<h2>To look at</h2><ul>"
        yield from (f"<li>{escape(line.strip())}</li>" for line in lines)
        yield "</ul>"
