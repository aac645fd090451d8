"""What the controls of every app share: a button with a word on it, the line for an error."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic
from typing import Any

import ipywidgets as w

from marvel_widgets.widgets.kit.ties import Tied

WIDE = {"description_width": "initial"}


def button(text: str, tooltip: str, act: Callable[[], Any], width: str = "auto") -> w.Button:
    """Return a button with a word on it (icons come from elsewhere and may be missing)."""
    layout = w.Layout(width=width, flex="0 0 auto")  # never narrower than its word
    made = w.Button(description=text, tooltip=tooltip, layout=layout)
    made.on_click(lambda _: act())
    return made


# JupyterLab 4.6 may run a field of text and the button beside it in two threads of the kernel: what
# was typed then arrives some milliseconds after the press that was meant for it.
LATE = 0.5  # seconds


class TypedPress:
    """A press that acts on what was typed before it, also where that arrives after it.

    Parameters
    ----------
    act : function without arguments
        Reads the fields; called for a press, and again for what arrives late.

    Examples
    --------
    >>> read = []
    >>> field = w.Text("old")
    >>> press = TypedPress(lambda: read.append(field.value))
    >>> press.hear(field)
    >>> press.press()
    >>> field.value = "new"
    >>> read
    ['old', 'new']
    """

    def __init__(self, act: Callable[[], Any]) -> None:
        self._act, self._acting = act, False
        self._pressed = -LATE

    def hear(self, *fields: w.Widget) -> None:
        """Listen to these fields from now on; what was pressed before was not about them."""
        self._pressed = -LATE
        for field in fields:
            field.observe(lambda _: self._arrived(), "value")

    def press(self) -> None:
        """Act."""
        self._pressed = monotonic()
        self._run()

    def _run(self) -> None:
        self._acting = True  # what the act itself writes into a field has not arrived
        try:
            self._act()
        finally:
            self._acting = False

    def _arrived(self) -> None:
        if not self._acting and monotonic() - self._pressed < LATE:
            self._run()


def escaped(text: str) -> str:
    """Return learner input as harmless HTML."""
    from html import escape

    return escape(text)


def typeset(html: str) -> str:
    """Return HTML in which powers and the index of a maximum in-degree are typeset.

    Examples
    --------
    >>> typeset("2^(2D-2) and O(p^1.67 log² p) for Δin")
    '2<sup>2D-2</sup> and O(p<sup>1.67</sup> log² p) for Δ<sub>in</sub>'
    """
    html = re.sub(r"\^\(([^()]*)\)", r"<sup>\1</sup>", html)
    html = re.sub(r"\^(\w+(?:\.\d+)?)", r"<sup>\1</sup>", html)
    return html.replace("Δin", "Δ<sub>in</sub>")


class ErrorLine(Tied, w.HTML):
    """The sentence on the last input, beside the fields that it was about.

    Parameters
    ----------
    model : HasTraits
        With the traits ``error``, the sentence, and ``error_field``, which input it was.
    *fields : str
        The values of ``error_field`` that belong here.
    """

    def __init__(self, model: Any, *fields: str) -> None:
        self.model = model
        self.fields = fields
        super().__init__()
        self.add_class("mw-trouble-box")
        self.ties.hear(model, lambda _: self._show(), ["error", "error_field"])
        self._show()

    def _show(self) -> None:
        text = escaped(self.model.error) if self.model.error_field in self.fields else ""
        self.value = f'<div class="mw-trouble" role="alert">{text}</div>' if text else ""
