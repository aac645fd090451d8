"""docs/marks.md, written from the table of the marks.

python -m tests.marks_page > docs/marks.md
"""

import sys

from marvel_widgets.pictures.grammar import MARKS

HEAD = """# Marks

Each mark means one thing, in every app, still, film and page, and each look has one mark. This page
is written from `MARKS` in `marvel_widgets/pictures/grammar.py`
(`python -m tests.marks_page > docs/marks.md`). Tests hold that no picture has another mark, and
that no view names a color.

| Mark | Meaning | Look | Class: words of the legend | Example |
|---|---|---|---|---|
"""
TAIL = """
How they go together:

- A question about A and B given C: A is the subject, B the object, C given. While a variable is
  visited, it is the subject, and what is tested is the object.
- What is given looks given, whatever else it is; a subject that is given has its ring around it.
- A plain pill is a variable without a mark.
- A letter, a number or a sign says which kind; the legend has it, too. No mark differs from another
  by color alone.
"""


def written():
    """Return the page."""
    return HEAD + "".join(map(row, MARKS)) + TAIL


def row(mark):
    """Return the line of a mark."""
    found = [(s, style.meaning) for kind in (mark.nodes, mark.edges) for s, style in kind.items()]
    classes = "; ".join(f"`{state}`: {meaning}" for state, meaning in dict.fromkeys(found))
    return f"| {mark.name} | {mark.meaning} | {mark.look} | {classes} | {mark.example} |\n"


if __name__ == "__main__":
    sys.stdout.write(written())
