"""A fault for each harness, or several: a harness that finds none of them is not one.

`python -m tests.fuzz --planted` prints after how many cases each is found.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

import ipywidgets as w
import pytest

from marvel_widgets.assessment import answers, variable_answers, verdict
from marvel_widgets.classroom import paper_form, qti, reports
from marvel_widgets.core.graphs import construction, formats, grammar
from marvel_widgets.core.graphs.formats import exchanged
from marvel_widgets.core.independence import column_faults, gaussian
from marvel_widgets.core.independence.gaussian import FisherZ
from marvel_widgets.pictures import marks, svg
from marvel_widgets.widgets import GraphModel
from marvel_widgets.widgets.kit.app import App
from marvel_widgets.widgets.removability_lab import model as removability
from marvel_widgets.widgets.removability_lab.widget import RemovabilityLab
from tests import moving_picture
from tests.fuzz.common import cases, failure
from tests.fuzz.harnesses import HARNESSES
from tests.pictures.test_wrapping import wrapped_by_measuring_again


class Planted(NamedTuple):
    """A fault, and a word in the class of the failure by which it is found.

    `app` is the one in which it is planted, where cases are about one app.
    """

    harness: str
    what: str
    plant: Callable[[pytest.MonkeyPatch], None]
    word: str = ""
    app: str = ""


def found_after(planted: Planted, most: int) -> int:
    """Return how many cases are drawn until a planted fault is found.

    Raises
    ------
    LookupError
        It was not.
    """
    harness = HARNESSES[planted.harness]
    with pytest.MonkeyPatch.context() as patch:
        planted.plant(patch)
        for number, case in enumerate(cases(harness.draw, most, harness.seed), start=1):
            if planted.app and case[0] != planted.app:
                continue
            what = failure(harness.check, case)
            if what and planted.word in what:
                return number
    msg = f"{planted.harness}: {planted.what} is not found in {most} cases"
    raise LookupError(msg)


def put(owner, name, value) -> Callable[[pytest.MonkeyPatch], None]:
    """Return what puts a value in the place of another."""
    return lambda patch: patch.setattr(owner, name, value)


# -- readers -------------------------------------------------------------------------------------

_operand = grammar._Parser.operand


def _only_two(parser):
    names = _operand(parser)
    return names if len(names) < 3 else [*names][99]


def _a_loop_more(parser):
    for _ in parser.stream:
        pass
    return _operand(parser)


GREEDY = formats.files._BEGINS.pattern.replace(formats.files._GAP, r"(?:\s+|/\*.*\*/|//.*\n)*")
GREEDY = re.compile(GREEDY, formats.files._BEGINS.flags)
# -- answers -------------------------------------------------------------------------------------


def _name_with_brackets(patch):
    plain = answers.name_in

    def planted(names, word):
        if "(" in str(word):
            raise KeyError(word)
        return plain(names, word)

    for module in (answers, variable_answers):
        if hasattr(module, "name_in"):
            patch.setattr(module, "name_in", planted)


def _sorted_names(patch):
    plain = variable_answers.Order.read
    patch.setattr(variable_answers.Order, "read", lambda kind, raw: tuple(sorted(plain(kind, raw))))


def _believes(patch):
    plain = verdict._wrong

    def planted(exercise, value, answer):
        found = plain(exercise, value, answer)
        return verdict.Verdict("correct", found.text, answer=answer)

    patch.setattr(verdict, "_wrong", planted)


# -- tokens, apps --------------------------------------------------------------------------------


def _restored_raw(app, model):
    if app.settings["token"] is not None:
        model.load_state(app.read_token(app.settings["token"]))
    return model


def _add_and_forget(patch):
    add = GraphModel.add_variable

    def planted(graph, *args, **kwargs):
        worked = add(graph, *args, **kwargs)
        graph._past.clear()
        return worked

    patch.setattr(GraphModel, "add_variable", planted)


def _a_label_for_each_change(patch):
    begin = RemovabilityLab.__init__

    def planted(app, *args, **kwargs):
        begin(app, *args, **kwargs)
        app.model.observe(lambda _: w.Label("stays"), "changed")

    patch.setattr(RemovabilityLab, "__init__", planted)


def _choose_missing(model, by):
    model.choose(model.missing)


PLANTED = (
    Planted("texts", "an arrow read backwards", put(grammar, "_LEFT", ("<-",))),
    Planted("texts", "a raw IndexError", put(grammar._Parser, "operand", _only_two), "IndexError"),
    Planted("texts", "a vertex that nobody named",
            put(exchanged, "_named", lambda data, _: grammar.ParsedGraph({"A": 0, **data}))),
    Planted("texts", "a comment that swallows", put(formats.files, "_BEGINS", GREEDY)),
    Planted("work of readers", "a loop in a loop", put(grammar._Parser, "operand", _a_loop_more)),
    Planted("graphs", "a list as a label",
            put(construction, "is_hashable", lambda name: True), "TypeError"),
    Planted("tables", "an overflow", put(column_faults, "_as_float", float), "OverflowError"),
    Planted("tables", "a p-value that depends on the order",
            put(FisherZ, "p_value", lambda self, x, y, given: float(x < y)), "AssertionError"),
    Planted("covariances", "a level that is text",
            put(gaussian, "is_between_0_and_1", lambda value: 0 < value < 1), "TypeError"),
    Planted("answers", "a raw KeyError", _name_with_brackets, "KeyError"),
    Planted("quick answers", "names in another order", _sorted_names),
    Planted("quick answers", "close taken for right", _believes),
    Planted("tokens", "a model's raw error", put(App, "restored", _restored_raw)),
    Planted("submissions", "formulas as they are", put(reports, "harmless", str)),
    Planted("submissions", "no best row", put(reports, "best_rows", lambda rows: [None])),
    Planted("quizzes", "signs that XML can't write", put(qti, "legible", str), "ParseError"),
    Planted("forms", "an id as it is", put(paper_form, "legible_line", str)),
    Planted("forms", "an id as markup", put(paper_form, "escape", str)),
    Planted("names", "SVG without escaping", put(marks, "escape", str)),
    Planted("steps of names", "each beginning of a word is measured",
            put(svg, "wrapped", wrapped_by_measuring_again), "AssertionError", app="LemmaBench"),
    Planted("runs", "words that can't be printed", put(moving_picture, "printable", str)),
    Planted("events", "an attribute that is missing",
            put(removability.RemovabilityModel, "step", _choose_missing), app="RemovabilityLab"),
    Planted("events", "a graph that is lost", _add_and_forget, app="LiveBoard"),
    Planted("events", "a widget that stays", _a_label_for_each_change, app="RemovabilityLab"),
)  # fmt: skip
