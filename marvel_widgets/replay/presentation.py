"""The presentation of an algorithm, or of a method of boundary discovery: one value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from marvel_widgets.core.algorithms import rival_events
from marvel_widgets.core.algorithms.collider_set import COLLIDER_SET
from marvel_widgets.core.algorithms.events import (
    EdgeDirected,
    Finished,
    Removed,
    VStructuresCollected,
)
from marvel_widgets.core.algorithms.grow_shrink import GROW_SHRINK
from marvel_widgets.core.algorithms.marvel import MARVEL
from marvel_widgets.core.algorithms.mmpc import MMPC
from marvel_widgets.core.algorithms.own import OWN
from marvel_widgets.core.algorithms.own_events import FunctionReturned, GraphReturned
from marvel_widgets.core.algorithms.pc import PC
from marvel_widgets.core.algorithms.rivals import ORIENTATION, SKELETON
from marvel_widgets.core.boundary import events as ev
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY


class Line(NamedTuple):
    """A line of the pseudo-code."""

    number: int
    indent: int
    text: str


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """A place in the paper, or another source."""

    name: str
    place: str

    def __str__(self) -> str:
        return f"{self.name} ({self.place})"


@dataclass(frozen=True, slots=True, eq=False)
class Presentation:
    """Name, words and pseudo-code of an algorithm; `name` is that of its `Algorithm`.

    `title` is how people write its name, `short` how figures label it, `words` a sentence for a
    menu. `line_of_purpose` has the line that asks the tests of a purpose, `line_inside` that of
    tests which may take a member out of a set. An event names its own line; `line_of_event` has
    the others. An event of `ends_round` ends a round. `reworded` holds the lines that read
    otherwise under an option. `conclusion` is what the answer is told from, if not the source.
    """

    name: str
    title: str
    words: str
    source: SourcePlace
    lines: tuple[Line, ...]
    line_of_purpose: Mapping[str, int]
    ends_round: tuple[type[Event], ...]
    line_of_event: Mapping[type[Event], int] = field(default_factory=dict)
    line_inside: int | None = None
    reworded: Mapping[tuple[str, str], Mapping[int, str]] = field(default_factory=dict)
    short: str = ""
    conclusion: str = ""

    def pseudocode(self, options: Mapping[str, Any]) -> tuple[Line, ...]:
        """Return the lines as a run with some options has them; of an own program, its source."""
        other: dict[int, str] = {}
        for choice in options.items():
            other |= self.reworded.get(choice, {}) if isinstance(choice[1], str) else {}
        found = self.lines or lines(*options.get("source", ()))
        return tuple(line._replace(text=other.get(line.number, line.text)) for line in found)

    def line_of(self, event: Event) -> int:
        """Return the line that an event belongs to: `Finished` to the last."""
        if isinstance(event, Finished):
            return self.lines[-1].number
        return self.line_of_event.get(type(event), event.line)


def lines(*rows: tuple[int, int, str]) -> tuple[Line, ...]:
    """Return lines of (number, indent, text)."""
    return tuple(Line(*row) for row in rows)


_MARVEL: Final = Presentation(
    name=MARVEL.name,
    title="MARVEL",
    short="MARVEL",
    words="MARVEL takes the variables out, one after the other: it looks for one that is "
    "removable, learns its edges, and goes on with the rest.",
    source=SourcePlace("Algorithm 1", "Section 3.3"),
    conclusion="correctness",
    lines=lines(
        (1, 0, "start from the Markov boundary Mb(X) of every variable X"),
        (2, 0, "begin with all variables and no edges"),
        (3, 0, "all variables remain"),
        (4, 0, "repeat until no variable remains:"),
        (5, 1, "sort the remaining variables by boundary size"),
        (6, 1, "for each X in this order:"),
        (7, 2, "tell the neighbors of X from its co-parents"),
        (8, 2, "draw an edge from X to each neighbor"),
        (9, 2, "if no set with X separates two neighbors (Condition 1):"),
        (10, 3, "find the v-structures X → Y ← T"),
        (11, 3, "direct their edges"),
        (12, 3, "if no set with X, Y separates T and another neighbor (Condition 2):"),
        (13, 4, "keep in mind that X leaves with these neighbors"),
        (14, 4, "X leaves"),
        (15, 4, "update the boundaries that X was in"),
        (16, 4, "go on with line 4"),
        (17, 0, "keep the edges, and as v-structures the facts of lines 10 and 13"),
        (18, 0, "apply Meek's rules"),
        (19, 0, "return the essential graph"),
    ),
    reworded={
        ("orientation", "printed"): {
            13: "point every undirected edge at X towards X",
            17: "keep the edges, and the v-structures that the arrows form",
        }
    },
    line_of_purpose={
        BOUNDARY_DISCOVERY: 1,
        lemmas.NEIGHBORS: 7,
        lemmas.CONDITION_ONE: 9,
        lemmas.V_STRUCTURES: 10,
        lemmas.CONDITION_TWO: 12,
        lemmas.BOUNDARY_UPDATE: 15,
    },
    ends_round=(Removed,),
)


MORAL: Final = (
    (1, 0, "start from the Markov boundary Mb(X) of every variable X"),
    (2, 0, "join every X to its boundary: the moral graph"),
)
END: Final = (
    (7, 0, "keep the edges, and the v-structures that fit together"),
    (8, 0, "apply Meek's rules"),
    (9, 0, "return the essential graph"),
)
END_LINES: Final[Mapping[type[Event], int]] = {VStructuresCollected: 7, EdgeDirected: 8}


_PC: Final = Presentation(
    name=PC.name,
    title="PC",
    short="PC",
    words="PC takes edges away, testing each with sets of 0, 1, 2, ... neighbors of its ends.",
    source=SourcePlace("PC", "Spirtes et al. 2000"),
    lines=lines(
        *MORAL,
        (3, 0, "for s = 0, 1, 2, ... while a variable has more than s neighbors:"),
        (4, 1, "for each edge X - Y:"),
        (5, 2, "if s neighbors of X, or of Y, separate X and Y: remove it, keep their set"),
        (6, 0, "X → Z ← Y where X, Y are not adjacent and Z is not in their set"),
        *END,
    ),
    reworded={
        ("start", "complete"): {
            1: "order the variables: edges and sets are walked in this order",
            2: "join every X to every other: the complete graph",
        },
        ("conflicts", "overwrite"): {
            7: "keep the edges; of v-structures that contradict each other, the later directs"
        },
        ("conflicts", "mark"): {
            7: "keep the edges; one that v-structures direct both ways gets two heads"
        },
    },
    line_of_purpose={BOUNDARY_DISCOVERY: 1, SKELETON: 5},
    line_of_event=END_LINES,
    ends_round=(rival_events.SkeletonStarted, rival_events.LevelStarted, VStructuresCollected),
)


_GROW_SHRINK: Final = Presentation(
    name=GROW_SHRINK.name,
    title="Grow-shrink",
    short="GS",
    words="Grow-shrink takes an edge away where a set separates its ends: an edge of the moral "
    "graph, and a set from the smaller boundary of the two.",
    source=SourcePlace("grow-shrink", "Margaritis and Thrun 1999"),
    lines=lines(
        *MORAL,
        (3, 0, "for each edge X - Y:"),
        (4, 1, "if a set from the smaller boundary separates X and Y: remove it"),
        (5, 0, "for each X - Z - Y where X, Y are not adjacent:"),
        (6, 1, "X → Z ← Y unless a set with Z from the smaller boundary separates X and Y"),
        *END,
    ),
    line_of_purpose={BOUNDARY_DISCOVERY: 1, SKELETON: 4, ORIENTATION: 6},
    line_of_event=END_LINES,
    ends_round=(rival_events.SkeletonStarted, VStructuresCollected),
)


_COLLIDER_SET: Final = Presentation(
    name=COLLIDER_SET.name,
    title="Collider Set",
    short="CS",
    words="Collider Set tests few of the edges: those links of the moral graph that close "
    "triangles; a set that separates the ends tells co-parents from neighbors, and points out "
    "colliders.",
    source=SourcePlace("collider sets", "Pellet and Elisseeff 2008"),
    lines=lines(
        *MORAL,
        (3, 0, "for each link X - Y that closes triangles:"),
        (4, 1, "look for a set that separates X and Y"),
        (5, 1, "note each corner Z outside it: X → Z ← Y if both links stay"),
        (6, 0, "remove the links whose ends were separated"),
        *END,
    ),
    line_of_purpose={BOUNDARY_DISCOVERY: 1, SKELETON: 4},
    line_of_event=END_LINES,
    ends_round=(rival_events.SkeletonStarted, rival_events.LinksRemoved, VStructuresCollected),
)


_MMPC: Final = Presentation(
    name=MMPC.name,
    title="MMPC",
    short="MMPC",
    words="MMPC collects candidates for the parents and children of each variable, and returns a "
    "skeleton without directions.",
    source=SourcePlace("MMPC", "Tsamardinos et al. 2006"),
    lines=lines(
        (1, 0, "start from the Markov boundary Mb(X) of every variable X"),
        (2, 0, "for each X:"),
        (3, 1, "begin without candidates, and repeat lines 4 and 5:"),
        (4, 2, "exclude every Y in Mb(X) that a set of candidates separates from X"),
        (5, 2, "let in the Y with the largest least association, if any is left"),
        (6, 1, "exclude each candidate that a set of the others separates from X"),
        (7, 1, "join X to what is left"),
        (8, 0, "keep X - Y only where each was found for the other"),
        (9, 0, "return the skeleton"),
    ),
    reworded={
        ("start", "complete"): {
            1: "no boundaries are needed",
            4: "exclude every Y that a set of candidates separates from X",
        },
        ("symmetry", "or"): {8: "keep X - Y where one was found for the other"},
    },
    # line 6 asks the same question, of the candidates themselves
    line_of_purpose={BOUNDARY_DISCOVERY: 1, SKELETON: 4},
    ends_round=(rival_events.CandidatesKnown, rival_events.SkeletonCorrected),
)


_OWN: Final = Presentation(
    name=OWN,
    title="Your own",
    short="own",
    words="The program that you wrote, line by line.",
    source=SourcePlace("your program", "as you wrote it"),
    lines=(),
    line_of_purpose={},  # a purpose names its line
    ends_round=(FunctionReturned, GraphReturned),
)


_GROWING = ((1, 0, "for each variable X:"), (2, 1, "begin with the empty set S"))
_ONE_BY_ONE = (
    (3, 1, "repeat until none comes in: for each Y outside S:"),
    (4, 2, "if X and Y are dependent given S: Y comes into S"),
)
_STRONGEST_FIRST = (
    (3, 1, "repeat until none comes in: test each Y outside S given S"),
    (4, 2, "of the dependent ones, the most strongly associated comes into S"),
)
_SHRINKING = (
    (5, 1, "for each Y in S:"),
    (6, 2, "if X and Y are independent given the rest of S: Y leaves S"),
)
_SYMMETRY = "where Y is in Mb(X) and X not in Mb(Y): let both in, or neither"
_END = ((7, 1, "S is Mb(X)"), (8, 0, _SYMMETRY))
_LINES = {ev.BoundaryStarted: 2, ev.Grown: 4, ev.Shrunk: 6}
_LINES_OF_EVENTS = {**_LINES, ev.BoundarySettled: 7, ev.MadeSymmetric: 8}
_ROUNDS = (ev.BoundaryFound, ev.BoundarySettled)

TC: Final = Presentation(
    name="tc",
    title="Total conditioning",
    words="Total conditioning asks one test for each pair, given all other variables.",
    source=SourcePlace("total conditioning", "Pellet and Elisseeff 2008"),
    lines=lines(
        (1, 0, "for each variable X:"),
        (2, 1, "for each Y after X:"),
        (3, 2, "if X and Y are dependent given all the others:"),
        (4, 3, "Y is in Mb(X), and X in Mb(Y)"),
        (5, 1, "now Mb(X) is known"),
    ),
    line_of_purpose={BOUNDARY_DISCOVERY: 3},
    line_of_event={ev.BoundaryFound: 5},
    ends_round=_ROUNDS,
)
GS: Final = Presentation(
    name="gs",
    title="Grow-shrink boundaries",
    words="Grow-shrink lets in what depends on X given the set so far, then takes out what "
    "does not, given the rest of it.",
    source=SourcePlace("grow-shrink boundaries", "Margaritis and Thrun 1999"),
    lines=lines(*_GROWING, *_ONE_BY_ONE, *_SHRINKING, *_END),
    line_of_purpose={BOUNDARY_DISCOVERY: 4},
    line_of_event=_LINES_OF_EVENTS,
    line_inside=6,
    ends_round=_ROUNDS,
)
IAMB: Final = Presentation(
    name="iamb",
    title="IAMB",
    words="IAMB tests each variable outside the set in each round and lets in the most strongly "
    "associated, then takes out what is not needed.",
    source=SourcePlace("IAMB", "Tsamardinos et al. 2003"),
    lines=lines(*_GROWING, *_STRONGEST_FIRST, *_SHRINKING, *_END),
    line_of_purpose={BOUNDARY_DISCOVERY: 3},
    line_of_event=_LINES_OF_EVENTS,
    line_inside=6,
    ends_round=_ROUNDS,
)
INTER_IAMB: Final = Presentation(
    name="inter-iamb",
    title="Inter-IAMB",
    words="Inter-IAMB works like IAMB, but takes out what is not needed after each round, so that "
    "sets stay smaller.",
    source=SourcePlace("Inter-IAMB", "Tsamardinos et al. 2003"),
    lines=lines(
        *_GROWING,
        *_STRONGEST_FIRST,
        (5, 2, "for each Y in S:"),
        (6, 3, "if X and Y are independent given the rest of S: Y leaves S"),
        (7, 2, "stop if S is a set that X has had before"),
        (8, 1, "S is Mb(X)"),
        (9, 0, _SYMMETRY),
    ),
    line_of_purpose={BOUNDARY_DISCOVERY: 3},
    line_of_event={**_LINES, ev.GrowthRepeated: 7, ev.BoundarySettled: 8, ev.MadeSymmetric: 9},
    line_inside=6,
    ends_round=_ROUNDS,
)


PRESENTATIONS: Mapping[str, Presentation] = MappingProxyType(
    {
        each.name: each
        for each in (
            *(TC, GS, IAMB, INTER_IAMB),
            *(_COLLIDER_SET, _GROW_SHRINK, _MARVEL, _MMPC, _OWN, _PC),
        )
    }
)


def presentation_of(name: str) -> Presentation:
    """Return the presentation of an algorithm or a method of boundary discovery."""
    if name not in PRESENTATIONS:
        msg = f"{shown(name)} has no presentation; add one to {__name__}"
        raise TypeError(msg)
    return PRESENTATIONS[name]
