"""What the orientation lab knows: a graph, which view of it, and the position in that view."""

from typing import Any, Literal, get_args

import traitlets

from marvel_widgets.core.algorithms.options import Orientation
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.coercion import check_choice
from marvel_widgets.core.independence.counting import BudgetExceededError
from marvel_widgets.lessons.orientation.printed_rule import PrintedRule
from marvel_widgets.lessons.orientation.view import MOST_MEMBERS, Members, OrientationRun
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.text import counted
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.app_state import AsksOnGraph
from marvel_widgets.widgets.editor.model import GraphModel

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
