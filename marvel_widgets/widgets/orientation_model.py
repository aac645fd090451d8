"""What the orientation lab knows: a graph, which view of it, and the position in that view."""

from __future__ import annotations

from typing import Any

import traitlets

from marvel_widgets.algorithms.options import Orientation
from marvel_widgets.independence.counting import BudgetExceededError
from marvel_widgets.teaching.class_members import MOST_MEMBERS, Members
from marvel_widgets.teaching.drawing import Drawing
from marvel_widgets.teaching.orientation_view import OrientationRun
from marvel_widgets.teaching.printed_rule import PrintedRule
from marvel_widgets.teaching.wording import counted
from marvel_widgets.widgets.graph_model import GraphModel
from marvel_widgets.widgets.predict import Predictions

VIEWS = ("steps", "class", "printed rule")
MOST_DRAWN = 60  # more variables are nothing to look at
WITHHELD = "Answers are withheld."


class OrientationModel(traitlets.HasTraits):
    """A run's end, the members of its class, and the printed rule, on a graph that may change.

    Parameters
    ----------
    graph : GraphModel
    predictions : Predictions
    view : {"steps", "class", "printed rule"}
    orientation : {"recorded", "printed"}
        The rule of the view "steps".
    position, member : int
        Where to begin in the first two views.
    limit : int
        The most members of a class that are listed.

    Raises
    ------
    ValueError
        An argument is unknown, or the graph too large to begin with.
    """

    view = traitlets.Enum(VIEWS, "steps")
    orientation = traitlets.Enum(("recorded", "printed"), "recorded")
    position = traitlets.Int(0, help="In the stages of the run.")
    member = traitlets.Int(0, help="In the members of the class.")
    trouble = traitlets.Unicode("", help="Why this graph can't be shown; empty if it can.")
    trouble_at = traitlets.Enum(("graph",), "graph")
    changed = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")

    def __init__(
        self,
        graph: GraphModel,
        predictions: Predictions,
        *,
        view: str = "steps",
        orientation: Orientation = "recorded",
        position: int = 0,
        member: int = 0,
        limit: int = MOST_MEMBERS,
    ) -> None:
        super().__init__()
        for name, value, known in (
            ("view", view, VIEWS),
            ("orientation", orientation, ("recorded", "printed")),
        ):
            if value not in known:
                msg = f"{name} is one of {', '.join(map(repr, known))}, not {value!r}"
                raise ValueError(msg)
        for name, number in (("position", position), ("member", member), ("limit", limit)):
            if type(number) is not int or number < (name == "limit"):
                msg = f"{name} is a number from {int(name == 'limit')} on, not {number!r}"
                raise ValueError(msg)
        self.graph, self.predictions, self.limit = graph, predictions, limit
        self._work()
        if self.trouble:
            raise ValueError(self.trouble)
        self.view, self.orientation = view, orientation
        self.go_to(position)
        self.look_at(member)
        graph.observe(lambda _: self._follow(), ["dag", "places"])

    # -- what there is ---------------------------------------------------------------------

    def _work(self) -> None:
        """Work everything out for the present graph, or say why not."""
        dag, places = self.graph.dag, self.graph.places
        self.trouble = ""
        if len(dag) > MOST_DRAWN:
            self.trouble = (
                f"{counted(len(dag), 'variable')} are too many to look at here; take a graph of "
                f"at most {MOST_DRAWN}"
            )
            return
        try:
            both = PrintedRule(dag, places)
        except BudgetExceededError as error:
            self.trouble = (
                f"MARVEL needs more than {error.budget:,} CI tests on this graph; take one with "
                "fewer edges"
            )
            return
        self.dag, self.both, self.members = dag, both, Members(dag, self.limit, places)

    def _follow(self) -> None:
        self._work()
        with self.hold_trait_notifications():
            self.position, self.member = 0, 0
            self.predictions.given.clear()
            self._ask()
            self.changed += 1

    @property
    def run(self) -> OrientationRun:
        """The run whose end is stepped through."""
        return self.both.recorded if self.orientation == "recorded" else self.both.printed

    @property
    def last(self) -> int:
        """The last position that may be seen."""
        return len(self.run.stages) - 1 if self.predictions.answers else 1

    # -- moving ----------------------------------------------------------------------------

    def show_view(self, view: str) -> None:
        """Choose what is looked at."""
        self.view = view
        self._tell()

    def follow_rule(self, orientation: Orientation) -> None:
        """Step through the run of the repaired or the printed rule, from its beginning."""
        self.orientation = orientation
        self.go_to(0)

    def go_to(self, position: int) -> None:
        """Go to a position of the run; beyond the ends, to the end."""
        self.position = max(0, min(position, self.last))
        self._tell()

    def look_at(self, member: int) -> None:
        """Look at a member of the class; beyond the ends, at the last."""
        self.member = max(0, min(member, len(self.members.dags) - 1))
        self._tell()

    def forward(self) -> None:
        """One step on: a stage, or a member. An open question is answered or skipped first."""
        if self.view == "class":
            self.look_at(self.member + 1)
        elif self.view == "steps" and not self.is_asking:
            self.go_to(self.position + 1)

    def back(self) -> None:
        """One step back."""
        if self.view == "class":
            self.look_at(self.member - 1)
        elif self.view == "steps":
            self.go_to(self.position - 1)

    @property
    def is_asking(self) -> bool:
        """Whether a prediction is due before the next step."""
        shown = self.predictions
        asked = shown.on and shown.question is not None and shown.answers
        return asked and not shown.revealed

    def _ask(self) -> None:
        question = self.run.question(self.position) if self.view == "steps" else None
        self.predictions.ask(question)

    def _tell(self) -> None:
        self._ask()
        self.changed += 1

    # -- what is shown -----------------------------------------------------------------------

    def drawings(self) -> tuple[Drawing, ...]:
        """Return the pictures of the present view."""
        if self.view == "steps":
            return (self.run.drawing(self.position),)
        if not self.predictions.answers:
            return (self.run.drawing(min(1, self.last)),)
        if self.view == "class":
            essential = self.both.recorded
            last = len(essential.stages) - 1
            return essential.drawing(last, "Essential graph"), self.members.drawing(self.member)
        return self.both.drawings()

    def sentences(self) -> tuple[str, ...]:
        """Return what is said about the present view."""
        if self.view == "steps":
            return (self._step_words(), self.run.stages[self.position].text)
        if not self.predictions.answers:
            return (WITHHELD,)
        if self.view == "class":
            return (self.members.count_words, self.members.text(self.member))
        return self.both.sentences

    def _step_words(self) -> str:
        of = self.last + 1
        return f"Step {self.position + 1} of {of}: {self.run.title(self.position)}."

    def state(self) -> dict[str, Any]:
        """Return what a token keeps."""
        return {
            "graph": self.graph.state(),
            "view": self.view,
            "orientation": self.orientation,
            "position": self.position,
            "member": self.member,
        }
