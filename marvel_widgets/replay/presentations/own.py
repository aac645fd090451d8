"""A program that the learner wrote: its pseudo-code is its source, in the options of the run."""

from typing import Final

from marvel_widgets.core.algorithms.own import OWN
from marvel_widgets.core.algorithms.own_events import FunctionReturned, GraphReturned
from marvel_widgets.pictures.palette import INK
from marvel_widgets.replay.presentations.presentation import Presentation, SourcePlace, Style

PRESENTATION: Final = Presentation(
    name=OWN,
    title="Your own",
    short="own",
    words="The program that you wrote, line by line.",
    source=SourcePlace("your program", "as you wrote it"),
    style=Style(INK, "*", (0, (1, 2))),
    lines=(),
    line_of_purpose={},  # a purpose names its line
    ends_round=(FunctionReturned, GraphReturned),
)
