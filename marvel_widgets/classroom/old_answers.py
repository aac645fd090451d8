"""The answers in an old notebook or a result string, as lines for a journal.

A result string says which case it was about; a cell such as ``check.removable("A, B")`` and a
saved box don't, so that they are taken for answers to the present one. Each is judged again.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from marvel_widgets.assessment.answers import Parts, Statements
from marvel_widgets.assessment.plain import AnswerError, from_code
from marvel_widgets.assessment.results import Answered, Result, question_digest, result_of
from marvel_widgets.assessment.signing import SignatureError
from marvel_widgets.classroom.learners_notebook import BOX
from marvel_widgets.course.checks import Check, exercises
from marvel_widgets.course.journal import Entry
from marvel_widgets.course.recall import PRACTICE, RECALLED

_STATE = "application/vnd.jupyter.widget-state+json"
_VIEW = "application/vnd.jupyter.widget-view+json"
_START = re.compile(r'exercises\("(\w+)"(?:, student="([^"\n]*)")?')
_JUDGED = re.compile(r"mw-judged mw-(?:right|wrong|close)")
_NONE = ("none of them", "none: the empty set")


def entries_of_result(string: str) -> list[Entry]:
    """Return the answers in a result string, whatever its key."""
    try:
        result, _ = result_of(string)
    except SignatureError:
        return []
    return [_entry_of_result(result, answered) for answered in result.answers]


def _entry_of_result(result: Result, answered: Answered) -> Entry:
    entry = Entry(
        notebook=result.notebook, name=answered.name, student=result.student, draw=answered.draw,
        case=answered.question, answer=answered.answer, verdict=answered.verdict,
        hints=answered.hints, version=result.library,
    )  # fmt: skip
    check = _check(result.notebook, answered.name, result.student)
    if check is None or question_digest(check.at(answered.draw)) != answered.question:
        return entry  # an exam, another version, or hints alone
    with suppress(AnswerError):
        judged = _entry(check.at(answered.draw), from_code(answered.answer), answered.hints)
        return judged or entry
    return entry


def _check(notebook: str, name: str, student: str) -> Check | None:
    try:
        found: Check = getattr(exercises(notebook, student), name)
    except (ValueError, AttributeError):
        return None
    return found


def _entry(check: Check, raw: object, hints: int = 0) -> Entry | None:
    """Return an answer, judged; None for one that can't be read."""
    verdict = check.verdict_on(raw)
    if not verdict.answer:
        return None
    return Entry(
        notebook=check.notebook, name=check.name, student=check.student, draw=check.draw,
        case=question_digest(check), answer=verdict.answer, verdict=verdict.kind,
        belief=verdict.misconception, hints=hints,
    )  # fmt: skip


# -- notebooks ------------------------------------------------------------------------------------


def entries_of_notebook(text: str) -> list[Entry]:
    """Return the answers in the cells and the saved boxes of a notebook."""
    try:
        notebook = json.loads(text)
        cells = [c for c in notebook["cells"] if c["cell_type"] == "code"]
        saved = notebook.get("metadata", {}).get("widgets", {}).get(_STATE, {}).get("state", {})
        return list(_entries(cells, saved))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return []


def _entries(cells: list[Any], saved: Mapping[str, Any]) -> Iterator[Entry]:
    given = ("", "")
    for cell in cells:
        source = "".join(cell["source"]).strip()
        if start := _START.search(source):
            given = start[1], start[2] or ""
        raws: dict[str, Any] = dict(_calls(source))
        if box := BOX.search(source):
            raws |= {box[1] or box[2]: tuple(_shown(cell.get("outputs", ()), saved))}
        for name, raw in raws.items():
            check = _check(given[0], name, given[1])
            if check is None:
                continue
            with suppress(AnswerError):
                answer = _answer_in(check, raw) if isinstance(raw, tuple) else from_code(raw)
                found = None if answer is ... else _entry(check, answer)
                if found is not None:
                    yield found


def _calls(source: str) -> Iterator[tuple[str, str]]:
    """Yield the exercise and the answer of each call with one, such as ``check.lemmas([1, 2])``."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value
            if isinstance(of, ast.Name) and of.id == "check" and node.args and not node.keywords:
                args = [ast.unparse(each) for each in node.args]
                yield node.func.attr, args[0] if len(args) == 1 else f"({', '.join(args)})"


def _shown(outputs: Any, saved: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the states of the controls in a box that was judged, in their order."""
    for output in outputs:
        root = output.get("data", {}).get(_VIEW, {}).get("model_id", "")
        states = list(_below(root, saved))
        words = " ".join(str(state.get("value", "")) for state in states)
        if _JUDGED.search(words) and PRACTICE not in words and RECALLED not in words:
            yield from states


def _below(key: str, saved: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    state = saved.get(key, {}).get("state", {})
    yield state
    for child in state.get("children", ()):
        yield from _below(child.removeprefix("IPY_MODEL_"), saved)


def _answer_in(check: Check, states: tuple[Mapping[str, Any], ...]) -> Any:
    """Return what the controls of a box say: of a part under the label before it."""
    kind, label, found = check.asked.kind, "", dict[str, Any]()
    for state in states:
        words, value = state.get("description", ""), state.get("value")
        match state.get("_model_name"):
            case "LabelModel":
                label = str(value)
            case "CheckboxModel":
                ticked, number = found.setdefault(label, []), words.partition(".")[0]
                if value and not words.startswith(_NONE):
                    ticked += [int(number) if isinstance(kind, Statements) else words]
            case "TextModel":
                found[words] = value or ...
            case "DropdownModel":
                found[words] = state["_options_labels"][state["index"]] if state["index"] else ...
    if isinstance(kind, Parts):
        return {key: found.get(key, ...) for key in kind.parts}
    return next(iter(found.values()), ...)
