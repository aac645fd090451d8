"""The state of the anatomy of the bounds: the sizes in focus, and the learner's graph measured."""

from collections.abc import Mapping
from typing import Any, Final, get_args

import traitlets

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.lessons.upper_bound.charts import Across
from marvel_widgets.lessons.upper_bound.words import share_question, turn_question
from marvel_widgets.theory.bounds import Measured, Sizes, measure, worst_split
from marvel_widgets.widgets.editor.app_state import AsksOnGraph

MOST_VARIABLES: Final = 200
HIGHEST_IN_DEGREE: Final = 12
NAMES = ("p", "max_in_degree", "neighbors", "max_degree", "max_boundary")


class BoundModel(AsksOnGraph):
    """The numbers in the bounds, always in their ranges, and a graph with what it costs.

    A number that leaves its range takes the nearest value inside, and takes the others along:
    ``1 <= max_in_degree <= max_degree <= max_boundary < p`` and
    ``0 <= neighbors <= max_in_degree`` always hold.
    """

    p = traitlets.Int(10)
    max_in_degree = traitlets.Int(4)
    neighbors = traitlets.Int(2)
    max_degree = traitlets.Int(4)
    max_boundary = traitlets.Int(4)
    across: Any = traitlets.Enum(get_args(Across), "p")
    error = traitlets.Unicode("", help="Why the graph can't be measured; empty if it can.")
    error_field = traitlets.Enum(("graph",), "graph")

    measured: Measured | None = None
    before: tuple[int, int] | None = None  # p and in-degree, before they were moved
    turn: dict[str, Any] | None = None  # numbers that wait for an answer
    back: tuple[dict[str, Any], dict[str, Any]] | None = None  # what they were, and they
    share: Question | None = None
    follows = ("dag",)

    def _set_up(
        self,
        p: int | None = None,
        max_in_degree: int | None = None,
        neighbors: int | None = None,
        max_degree: int | None = None,
        max_boundary: int | None = None,
        across: str = "p",
    ) -> None:
        self._measure()
        numbers = (p, max_in_degree, neighbors, max_degree, max_boundary)
        asked = {name: n for name, n in zip(NAMES, numbers, strict=True) if n is not None}
        self._set({**self.of_graph(), "neighbors": None, "across": across, **asked})
        doubled = 2 * self.max_in_degree
        fits = doubled <= min(self.p - 1, HIGHEST_IN_DEGREE)
        if self.predictions.on:
            self.choose(**({"max_in_degree": doubled} if fits else {"p": 2 * self.p}))
        self.predictions.observe(self._turned, "revealed")

    def of_graph(self) -> dict[str, int]:
        """Return the graph's own numbers; those of no graph where it has none."""
        if self.measured is None:
            return {name: getattr(self, name) for name in NAMES}
        sizes = self.measured.sizes
        return {
            "p": sizes.p,
            "max_in_degree": sizes.max_in_degree,
            "max_degree": sizes.max_degree,
            "max_boundary": sizes.max_boundary,
            "neighbors": worst_split(sizes.max_in_degree),
        }

    def _measure(self) -> None:
        try:
            self.measured, self.error = measure(self.graph.dag), ""
        except ValueError as error:
            self.measured, self.error = None, str(error)
        found, name = self.measured, self.graph.dag.to_text()
        self.share = None if found is None else share_question(found, name)

    def ask_share(self, asks: bool) -> None:
        """Ask how much of the bound the graph uses, or no longer, nor what waits for an answer."""
        self.turn = None
        self.predictions.ask(self.share if asks else None)

    @property
    def spent(self) -> Measured | None:
        """What the graph costs, where it may be seen."""
        asks = self.predictions
        waits = asks.on and self.share is not None and self.share.key not in asks.given
        return self.measured if asks.answers and not waits else None

    def _follow(self) -> None:
        self._measure()
        self.ask_share(self.predictions.on)
        self.before = None
        self.changed += 1

    def choose(self, **numbers: Any) -> None:
        """Set some of the numbers, where it is asked only after the answer; others go along."""
        if self.turn is not None:  # the chart over what is turned would answer it
            numbers.pop("across", None)
        was = {name: getattr(self, name) for name in (*NAMES, "across")}
        self.before = p, d = self.p, self.max_in_degree
        with self.hold_trait_notifications():
            self._set(was | numbers)
            new = self.p, self.max_in_degree
            if new == (p, d):
                return
            self.turn = numbers if self.predictions.on and (p == new[0] or d == new[1]) else None
            if self.turn is not None:
                self._set(was | {"across": "in-degree" if d == new[1] else "p"})
            self.predictions.ask(turn_question((p, d), new) if self.turn is not None else None)
        self._turned()

    def _turned(self, _change: object = None) -> None:
        """Turn what was asked about, once it is answered; back, where it is asked again."""
        shown, asked = self.predictions.revealed, self.predictions.question
        if self.turn is not None and shown:
            was = {name: getattr(self, name) for name in (*NAMES, "across")}
            self.back, numbers, self.turn = (was, self.turn), self.turn, None
            self.before = self.p, self.max_in_degree
            across = "p" if self.across == "in-degree" else "in-degree"
            self._set(was | {"across": across} | numbers)
        elif self.turn is None and self.back and not shown and asked not in (None, self.share):
            was, self.turn = self.back
            self._set(was)

    def _set(self, numbers: Mapping[str, Any]) -> None:
        p = min(max(2, int(numbers["p"])), MOST_VARIABLES)
        top = min(p - 1, HIGHEST_IN_DEGREE)
        d = min(max(1, int(numbers["max_in_degree"])), top)
        degree = min(max(d, int(numbers["max_degree"])), p - 1)
        boundary = min(max(degree, int(numbers["max_boundary"])), p - 1)
        with self.hold_trait_notifications():
            self.p, self.max_in_degree = p, d
            self.max_degree, self.max_boundary = degree, boundary
            n = numbers["neighbors"]
            self.neighbors = worst_split(d) if n is None else min(max(0, int(n)), d)
            self.across = numbers.get("across", self.across)
            self.changed += 1

    @property
    def sizes(self) -> Sizes:
        """The four numbers of Table 1."""
        return Sizes(self.p, self.max_in_degree, self.max_degree, self.max_boundary)
