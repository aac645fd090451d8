"""The bug game: which graph shows that a method is wrong, and which few show it of all fourteen?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.lessons.challenge.calls import TRUSTED, Call, Caller, Program
from marvel_widgets.lessons.challenge.changes import PLANTED, Change
from marvel_widgets.lessons.challenge.tasks import TASKS
from marvel_widgets.lessons.challenge.words import said
from marvel_widgets.text import counted, listed

MOST_VARIABLES: Final = 5  # up to there all graphs are tried, and par is what it says
FEWEST_GRAPHS: Final = 3  # that show all bugs together


@dataclass(frozen=True, slots=True)
class Try:
    """What a graph shows of a bug; true where it shows the bug."""

    bug: Bug
    call: Call
    shows: bool

    def __bool__(self) -> bool:
        return self.shows

    def __repr__(self) -> str:
        dag = self.call.dag
        right = said(essential_graph(dag))
        if not self.shows:
            return f"Right here: it returns {right}. This graph does not show the bug."
        size, par = (len(dag), dag.edge_count), self.bug.par
        end = "That is par." if size == par else f"Par is {_size(par)}."
        wrong = self.call.trouble or f"it returns {said(self.call.value)}"
        return f"Found: {wrong}; right is {right}. Your graph has {_size(size)}. {end}"

    def _repr_html_(self) -> str:
        from marvel_widgets.pictures.figure import draw

        return f"<p>{self!r}</p>{draw(self.call.dag)._repr_svg_()}"


@dataclass(frozen=True, slots=True)
class Bug:
    """A method with a bug; called with a graph, it shows what happens there."""

    number: int

    @property
    def par(self) -> tuple[int, int]:
        """Variables and edges of a smallest graph that shows it, whatever the names."""
        return self._planted.par or (0, 0)

    @property
    def program(self) -> Program:
        """The method itself, for `record` or `MarvelPlayer`."""
        return self._planted.program

    @property
    def _planted(self) -> Change:
        return PLANTED[self.number - 1]

    def __call__(self, graph: Any) -> Try:
        """Run the method on a graph, or its text."""
        dag = graph if isinstance(graph, Dag) else Dag(graph)
        if not 1 <= len(dag) <= MOST_VARIABLES:
            msg = f"draw 1 to {MOST_VARIABLES} variables; this graph has {len(dag)}"
            raise GraphError(msg)
        call = Caller(TASKS["any"], self.program, TRUSTED)(dag, ())
        return Try(self, call, not call.right)

    def reveal(self) -> str:
        """Return what is wrong with the method."""
        return f"Bug {self.number}, in {self._planted.method.upper()}: {self._planted.words}."

    def __repr__(self) -> str:
        return (
            f"Bug {self.number} of {len(PLANTED)} is in {self._planted.method.upper()}. Draw a "
            "graph on which it returns a wrong answer, as small as you can; par is "
            f"{_size(self.par)}."
        )


def bug_hunt(number: int) -> Bug:
    """Return one of fourteen bugs that are planted in MARVEL or PC, to find a graph that shows it.

    Raises
    ------
    ValueError
        There is no such bug.

    Examples
    --------
    >>> from marvel_widgets import bug_hunt
    >>> bug = bug_hunt(5)
    >>> bug("A -> B")
    Right here: it returns A - B. This graph does not show the bug.
    >>> bool(bug("A -> B; A -> C")), bug.par
    (True, (3, 2))
    """
    if number not in range(1, len(PLANTED) + 1):
        msg = f"the bugs are numbered 1 to {len(PLANTED)}; got {shown(number)}"
        raise ValueError(msg)
    return Bug(number)


def bugs_shown(*graphs: Any) -> BugsShown:
    """Return which of the fourteen bugs some graphs show together.

    Examples
    --------
    >>> from marvel_widgets import bugs_shown
    >>> bugs_shown("A -> B; A -> C; B -> D; C -> D").numbers
    (1, 3, 4, 5, 10, 11)
    """
    bugs = [Bug(number) for number in range(1, len(PLANTED) + 1)]
    return BugsShown(
        tuple(bug.number for bug in bugs if any(bug(graph) for graph in graphs)), len(graphs)
    )


@dataclass(frozen=True, slots=True)
class BugsShown:
    """The numbers of the bugs that some graphs show; true where they are all."""

    numbers: tuple[int, ...]
    graphs: int

    def __bool__(self) -> bool:
        return len(self.numbers) == len(PLANTED)

    def __repr__(self) -> str:
        on = f"on {counted(self.graphs, 'graph')}"
        if self:
            end = "That is par." if self.graphs == FEWEST_GRAPHS else f"Par is {FEWEST_GRAPHS}."
            return f"All {len(PLANTED)} bugs show {on}. {end}"
        missing = [str(n) for n in range(1, len(PLANTED) + 1) if n not in self.numbers]
        return f"{len(self.numbers)} of {len(PLANTED)} bugs show {on}; not {listed(missing)}."


def _size(size: tuple[int, int]) -> str:
    return f"{counted(size[0], 'variable')} and {counted(size[1], 'edge')}"
