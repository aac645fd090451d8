"""A program as the answer: written in a cell, and taken from there by its name.

A cell has what a text area lacks: completion, and errors that name a line of it.
"""

from collections.abc import Callable
from typing import Any

from marvel_widgets.assessment.program_answers import Program
from marvel_widgets.text import escaped
from marvel_widgets.widgets.exercise_box.picture import Chosen
from marvel_widgets.widgets.kit import stock as w


class ProgramAnswer(w.HTML):
    """What to begin with, or what was answered; the answer itself is a function of the notebook."""

    hint = ""
    chosen = Chosen()

    def __init__(self, kind: Program, label: str = "Your answer") -> None:
        self.kind, self.label = kind, label
        super().__init__()
        self.put(...)

    @property
    def raw(self) -> Any:
        """The function; ``...`` where no cell has defined it."""
        return self.kind.in_the_notebook()

    @property
    def wanted(self) -> str:
        """What to do about an answer that is missing."""
        return f"Write def {self.kind.signature}: in a cell, run that cell, and press Check again."

    def put(self, raw: Any) -> None:
        """Show the source of an answer, or what to begin with."""
        words = f"{self.label}, written in a cell. Run the cell, then press Check. To begin with:"
        source = self.kind.start
        if isinstance(raw, str):
            words, source = f"{self.label}, as it was given:", raw
        self.value = (
            f'<div class="mw-place">{escaped(words)}</div>'
            f'<pre class="mw-program" tabindex="0">{escaped(source)}</pre>'
        )

    def pick(self, name: str) -> None:
        """Leave a click in the picture alone."""

    def hear(self, act: Callable[[], Any]) -> None:
        """Do nothing: the function is taken when Check is pressed."""
