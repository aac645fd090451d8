"""What a moment of an app is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.svg import side_by_side

Tone = Literal["", "right", "wrong"]

BOARD: Final[Positions] = {
    "asia": (40, 0), "tub": (40, 84), "smoke": (210, 0), "lung": (150, 84), "bronc": (270, 84),
    "either": (95, 168), "xray": (40, 252), "dysp": (200, 252),
}  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """A moment of an app."""

    pictures: tuple[str, ...]
    asked: str
    told: tuple[str, ...]
    tone: Tone = ""
    graph: str = ""


Scenes = dict[str, Callable[[], Scene]]


def plain(*drawings: Drawing) -> str:
    """Return drawings as one picture; one alone needs no title beside what is asked."""
    shown = [replace(drawings[0], title="")] if len(drawings) == 1 else drawings
    return side_by_side(shown, legend=False)
