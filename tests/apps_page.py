"""The rows and first steps of docs/apps.md, from what each app says of itself.

python -m tests.apps_page > docs/apps.md
"""

import re
import sys
from pathlib import Path
from textwrap import wrap

from marvel_widgets.widgets.app_spec import every_app

PAGE = Path(__file__).resolve().parents[1] / "docs" / "apps.md"


def written(page):
    """Return the page with the table of the apps and their first steps written anew."""
    rows = [f"| `{app.name}` | {app.does} | {app.below} |" for app in every_app().values()]
    steps = [line for app in every_app().values() for line in steps_of(app)]
    for begins, lines in ((r"\| `[A-Z]\w+`", rows), (r"- `[A-Z]\w+`: ", steps)):
        block = re.compile(rf"(?:^{begins}.*\n(?:  .*\n)*)+", re.MULTILINE)
        page = block.sub(lambda _, lines=lines: "\n".join(lines) + "\n", page, count=1)
    return page


def steps_of(app):
    """Return the first steps of an app as an item of a list."""
    return wrap(f"- `{app.name}`: {' '.join(app.steps)}", 120, subsequent_indent="  ")


if __name__ == "__main__":
    sys.stdout.write(written(PAGE.read_text(encoding="utf-8")))
