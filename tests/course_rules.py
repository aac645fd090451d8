"""The rules of the course, each as a function from what it is about to a list of faults."""

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from marvel_widgets.course.registry import NOTEBOOKS as TABLE

# The files of the course, in the order in which they are listed.
NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
COURSE = [next(NOTEBOOKS.glob(f"{number}-*.ipynb")).stem for number in sorted(TABLE)]
# The outline: one section heading (##) with each of these words, in this order.
OUTLINE = [
    "question",
    "recall",
    "vocabulary",
    "worked example",
    "your turn",
    "what we learned",
    "sources",
]
FOLD = "## More"  # after what we learned: the only fold
FADED = "The same, with gaps"
GUIDE = ["Minutes", "Talk track", "Pitfalls", "What to skip"]
MOST_GUIDE_LINES = 80
RECALLS = 3
FEWEST_EXERCISES = 3

OPENING = re.compile(
    r"^\*About (?:\d+ minutes (?:for the core path|without More), "
    r"(\d+) with the rest|(\d+) minutes)\. "
    r"You need: \S.*? You will be able to: \S.*\*$",
    re.MULTILINE | re.DOTALL,
)
HEADING = re.compile(r"^(#{1,6}) +(.+?)\s*$")
ANSWER = re.compile(r"<details>\s*<summary>\s*\S.*?</summary>\s*\S.*?</details>", re.DOTALL)
BANNED = re.compile(r"\b(simply|obviously|just)\b|!", re.IGNORECASE)
# Code, formulas and the marks of pictures and comments are no voice.
SILENT = re.compile(r"```.*?```|`[^`]*`|\$\$.*?\$\$|\$[^$\n]*\$|!\[|<!--.*?-->", re.DOTALL)


def parts(notebook) -> Iterator[tuple[str, str, str, str]]:
    """Yield (section, subsection, kind, text): cells, and text cells cut at their headings."""
    section = subsection = ""
    for cell in notebook.cells:
        if cell.cell_type != "markdown":
            yield section, subsection, cell.cell_type, cell.source
            continue
        text: list[str] = []
        for line in cell.source.split("\n"):
            if not (heading := HEADING.match(line)):
                text.append(line)
                continue
            yield section, subsection, "markdown", "\n".join(text)
            text = []
            if len(heading[1]) == 2:
                section, subsection = heading[2], ""
            elif len(heading[1]) == 3:
                subsection = heading[2]
        yield section, subsection, "markdown", "\n".join(text)


def headings(notebook) -> Iterator[tuple[int, str]]:
    """Yield (level, text) of every heading in the text cells."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for line in cell.source.split("\n"):
                if heading := HEADING.match(line):
                    yield len(heading[1]), heading[2]


def minutes(notebook) -> int:
    """Return the minutes that the first cell tells, of all that it holds; 0 if it doesn't."""
    told = OPENING.search(notebook.cells[0].source)
    return int(told[1] or told[2]) if told else 0


def opening_faults(notebook) -> list[str]:
    """Return what is wrong with the first cell."""
    first = notebook.cells[0]
    faults = []
    if first.cell_type != "markdown" or not first.source.startswith("# "):
        faults.append("the first cell has no title")
    if not minutes(notebook):
        faults.append('no "*About NN minutes. You need: ... You will be able to: ...*"')
    return faults


def outline_faults(notebook) -> list[str]:
    """Return which sections are missing, or stand in another order."""
    sections = [text.lower() for level, text in headings(notebook) if level == 2]
    found = [next((i for i, text in enumerate(sections) if want in text), None) for want in OUTLINE]
    missing = [want for want, i in zip(OUTLINE, found, strict=True) if i is None]
    if missing:
        return [f"no section on {want!r}; there is {sections}" for want in missing]
    return [] if found == sorted(found) else [f"sections in another order: {sections}"]


def fold_faults(notebook) -> list[str]:
    """Return which headings are folded beside the one that may be, and where it stands wrongly."""
    texts = [cell.source.split("\n")[0] for cell in notebook.cells if cell.cell_type == "markdown"]
    folds = [
        cell.source.split("\n")[0]
        for cell in notebook.cells
        if "deeper" in cell.metadata.get("tags", [])
    ]
    ends = [text for text in texts if text in ("## What we learned", FOLD)]
    return [] if folds in ([], [FOLD]) and ends[1:] == folds else [f"{folds}, {ends}"]


def recall_faults(notebook) -> list[str]:
    """Return whether Recall lacks questions with their answers folded away."""
    text = "\n".join(t for s, _, k, t in parts(notebook) if "recall" in s.lower() and k != "code")
    answers = len(ANSWER.findall(text))
    return [] if answers >= RECALLS else [f"Recall has {answers} answers in <details>"]


def faded_faults(notebook) -> list[str]:
    """Return whether the worked example lacks its faded repetition, or this its gaps."""
    code = [
        text
        for section, subsection, kind, text in parts(notebook)
        if "worked example" in section.lower() and subsection == FADED and kind == "code"
    ]
    if not code:
        return [f"the worked example has no part '### {FADED}' with code"]
    return [] if any(answered(text) for text in code) else [f"{FADED!r} has no check.name(...)"]


def answered(source: str) -> str:
    """Return the exercise that a cell is for the answer of, or "".

    >>> answered("check.removable(...)"), answered('check.removable("A")')
    ('removable', '')
    """
    cell = re.fullmatch(r"(?:#.*\n)?check\.(\w+)\(\.\.\.\)", source.strip())
    return cell[1] if cell else ""


def exercise_faults(notebook, number: str, exercises: Iterable[str]) -> list[str]:
    """Return what is wrong with the exercises: too few, unknown, solved, or asked nowhere."""
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    names = list(dict.fromkeys(name for source in code if (name := answered(source))))
    faults = [fault for source in code for fault in solved(source)]
    if len(names) < FEWEST_EXERCISES:
        faults.append(f"{len(names)} exercises: {', '.join(names)}")
    known = list(exercises)
    faults += [f"there is no exercise {name!r}" for name in names if name not in known]
    shown = set(re.findall(r"\bcheck\.(\w+)", "\n".join(code)))
    faults += [f"the exercise {name!r} is not in the notebook" for name in set(known) - shown]
    boxes = {source.strip().split("\n")[-1] for source in code}
    faults += [f"no box shows check.{k}" for k in known if f"ExerciseBox(check.{k})" not in boxes]
    start = rf'^check = exercises\("{number}", student=""\)$'
    if not any(re.search(start, source, re.MULTILINE) for source in code):
        faults.append(f'no cell with check = exercises("{number}", student="")')
    own = [t for s, _, k, t in parts(notebook) if "your turn" in s.lower() and k == "code"]
    if not own or own[-1].strip() != "check.result()":
        faults.append("Your turn does not end with check.result()")
    return faults


def solved(source: str) -> list[str]:
    """Return where code gives an answer, or lets the hints tell it.

    >>> solved("check.who(...)"), solved('check.who({"A"})')
    ([], ["check.who({'A'}) holds an answer"])
    """
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    faults = []
    for call in calls:
        text = ast.unparse(call)
        direct = re.match(r"check\.(\w+)(?:\.another\(\))*\(", text)
        if direct and direct[1] != "result" and not re.search(r"\.(another|hint)\(\)$", text):
            dots = [ast.unparse(arg) for arg in [*call.args, *call.keywords]] == ["..."]
            if not dots:
                faults.append(f"{text} holds an answer")
            elif not answered(source):
                faults.append(f"{text} is not alone in its cell")
    if len(re.findall(r"\.hint\(\)", source)) > 3 or re.search(r"\.(solution|all_hints)\b", source):
        faults.append(f"{source!r} tells an answer")
    return faults


def voice_faults(markdown: str) -> list[str]:
    """Return the words and marks that our voice does without.

    >>> voice_faults("It is simply so. $n!$ and `a != b` and ![](star.svg)")
    ['simply']
    """
    return [found[0] for found in BANNED.finditer(SILENT.sub(" ", markdown))]


def guide_faults(page: str) -> list[str]:
    """Return what is wrong with a teacher's page."""
    lines = page.rstrip("\n").split("\n")
    found = [(len(h[1]), h[2]) for line in lines if (h := HEADING.match(line))]
    faults = []
    if len(lines) > MOST_GUIDE_LINES:
        faults.append(f"{len(lines)} lines; at most {MOST_GUIDE_LINES}")
    if [level for level, _ in found].count(1) != 1 or not lines[0].startswith("# "):
        faults.append("it must begin with its one title")
    if [text for level, text in found if level == 2] != GUIDE:
        faults.append(f"its sections must be {', '.join(GUIDE)}")
    starts = [i for i, line in enumerate(lines) if line.startswith("## ")]
    for start, end in pairwise([*starts, len(lines)]):
        if not any(line.strip() for line in lines[start + 1 : end]):
            faults.append(f"{lines[start]!r} is empty")
    return faults + [f"the voice: {word!r}" for word in voice_faults(page)]


def guide_minutes(page: str) -> int:
    """Return the minutes of all parts in a teacher's page.

    >>> guide_minutes("| Part | Minutes |\\n|---|---:|\\n| Recall | 4 |\\n| Predict | 15 |")
    19
    """
    return sum(int(n) for n in re.findall(r"\| *(\d+) *\|$", page, re.MULTILINE))
