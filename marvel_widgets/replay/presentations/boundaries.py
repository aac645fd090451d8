"""The methods of boundary discovery."""

from typing import Final

from marvel_widgets.core.boundary import events as ev
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.replay.presentations.presentation import Presentation, SourcePlace, lines

_GROWING = (
    (1, 0, "for each variable X:"),
    (2, 1, "begin with the empty set S"),
)
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
_END = (
    (7, 1, "S is Mb(X)"),
    (8, 0, _SYMMETRY),
)
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
    line_of_event={
        **_LINES,
        ev.GrowthRepeated: 7,
        ev.BoundarySettled: 8,
        ev.MadeSymmetric: 9,
    },
    line_inside=6,
    ends_round=_ROUNDS,
)
