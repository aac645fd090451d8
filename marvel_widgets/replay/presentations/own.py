"""A program that the learner wrote: its pseudo-code is its source, in the options of the run."""

from typing import Final

from marvel_widgets.core.algorithms.own import OWN
from marvel_widgets.core.algorithms.own_events import FunctionReturned, GraphReturned
from marvel_widgets.replay.presentations.presentation import Presentation, SourcePlace

PRESENTATION: Final = Presentation(
    name=OWN,
    title="Your own",
    short="own",
    words="The program that you wrote, line by line.",
    source=SourcePlace("your program", "as you wrote it"),
    lines=(),
    line_of_purpose={},  # a purpose names its line
    ends_round=(FunctionReturned, GraphReturned),
)
