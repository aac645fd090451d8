"""What a learner's own program reports: what its functions return, and how it ends.

`at` is a line of the program. Values are in the program's own words, whatever their types.
"""

from marvel_widgets.core.boundary.events import Event


class FunctionReturned(Event):
    """A function of the program, beside the method itself, returned a value."""

    at: int
    name: str
    arguments: str
    value: str


class GraphReturned(Event):
    """The program returned its graph: for each variable its parents, and its undirected edges."""

    at: int
    parents: tuple[int, ...]
    undirected: tuple[int, ...]


class ProgramStopped(Event):
    """The program came to no answer."""

    at: int
    why: str
