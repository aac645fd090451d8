"""An algorithm with one line changed: the lines shown are the right ones, in the run's options."""

from dataclasses import replace
from typing import Final

from marvel_widgets.core.algorithms.own import CHANGED
from marvel_widgets.replay.presentations.own import PRESENTATION as OWN_PRESENTATION
from marvel_widgets.replay.presentations.presentation import SourcePlace

PRESENTATION: Final = replace(
    OWN_PRESENTATION,
    name=CHANGED,
    title="One line changed",
    short="changed",
    words="One of these lines was changed; they are shown as they are when all is right.",
    source=SourcePlace("the right lines", "one was changed"),
)
