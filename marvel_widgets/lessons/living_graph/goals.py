"""Goals for a learner who edits a graph: how near the graph is, and whether one is reached."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from marvel_widgets.lessons.living_graph.words import counted_tests
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.text import counted, listed
from marvel_widgets.theory.graph_survey import Survey
from marvel_widgets.theory.survey_changes import edge_changes

RULES: Final = "The variables stay."


@dataclass(frozen=True, slots=True)
class Progress:
    """How near a graph is to a goal."""

    value: int
    wanted: int
    edits: int
    words: str
    allowed: bool = True

    @property
    def reached(self) -> bool:
        """Whether the goal is reached."""
        return self.allowed and self.value >= self.wanted

    @property
    def share(self) -> float:
        """The way done, from 0 to 1."""
        return min(1.0, max(0, self.value) / self.wanted) if self.allowed else 0.0


@dataclass(frozen=True, slots=True)
class Goal(ABC):
    """Something to bring about by editing edges."""

    title: str
    words: str

    @abstractmethod
    def wanted(self, start: Survey) -> int:
        """Return how much of what is counted is needed, from this start."""

    @abstractmethod
    def value(self, now: Survey) -> int:
        """Return how much of it there is."""

    @abstractmethod
    def standing(self, start: Survey, now: Survey) -> str:
        """Return the state of the graph in one sentence."""

    def why_not(self, start: Survey) -> str:
        """Return why the goal can't begin here, in one sentence; empty where it can."""
        if self.value(start) >= self.wanted(start):
            return f"That is so on this graph already. {self.standing(start, start)}"
        return ""

    def progress(self, start: Survey, now: Survey) -> Progress:
        """Return how near a graph is, when the goal began at another.

        >>> from marvel_widgets import Dag
        >>> from marvel_widgets.theory.graph_survey import survey
        >>> trap = Dag("X -> Y <- T; Y -> Z; X -> Z")
        >>> start, now = survey(trap), survey(trap.with_edge("T", "Z"))
        >>> goal = GOALS["marvel-pays"]
        >>> goal.progress(start, start).reached, goal.progress(start, now).reached
        (False, True)
        >>> print(goal.progress(start, now).words)
        MARVEL performs 24 tests; PC and Collider sets perform fewer. Changed edges: 1.
        """
        if set(start.dag.nodes) != set(now.dag.nodes):
            text = "The variables are no longer those of the start. Undo, or begin the goal anew."
            return Progress(0, self.wanted(start), 0, text, allowed=False)
        edits = len(edge_changes(start.dag, now.dag))
        text = f"{self.standing(start, now)} Changed edges: {edits}."
        return Progress(self.value(now), self.wanted(start), edits, text)


class MarvelPays(Goal):
    """One of the rivals needs fewer tests than MARVEL."""

    __slots__ = ()

    def wanted(self, start: Survey) -> int:  # noqa: ARG002 - the same from every start
        """Return 1: one rival is enough."""
        return 1

    def value(self, now: Survey) -> int:
        """Return how many rivals perform fewer tests than MARVEL."""
        return len(_cheaper_than("marvel", now))

    def standing(self, start: Survey, now: Survey) -> str:  # noqa: ARG002
        """Return how many tests MARVEL performs, and which rivals perform fewer."""
        names = [algorithm_name(name) for name in _cheaper_than("marvel", now)]
        fewer = f"{listed(names)} {_verb(names)} fewer" if names else "no rival performs fewer"
        return f"MARVEL performs {counted_tests(now.tests['marvel'])}; {fewer}."


class OneMoreRemovable(Goal):
    """One more variable is removable than at the start."""

    __slots__ = ()

    def wanted(self, start: Survey) -> int:
        """Return one more than at the start."""
        return len(start.removable) + 1

    def value(self, now: Survey) -> int:
        """Return how many variables are removable."""
        return len(now.removable)

    def standing(self, start: Survey, now: Survey) -> str:
        """Return how many are removable now, and how many were."""
        n = len(now.removable)
        verb = "is" if n == 1 else "are"
        return (
            f"{n} of {counted(len(now.dag), 'variable')} {verb} removable; at the start "
            f"{len(start.removable)}."
        )

    def why_not(self, start: Survey) -> str:
        """Return that there is none left, where all are removable."""
        if len(start.removable) == len(start.dag):
            return "All variables are removable here already: there is no further one."
        return ""


class PcWins(Goal):
    """PC needs fewer tests than each of the others."""

    __slots__ = ()

    def wanted(self, start: Survey) -> int:
        """Return how many others there are."""
        return len(start.tests) - 1

    def value(self, now: Survey) -> int:
        """Return how many others perform more tests than PC."""
        return sum("pc" in _cheaper_than(name, now) for name in now.tests)

    def standing(self, start: Survey, now: Survey) -> str:  # noqa: ARG002
        """Return how many tests PC performs, and which others perform as few or fewer."""
        ahead = [
            algorithm_name(name)
            for name in now.tests
            if name != "pc" and "pc" not in _cheaper_than(name, now)
        ]
        rest = "each of the others performs more"
        if ahead:
            rest = f"{listed(ahead)} {_verb(ahead)} as few or fewer"
        return f"PC performs {counted_tests(now.tests['pc'])}; {rest}."


def _cheaper_than(name: str, found: Survey) -> list[str]:
    """Return which algorithms perform fewer tests; of two past the budget, neither is known to."""
    own = found.tests[name]
    return [other for other, n in found.tests.items() if n is not None and (own is None or n < own)]


def _verb(names: list[str]) -> str:
    return "performs" if len(names) == 1 else "perform"


# The goals by their names: what to build, and a function that says whether a graph has it.
GOALS: Final[Mapping[str, Goal]] = MappingProxyType(
    {
        "marvel-pays": MarvelPays(
            "Make MARVEL pay",
            "Change edges until MARVEL performs more CI tests after boundary discovery than one "
            f"of its four rivals. {RULES}",
        ),
        "pc-wins": PcWins(
            "Make PC win",
            "Change edges until PC performs fewer CI tests after boundary discovery than each of "
            f"the other four. {RULES}",
        ),
        "one-more-removable": OneMoreRemovable(
            "Make one more variable removable",
            f"Change edges until one more variable is removable than at the start. {RULES}",
        ),
    }
)
