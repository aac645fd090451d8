"""The rows and first steps of docs/apps.md, from what each app says of itself, and the marks.

python -m tests.apps_page > docs/apps.md
"""

import re
import sys
from pathlib import Path
from textwrap import wrap

from marvel_widgets.pictures.grammar import MARKS
from marvel_widgets.widgets.app_spec import every_app

PAGE = Path(__file__).resolve().parents[1] / "docs" / "apps.md"


def written(page):
    """Return the page with the table of the apps, their first steps and the marks written anew."""
    rows = [f"| `{app.name}` | {app.does} | {app.below} |" for app in every_app().values()]
    steps = [line for app in every_app().values() for line in steps_of(app)]
    for begins, lines in ((r"\| `[A-Z]\w+`", rows), (r"- `[A-Z]\w+`: ", steps)):
        block = re.compile(rf"(?:^{begins}.*\n(?:  .*\n)*)+", re.MULTILINE)
        page = block.sub(lambda _, lines=lines: "\n".join(lines) + "\n", page, count=1)
    marks = "".join(map(row, MARKS))
    return re.sub(r"(\| Mark \|.*\n.*\n)(?:\|.*\n)*", lambda head: head[1] + marks, page)


def steps_of(app):
    """Return the first steps of an app as an item of a list."""
    return wrap(f"- `{app.name}`: {' '.join(app.steps)}", 120, subsequent_indent="  ")


def row(mark):
    """Return the line of a mark."""
    found = [(s, style.meaning) for kind in (mark.nodes, mark.edges) for s, style in kind.items()]
    classes = "; ".join(f"`{state}`: {meaning}" for state, meaning in dict.fromkeys(found))
    return f"| {mark.name} | {mark.meaning} | {mark.look} | {classes} | {mark.example} |\n"


if __name__ == "__main__":
    sys.stdout.write(written(PAGE.read_text(encoding="utf-8")))
