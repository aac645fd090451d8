"""The orientation lab: from learned arrows to the essential graph and its class."""

from __future__ import annotations

from typing import Any, Literal, Unpack, get_args

import traitlets

from marvel_widgets.core.algorithms.options import Orientation
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.coercion import check_choice
from marvel_widgets.core.independence.counting import BudgetExceededError
from marvel_widgets.lessons.orientation.printed_rule import PrintedRule
from marvel_widgets.lessons.orientation.view import MOST_MEMBERS, Members, OrientationRun
from marvel_widgets.pictures.band import Said, band_html
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.replay.stage_words import parted, steps_html
from marvel_widgets.text import capitalized, counted
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.app_state import AsksOnGraph
from marvel_widgets.widgets.editor.loading import LoadPanel
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.editor.part import GraphPart, graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.orientation_lab import ORIENTATION_LAB

View = Literal["steps", "class", "printed rule"]
VIEWS = get_args(View)
MOST_DRAWN = 60  # more variables are nothing to look at
WITHHELD = "Answers are withheld."
FIRST_THE_STEPS = "This shows when you have stepped to the end: it would answer what you are asked."


class OrientationModel(AsksOnGraph, k.Moving):
    """A run's end, the members of its class, and the printed rule, on a graph that may change.

    A position is a stage of the run or, in the view "class", a member.
    """

    view = traitlets.Enum(VIEWS, "steps")
    orientation = traitlets.Enum(get_args(Orientation), "recorded")
    level: Any = traitlets.Enum(("step",), "step")
    error_field = traitlets.Enum(("graph", "transport"), "graph")

    def __init__(
        self,
        graph: GraphModel,
        predictions: k.Predictions,
        *,
        limit: int = MOST_MEMBERS,
        **state: Any,
    ) -> None:
        _check_number("limit", limit, 1)
        self.limit = limit
        super().__init__(graph, predictions, **state)

    def _set_up(
        self,
        view: str = "steps",
        orientation: Orientation = "recorded",
        position: int = 0,
        member: int = 0,
    ) -> None:
        check_choice("view", view, View)
        check_choice("orientation", orientation, Orientation)
        _check_number("position", position, 0)
        _check_number("member", member, 0)
        self._work()
        if self.error:
            raise ValueError(self.error)
        self.view, self.orientation = view, orientation
        self._kept = {VIEWS[0]: position, VIEWS[1]: member}
        self._walked = False
        self._stand(self._kept.get(view, 0))

    # -- what there is ---------------------------------------------------------------------

    @property
    def dag(self) -> Dag:
        """The graph that is shown: the last one that can be."""
        return self.members.dag

    def _work(self) -> None:
        """Work everything out for the present graph, or say why not."""
        dag, positions = self.graph.dag, self.graph.positions
        self.error, self.error_field = "", "graph"
        if len(dag) > MOST_DRAWN:
            self.error = (
                f"{counted(len(dag), 'variable')} are too many to look at here; take a graph of "
                f"at most {MOST_DRAWN}"
            )
            return
        try:
            both = PrintedRule(dag, positions)
        except BudgetExceededError as error:
            self.error = (
                f"MARVEL needs more than {error.budget:,} CI tests on this graph; take one with "
                "fewer edges"
            )
            return
        self.both, self.members = both, Members(dag, self.limit, positions)

    def _follow(self) -> None:
        self.pause()
        self._work()
        with self.hold_trait_notifications():
            self._kept, self._walked = {}, False
            self.predictions.given.clear()
            self._stand(0)

    def _move(self) -> None:
        self._work()
        super()._move()

    @property
    def run(self) -> OrientationRun:
        """The run whose end is stepped through."""
        return self.both.recorded if self.orientation == "recorded" else self.both.printed

    @property
    def film(self) -> k.Ticks:
        """The places of the present view: stages, members, or one."""
        if self.view == VIEWS[0]:
            return k.Ticks(len(self.run.stages) - 1 if self.predictions.answers else 1)
        if self.view == VIEWS[1] and self.is_open:
            return k.Ticks(len(self.members.dags) - 1)
        return k.Ticks()

    @property
    def stage(self) -> int:
        """The place in the stages of the run."""
        return self.position if self.view == VIEWS[0] else self._kept.get(VIEWS[0], 0)

    @property
    def member(self) -> int:
        """The place in the members of the class."""
        return self.position if self.view == VIEWS[1] else self._kept.get(VIEWS[1], 0)

    @property
    def is_open(self) -> bool:
        """Whether the other views may be seen: not before the end of steps that are asked about."""
        return self.predictions.answers and (self._walked or not self.predictions.on)

    # -- moving ----------------------------------------------------------------------------

    def show_view(self, view: str) -> None:
        """Choose the view."""
        self.pause()
        self._kept[self.view] = self.position
        self.view = view
        self._stand(self._kept.get(view, 0))

    def follow_rule(self, orientation: Orientation) -> None:
        """Step through the run of the repaired or the printed rule, from its beginning."""
        self.pause()
        self.orientation = orientation
        self._stand(0)

    def _stand(self, position: int) -> None:
        """Be at a position, whatever is asked on the way; beyond the ends, at the end."""
        with self.hold_trait_notifications():
            self.position = max(0, min(position, self.film.last))
            self._walked |= self.view == VIEWS[0] and self.position == len(self.run.stages) - 1
            self._ask()
            self.changed += 1

    def seek(self, position: int) -> None:
        """Go to a position, but not on over a question; beyond the ends, to the end."""
        target = self.position
        if position < target or not self.predictions.on or self.view != VIEWS[0]:
            target = position
        while target < min(position, self.film.last) and not self._asks_at(target):
            target += 1
        self._stand(target)

    def _asks_at(self, position: int) -> bool:
        question = self.run.question(position) if self.predictions.answers else None
        return question is not None and question.key not in self.predictions.given

    @property
    def is_asking(self) -> bool:
        """Whether a prediction is due before the next step."""
        return self.predictions.on and self.view == VIEWS[0] and self._asks_at(self.position)

    @property
    def halted(self) -> bool:
        """Whether playing stops here: at the end, or at a question."""
        return self.at_end or self.is_asking

    def _ask(self) -> None:
        question = self.run.question(self.position) if self.view == VIEWS[0] else None
        self.predictions.ask(question)

    # -- what is shown -----------------------------------------------------------------------

    def drawings(self, position: int | None = None) -> tuple[Drawing, ...]:
        """Return the pictures of the present view, at its present position or another."""
        at = self.position if position is None else position
        if self.view == VIEWS[0]:
            return (self.run.drawing(at),)
        if not self.is_open:
            seen = self.stage if self.predictions.answers else min(1, len(self.run.stages) - 1)
            return (self.run.drawing(seen),)
        if self.view == VIEWS[1]:
            essential = self.both.recorded
            last = len(essential.stages) - 1
            return essential.drawing(last, "Essential graph"), self.members.drawing(at)
        return self.both.drawings()

    def sentences(self, position: int | None = None) -> tuple[str, ...]:
        """Return the sentences on the present view."""
        at = self.position if position is None else position
        if self.view == VIEWS[0]:
            where = f"Step {at + 1} of {self.film.last + 1}: {self.run.title(at)}."
            return where, " ".join(self.run.told(at))
        if not self.is_open:
            return (FIRST_THE_STEPS if self.predictions.answers else WITHHELD,)
        if self.view == VIEWS[1]:
            return self.members.count_words, self.members.text(at)
        return self.both.sentences

    def titles(self, position: int) -> list[str]:
        """Return what the steps are, which may be seen at a position: where it is asked, so far."""
        run, asks = self.run, not self.predictions.openly
        return [run.title(at) for at in range(position + 1 if asks else len(run.stages))]

    def _saved(self, name: str) -> Any:
        return self.stage if name == "position" else getattr(self, name)


def _check_number(name: str, number: int, least: int) -> None:
    if type(number) is not int or number < least:
        msg = f"{name} must be a number of at least {least}; got {shown(number)}"
        raise ValueError(msg)


_RULES = (("repaired (recorded)", "recorded"), ("as printed", "printed"))


class OrientationLab(k.App):
    """Step through lines 17 to 19, browse the class, and compare the printed rule.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    view : {"steps", "class", "printed rule"}
    orientation : {"recorded", "printed"}
        The rule of the view "steps".
    position, member : int
        Where to begin in the views "steps" and "class".
    limit : int
        The most members of a class that are listed.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks for the next direction;
        without `answers` nothing after line 17 shows. Parts: "graph", "editor", "view", "step",
        "said", "predict", "pictures", "steps".

    Raises
    ------
    GraphError, ValueError
        The graph is none, an argument is unknown, or the token is damaged.

    Examples
    --------
    >>> lab = OrientationLab("X -> Y <- T; Y -> Z", position=2)
    >>> print(lab.text().splitlines()[1])
    Meek's rule R1 directs Y → Z, since otherwise X → Y ← Z would be a new v-structure.
    """

    spec = ORIENTATION_LAB
    model: OrientationModel

    def __init__(
        self,
        source: Any = "{V0 V1 V2 V3}; V0 -> V2; V1 -> {V2 V3}; V2 -> V3",
        *,
        view: str = "steps",
        orientation: Orientation = "recorded",
        position: int = 0,
        member: int = 0,
        limit: int = MOST_MEMBERS,
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings(settings)
        model = OrientationModel(
            graph_model_of(source),
            self.predictions,
            view=view,
            orientation=orientation,
            position=position,
            member=member,
            limit=limit,
        )
        super().__init__(self._make_parts(self.restored(model)), model=model)
        self.add_class("mw-untitled")
        self._staged: tuple[object, str] = (None, "")  # of what the pictures are
        k.follow(self._show, (model, "changed"), (self.predictions, "revealed"))

    def _make_parts(self, model: OrientationModel) -> dict[str, w.Widget]:
        big = self.settings["big"]
        self.loading = LoadPanel(model.graph, points=False)
        words = ("Step by step", "The class", "Printed rule")
        self.view = k.Toggles(options=list(zip(words, VIEWS, strict=True)))
        k.hear(self.view, model.show_view)
        self.rule = k.menu("Lines 13 and 17", _RULES, model.follow_rule)
        self.fold = k.Collapsible("Another rule", self.rule)
        self.error = k.ErrorLine(model, "graph")
        views = w.VBox([self.view, self.fold, self.error])
        views.add_class("mw-below")
        self.step_row = k.Transport(model)
        self.said, self.steps = k.Band(self.predictions, ahead=True), w.HTML()
        self.picture = k.Picture(*model.drawings(), big=big, on_pick_edge=self._ask_edge)
        self.run = k.ShownRun(model, self.step_row, self._screen, self._said, self._draw)
        return {
            "graph": w.VBox([self.loading, k.ErrorLine(model.graph, "load")]),
            "editor": GraphPart(model.graph, big=big),
            "step": self.step_row,
            "said": self.said,
            "steps": self.steps,
            "predict": k.PredictBox(self.predictions),
            "view": views,
            "pictures": self.picture,
        }

    def _name_graph(self) -> None:
        if self.predictions.openly:  # the graph in words is the answer
            super()._name_graph()

    def _show(self) -> None:
        model = self.model
        run = model.run if model.view == VIEWS[0] else model.members
        if (run, model.view) != self._staged:
            self._staged = run, model.view
            self._stage()
        w.show_if(self.step_row, model.film.last)
        k.put(self.view, value=model.view)
        k.put(self.rule, value=model.orientation)
        w.show_if(self.fold, model.view == VIEWS[0])
        self.run.ship(self._staged, openly=self.predictions.openly)
        self.run.show(model.position)

    def _stage(self) -> None:
        """Rebuild the pictures of a run, with the edges that come where nothing is asked."""
        model, asks = self.model, not self.predictions.openly
        places = range(0 if asks else model.film.last + 1)
        seen = zip(*(model.drawings(position) for position in places), strict=True)
        later = [[edge for drawing in each for edge in drawing.edges] for each in seen]
        self.picture.stage(*model.drawings(), more=later)

    def _screen(self, position: int) -> list[tuple[k.Target, Any]]:
        told, steps = self.model.sentences(position), ""
        if self.model.view == VIEWS[0]:
            told = self.model.run.told(position)
            steps = steps_html(self.model.titles(position), position)
        what, why = told[0], " ".join(told[1:])
        if why.startswith("since "):  # in a line of its own it is a sentence
            what, why = f"{what[:-1]}.", capitalized(why.removeprefix("since "))
        drawings = self.model.drawings(position)
        said = self.said.html(Said(what, why), *drawings)
        shown = ((self.said, said), (self.steps, steps))
        return [
            *(((widget, "value"), html) for widget, html in shown),
            *zip(self.picture.targets, self.picture.values(*drawings), strict=True),
        ]

    def _ask_edge(self, tail: str, head: str) -> None:
        """Say what has directed a clicked edge."""
        model = self.model
        if model.view == VIEWS[0]:
            said = Said(*parted(model.run.edge_words(model.position, tail, head)))
            self.said.value = band_html(said, *model.drawings())

    def _draw(self, position: int) -> None:
        self.picture.show(*self.model.drawings(position))

    def _said(self, position: int) -> str:
        return self.model.sentences(position)[-1]

    def text(self) -> str:
        """Return the sentences and what the pictures show, as text."""
        pictures = [drawing.description for drawing in self.model.drawings()]
        return "\n".join([*self.model.sentences(), *pictures])

    def svg(self) -> str:
        """Return the pictures, with the sentences below."""
        return side_by_side(self.model.drawings(), caption=" ".join(self.model.sentences()))
