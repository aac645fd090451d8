"""The right program of each step, and typical wrong ones with the belief behind each."""

from types import MappingProxyType
from typing import Final

from marvel_widgets.lessons.challenge.programs import (
    Removability,
    boundaries,
    marvel,
    meek,
    neighbors,
    pc,
    removable,
    separate,
    skeleton,
    small,
    update,
    v_structures,
)

_METHODS: Final = (
    ("M33", marvel(rules=0)),
    ("M33", pc(rules=0)),
    ("M34", marvel(rules=1)),
    ("M9", marvel(first=True)),
    ("M6", marvel(Removability(two=False))),
    ("M10", marvel(keep="open")),
    ("M36", marvel(keep="found")),
    ("M11", marvel(after=update(""))),
    ("M17", pc(sizes=lambda n: range(1, n))),
    ("M35", pc(keep="open")),
    ("M42", pc(sizes=lambda _: range(1))),
)
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
WRONG: Final = MappingProxyType(
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
        "removable": (
            ("M5", small),
            ("M6", removable(Removability(two=False))),
            ("M30", removable(Removability(with_x=False))),
            ("M30", removable(Removability(with_y=False))),
            ("M31", removable(Removability(read_sets=False))),
        ),
        "update": (
            ("M11", update("")),
            ("M25", update("with x")),
            ("M28", update("nothing")),
            ("M18", update(sides=1)),
        ),
        "skeleton": (
            ("M8", skeleton(sizes=lambda n: range(n - 1, n))),
            ("M17", skeleton(sizes=lambda n: range(1, n))),
            ("M18", skeleton(sides=1)),
            ("M28", skeleton(sizes=lambda _: range(1))),
        ),
        "v_structures": (("M67", lambda edges, sets: v_structures(edges, sets, read=False)),),
        "meek": (("M33", meek(0)), ("M34", meek(1))),
        "marvel": _METHODS,
        "pc": _METHODS,
        "any": _METHODS,
    }
)
