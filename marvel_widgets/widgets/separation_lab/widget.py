"""The d-separation lab: ask whether two variables are separated, and see both reasons."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Final, Unpack

import traitlets

from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.separation import view
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.text import capitalized, escaped, folded, paragraphs
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.app_state import AsksOnGraph
from marvel_widgets.widgets.editor.part import GraphPart, graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.separation_lab import SEPARATION_LAB

ROLES = ("first", "second", "given")


class SeparationModel(AsksOnGraph):
    """A question "are x and y d-separated given S?" on a graph that may be edited."""

    x = traitlets.Unicode("")
    y = traitlets.Unicode("")
    given: traitlets.Tuple = traitlets.Tuple()
    path = traitlets.Int(0, help="The place of the marked path in the list.")
    role = traitlets.Enum(ROLES, "first", help="What a click on a variable chooses.")
    report: view.SeparationReport | None = None

    def _set_up(self, x: str = "", y: str = "", given: Iterable[str] = (), path: int = -1) -> None:
        dag, given = self.graph.dag, set(given)
        self.stage: Stage = stage_of(dag, self.graph.positions)
        for name in {x, y, *given} - {""}:
            dag.position(name)  # raises for an unknown name
        if x and (x == y or x in given or y in given):
            msg = (
                "x, y and given must not overlap; they are "
                f"{shown(x)}, {shown(y)} and {sorted(given)}"
            )
            raise ValueError(msg)
        self._take(x, y, given, path)
        self._go_on()

    def _go_on(self) -> None:
        """Let the next click choose what the question lacks."""
        self.role = "given" if self.x and self.y else "second" if self.x else "first"

    def _take(self, x: str, y: str, given: Iterable[Any], path: int = -1) -> None:
        """Set a question and work out its answer; observers find everything in place."""
        chosen = set(given) - {x, y}
        dag = self.graph.dag
        for name in {x, y, *chosen} - {""}:
            dag.position(name)  # raises for an unknown name, before anything changes
        self.report = view.separation_report(dag, x, y, chosen) if x and y else None
        paths = () if self.report is None else self.report.paths.paths
        if not 0 <= path < len(paths):  # the path that decides, where one does
            told = None if self.report is None else view.shown_path(self.report)
            path = 0 if told is None else paths.index(told)
        with self.hold_trait_notifications():
            self.x, self.y = x, y
            self.given = tuple(name for name in dag.nodes if name in chosen)
            self.path = path
            # asked before anything shows: the answer would flash by
            question = None if self.report is None else view.separation_question(self.report)
            self.predictions.ask(question)
            self.changed += 1

    def _follow(self) -> None:
        """Keep of the question what the edited graph still has."""
        self.stage = stage_of(self.graph.dag, self.graph.positions)
        here = set(self.graph.dag.nodes)
        asked = self.x, self.y
        x, y = (name if name in here else "" for name in asked)
        with self.hold_trait_notifications():
            self._take(x, y, here.intersection(self.given))
            if (x, y) != asked:
                self._go_on()

    def _move(self) -> None:
        self.stage = stage_of(self.graph.dag, self.graph.positions)
        super()._move()

    # -- choosing --------------------------------------------------------------------------

    def choose(self, x: str, y: str) -> None:
        """Choose the two variables; those that were given no longer are."""
        if x and x == y:  # the other one gives way
            x, y = (x, "") if x != self.x else ("", y)
        self._take(x, y, self.given)

    def ask(self, x: str, y: str, given: Iterable[str]) -> None:
        """Ask a whole question, unless it is asked; a click then chooses what it lacks."""
        if (x, y, tuple(given)) != (self.x, self.y, self.given):
            self._take(x, y, given)
            self._go_on()

    def choose_given(self, given: Iterable[str]) -> None:
        """Choose the conditioning set."""
        self._take(self.x, self.y, given)

    def pick(self, name: str) -> None:
        """Give a clicked variable the present role; the role then goes on to the next."""
        if self.role == "first":
            self.choose(name, "" if name == self.y else self.y)
            self.role = "second" if not self.y else "given"
        elif self.role == "second":
            self.choose("" if name == self.x else self.x, name)
            self.role = "given" if self.x else "first"
        else:
            self.give(name)

    def give(self, name: str) -> None:
        """Give a variable, or no longer, whatever a click chooses."""
        if name not in (self.x, self.y):
            self.choose_given(set(self.given) ^ {name})

    def mark(self, path: int) -> None:
        """Mark one of the listed paths."""
        if self.report is not None and 0 <= path < len(self.report.paths.paths):
            with self.hold_trait_notifications():
                self.path = path
                self.changed += 1

    @property
    def marked(self) -> Path | None:
        """The marked path, once the verdict may be shown."""
        if self.report is None or not self.predictions.revealed:
            return None
        paths = self.report.paths.paths
        return paths[self.path] if paths else None


NOTHING_CHOSEN = "Choose two variables: click on them, or use the menus."
# What a click on the picture does, by its role.
NEXT: Final = {
    "first": "Click on a variable: the first of the two.",
    "second": "Click on a variable: the second of the two.",
    "given": "Click a variable to give it, again to take it back.",
}


class DSeparationLab(k.App):
    """Ask whether two variables are d-separated, and see why, by two rules.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    x, y : str
        The question to begin with; empty for none.
    given : iterable of str
        Its conditioning set.
    because : str
        The reason for a prediction's verdict in words of your own, where the words of
        the rules are still unknown; hide "moral" and "paths" with it.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks for the answer. Parts:
        "graph", "said", "pictures", "predict", "question", "others", "paths", "moral"; without
        "moral" the moral graph is not drawn either.

    Raises
    ------
    GraphError, ValueError
        A name is unknown, the three overlap, or the token is damaged.

    Notes
    -----
    The paths follow the textbook: a chain or fork blocks when it is given, a collider
    blocks unless it or a descendant is given. The moral graph is a second rule that knows
    no paths through colliders at all (Lauritzen and others 1990).

    Examples
    --------
    >>> lab = DSeparationLab("X -> Y <- T; Y -> Z", x="X", y="T")
    >>> lab.text().splitlines()[0]
    'X and T are d-separated given nothing.'
    >>> lab.model.pick("Z")
    >>> lab.text().splitlines()[0]
    'X and T are d-connected given {Z}.'
    """

    spec = SEPARATION_LAB
    model: SeparationModel

    def __init__(
        self,
        source: Any = "X -> Y <- T; Y -> Z",
        *,
        x: str = "",
        y: str = "",
        given: Iterable[str] = (),
        because: str = "",
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings(settings)
        self.predictions.because = because
        graph = graph_model_of(source)
        model = SeparationModel(graph, self.predictions, x=x, y=y, given=tuple(given))
        super().__init__(self._make_parts(self.restored(model)), model=model)
        self.add_class("mw-separation")
        k.follow(self._show_role, (model, "role"))
        k.follow(self._show, (model, "changed"), (self.predictions, "revealed"))

    def _make_parts(self, model: SeparationModel) -> dict[str, w.Widget]:
        big = self.settings["big"]
        acts, others = self._make_question(model)
        self.said = k.Band(self.predictions, judges=True)
        self.moral, self.reason = w.HTML(), w.HTML()
        self.paths = k.Rows("Paths")
        self.picture = k.Picture(
            *_drawings(model, moral=False),
            on_pick=model.pick,
            on_give=model.give,
            big=big,
            noted=True,
        )
        k.hear(self.paths, lambda path: None if path is None else model.mark(path))
        return {
            "graph": GraphPart(model.graph, big=big),
            "predict": k.PredictBox(self.predictions),
            "pictures": self.picture,
            "said": self.said,
            "question": acts,
            "paths": w.VBox([self.paths, self.reason]),
            "moral": self.moral,
            "others": others,
        }

    def _make_question(self, model: SeparationModel) -> tuple[w.Widget, w.Widget]:
        """Make the two variables and what is given, and which of them a click chooses."""
        self.x, self.y = (
            k.menu(f"{which} variable", act=lambda _: self._choose(), min_width="150px")
            for which in ("First", "Second")
        )
        self.given = k.Chips("given")
        self.given.add_class("mw-abreast")
        k.hear(self.given, lambda _: self._choose())
        self.role = k.Switch("A click chooses", ROLES, model.role)
        self.role.observe(lambda change: model.set_trait("role", change.new), "value")
        empty = partial(model.choose_given, ())
        self.clear = k.button("Give nothing", "Take back all that is given", empty)
        self.clear.add_class("mw-clear")  # before a room the chips do as well
        self.next = w.HTML()
        menus = k.Collapsible("Choose two others", w.VBox([self.role, w.Row([self.x, self.y])]))
        return w.HBox([self.clear, self.next]), w.VBox([self.given, menus])

    def _show_role(self) -> None:
        self.role.value = self.model.role
        self.next.value = f'<div class="mw-click">{NEXT[self.model.role]}</div>'

    def _choose(self) -> None:
        model = self.model
        if (self.x.value, self.y.value) != (model.x, model.y):
            model.choose(self.x.value, self.y.value)
        elif set(self.given.value) != set(model.given):
            model.choose_given(self.given.value)

    def _show_question(self) -> None:
        model, names = self.model, self.model.dag.nodes
        for field, value, other in ((self.x, model.x, model.y), (self.y, model.y, model.x)):
            # only what has no other role: arrow keys pass through all that is offered
            free = [(name, name) for name in names if name not in {other, *model.given}]
            k.put(field, options=[("choose", ""), *free], value=value)
        offered = [name for name in names if name not in (model.x, model.y)]
        k.put(self.given, options=offered, value=model.given)
        w.show_if(self.clear, model.given)

    def _show(self) -> None:
        model = self.model
        self._show_question()
        # nothing of what is asked above
        told = [s for s in _sentences(model) if not self.predictions.asks(s)]
        # folded: what the learner plays with comes first
        self.moral.value = folded("Both reasons", paragraphs(told[1:]))
        w.mark_if(self, model.role != "given" or not model.given, "mw-unchosen")
        marked = model.marked
        why = "" if marked is None else f"{view.path_reason(marked)}."
        self.reason.value = f'<div class="mw-place">{escaped(capitalized(why))}</div>'
        report = _revealed(model)
        drawings = _drawings(model, moral="moral" not in self.settings["hide"])
        said = Said(told[0] if told else "")
        if report is not None:
            said = view.separating(report, marked)
        self.said.show(said, *drawings[:1])
        self.paths.offer([view.short_line(path) for path in _paths(model)], model.path)
        self.picture.show(*drawings)
        for frame in self.picture.frames[1:]:  # the moral graph stands beside it on demand
            frame.add_class("mw-other")

    def text(self) -> str:
        """Return the question, the answer and both reasons as text."""
        paths = (
            f"{i}. {view.path_line(path)}" for i, path in enumerate(_paths(self.model), start=1)
        )
        return "\n".join([*_sentences(self.model), *paths])

    def svg(self) -> str:
        """Return both pictures, with the answer below."""
        return side_by_side(_drawings(self.model), caption=" ".join(_sentences(self.model)))


def _revealed(model: SeparationModel) -> view.SeparationReport | None:
    return model.report if model.predictions.revealed else None


def _sentences(model: SeparationModel) -> list[str]:
    if model.report is None:
        one = model.x or model.y
        asks = f"Click on another variable: is it d-separated from {one}?"
        return [asks if one else NOTHING_CHOSEN]
    report = _revealed(model)
    if report is None:
        return [view.question_words(model.report)]
    return [
        view.verdict_words(report),
        view.paths_words(report),
        view.moral_words(report),
        view.agreement_words(report),
    ]


def _paths(model: SeparationModel) -> tuple[Path, ...]:
    report = _revealed(model)
    return () if report is None else report.paths.paths


def _drawings(model: SeparationModel, *, moral: bool = True) -> list[Drawing]:
    """Return the graph, and beside it the moral graph once the answer may be seen."""
    report = _revealed(model)
    if report is not None:
        drawn = [view.path_drawing(model.stage, report, model.marked)]
        return [*drawn, view.moral_drawing(model.stage, report)] if moral else drawn
    return [model.stage.drawing("Graph", asked(model.x, model.y, model.given))]
