"""The parts of the live board: the graph's controls, the verdicts, the bars, the goals."""

from __future__ import annotations

from functools import partial
from typing import Any

import anywidget
import traitlets

from marvel_widgets.lessons.living_graph.words import GOALS, fact_rows
from marvel_widgets.text import escaped
from marvel_widgets.theory.graph_survey import Survey
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.part import GraphTools
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.static_file import WITHIN, program, static_file
from marvel_widgets.widgets.live_board import LENS_NAMES
from marvel_widgets.widgets.live_board.model import LiveBoardModel

HELP = (
    "Drag from rim to rim: a new edge. Keys: arrows walk, Enter connects or turns, Delete, Ctrl+Z."
)
HINT = "Drag from rim to rim, or click an edge."


class GraphBox(GraphTools):
    """The chosen variable, the history of the graph, and all that edits it off the canvas."""

    def __init__(self, model: LiveBoardModel) -> None:
        self.model = model
        self.x = k.menu("Subject", act=lambda name: model.choose(name) if name else None)
        super().__init__(model.graph)
        self.load_panel.opened = True
        self.more = k.Collapsible("As text or lists; load, save", w.VBox([self.line, self.folds]))
        w.lay_out(self.more, flex="1 1 240px")
        controls = [self.x, self.undo, self.redo, self.tidy, self.more]
        row = w.HBox(controls, layout=w.layout(flex_flow="row wrap", align_items="flex-start"))
        self.children = (row, k.ErrorLine(self.graph, "load"))
        self.subscriptions.observe(self.graph, self._show, "dag")
        k.follow(self._show, (model, "chosen"))

    def lock(self) -> None:
        """Lock the subject as well."""
        super().lock()
        k.lock_whole(self.x)

    def _show(self) -> None:
        names = self.graph.dag.nodes
        chosen = self.model.chosen if self.model.chosen in names else None
        k.put(self.x, options=names, value=chosen)


def facts_html(found: Survey) -> str:
    """Return what is so now, in rows."""
    kind = ' class="mw-live-warning"' if found.printed_wrong else ""
    *rows, last = (
        f"<span>{escaped(about)}</span> <b>{escaped(how)}</b></li>"
        for about, how in fact_rows(found)
    )
    return f'<ul class="mw-live-facts">{"".join(f"<li>{row}" for row in rows)}<li{kind}>{last}</ul>'


class Rail(anywidget.AnyWidget):
    """The choice of a lens, by press or by number; Ctrl+Z and Ctrl+Y outside of the canvas."""

    _esm = program(__file__, "rail.js", first=WITHIN)

    lens = traitlets.Int(0).tag(sync=True)
    names: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)
    asks = traitlets.Bool(False, help="Whether a question keeps the lens.").tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def __init__(self, model: LiveBoardModel) -> None:
        super().__init__(names=[name.capitalize() for name in LENS_NAMES])
        acts = {"undo": model.graph.undo, "redo": model.graph.redo}

        def receive(_widget: Any, content: Any, _buffers: Any) -> None:
            said = content if isinstance(content, dict) else {}
            number, act = said.get("lens"), acts.get(str(said.get("do")))
            if isinstance(number, int) and 0 <= number < len(LENS_NAMES) and not self.disabled:
                model.choose_lens(LENS_NAMES[number])
            elif act is not None:
                act()

        self.on_msg(receive)


class Bars(anywidget.AnyWidget):
    """The tests as bars that grow from their former length, as HTML made in Python."""

    _esm = program(__file__, "bars.js")
    _css = static_file(__file__, "live_board.css")

    html = traitlets.Unicode("").tag(sync=True)


def goal_words(model: LiveBoardModel, *, answers: bool) -> list[str]:
    """Return the goal and how near it is, as lines; without answers, the goal alone."""
    progress = model.progress
    if progress is None:
        return []
    goal = GOALS[model.goal]
    lines = [f"{goal.title}: {goal.words}"]
    if answers:
        done = f"Goals reached so far: {len(model.reached)} of {len(GOALS)}."
        lines.append(f"{progress.words} {done}")
    return lines


class GoalBox(w.VBox):
    """A button for each goal, and the ways out of the chosen one."""

    def __init__(self, model: LiveBoardModel) -> None:
        self.model = model
        self.buttons = {
            name: k.button(goal.title, goal.words, partial(model.begin, name))
            for name, goal in GOALS.items()
        }
        self.back = k.button(
            "Back to its start", "The graph at which the goal began", model.go_back
        )
        self.leave = k.button("Leave the goal", "Edit without a goal", model.give_up)
        row = w.Row([w.HTML('<div class="mw-live-title">Goals</div>'), *self.buttons.values()])
        row.add_class("mw-live-choices")
        self._ways = w.Row([self.back, self.leave])
        super().__init__([row, self._ways, k.ErrorLine(model, "goal")])

    def show(self, *, answers: bool) -> None:
        """Show the goals; which were reached only where answers may be seen."""
        model = self.model
        w.show_if(self, model.before is not None or model.goal or model.reached)
        for name, control in self.buttons.items():
            best = model.reached.get(name) if answers else None
            done = "" if best is None else f" ✓ {best}"
            control.description = f"{GOALS[name].title}{done}"
            control.button_style = "primary" if name == model.goal else ""
        w.show_if(self._ways, model.progress is not None)
