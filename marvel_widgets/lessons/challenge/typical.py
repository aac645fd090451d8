"""The right program of each step, and typical wrong ones with the belief behind each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.challenge.calls import Program
from marvel_widgets.lessons.challenge.changes import CHANGES
from marvel_widgets.lessons.challenge.programs import (
    boundaries,
    marvel,
    meek,
    neighbors,
    pc,
    removable,
    separate,
    skeleton,
    update,
    v_structures,
)


def moral_graph(ask: Program, names: tuple[Label, ...]) -> set[frozenset[Label]]:
    """Return the pairs that all the others do not separate."""
    return {frozenset((x, y)) for x, near in boundaries()(ask, names).items() for y in near}


def _believed(step: str) -> tuple[tuple[Misconception, Program], ...]:
    return tuple((each.belief, each.program) for each in CHANGES[step] if each.belief)


# For each step the right programs, and the wrong ones with the belief behind each.
RIGHT: Final = MappingProxyType(
    {
        "separate": separate(lambda n: range(n + 1)),
        "boundaries": boundaries(),
        "neighbors": neighbors(range),
        "removable": removable(),
        "update": update(),
        "skeleton": skeleton(),
        "v_structures": v_structures,
        "meek": meek(3),
        "marvel": marvel(),
        "pc": pc(),
        "any": marvel(),
    }
)
WRONG: Final[Mapping[str, tuple[tuple[Misconception, Program], ...]]] = MappingProxyType(
    {
        "separate": (
            ("M8", separate(lambda n: range(n, n + 1))),
            ("M17", separate(lambda n: range(1, n + 1))),
            ("M28", separate(lambda _: range(1))),
        ),
        "boundaries": (("M21", boundaries("nothing")),),
        "neighbors": (
            ("M7", lambda _, __, boundary: boundary),
            ("M8", neighbors(lambda n: range(n, n + 1))),
            ("M17", neighbors(lambda n: range(1, n + 1))),
            ("M28", neighbors(lambda _: range(1))),
        ),
        "removable": _believed("removable"),
        "update": _believed("update"),
        "skeleton": (
            ("M8", skeleton(sizes=lambda n: range(n - 1, n))),
            ("M17", skeleton(sizes=lambda n: range(1, n))),
            ("M65", skeleton(sides=1)),
            ("M28", skeleton(sizes=lambda _: range(1))),
            ("M8", moral_graph),
        ),
        "v_structures": (("M67", lambda edges, sets: v_structures(edges, sets, read=False)),),
        "meek": (("M33", meek(0)), ("M34", meek(1))),
        **dict.fromkeys(("marvel", "pc", "any"), _believed("any")),
    }
)
