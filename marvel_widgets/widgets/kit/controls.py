"""What the controls of every app share: buttons, menus, error lines, and what turned them."""

import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar

import traitlets

from marvel_widgets.text import escaped, readable
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.subscriptions import SubscribedWidget

WIDE = {"description_width": "initial"}


class Readable:
    """A widget with twins: a picture, and a text with names as in pictures (see `readable`)."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Take over the class's own `text`."""
        super().__init_subclass__(**kwargs)
        if (own := vars(cls).get("text")) is not None:
            shown = wraps(own)(lambda app: readable(own(app)))
            cls.text = shown  # type: ignore[assignment, method-assign]

    if TYPE_CHECKING:  # each has its own

        def text(self) -> str:
            """Return the present state as text."""
            ...

        def svg(self) -> str:
            """Return the present state as SVG; empty where there is nothing to draw."""
            ...

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]
        bundle["text/plain"] = self.text()
        if picture := self.svg():
            bundle["image/svg+xml"] = picture
        return bundle


def button(text: str, tooltip: str, act: Callable[[], Any], width: str = "auto") -> w.Button:
    """Return a button with a word on it (icons come from elsewhere and may be missing)."""
    layout = w.layout(width=width, flex="0 0 auto")  # never narrower than its word
    made = w.Button(description=text, tooltip=tooltip, layout=layout)
    made.on_click(lambda _: act())
    return made


def signed(sign: str, sentence: str) -> str:
    """Return a judged sentence as HTML, with a sign before it that no screen reader says."""
    return f'<span class="mw-told-sign" aria-hidden="true">{sign}</span>{escaped(sentence)}'


def typeset(html: str) -> str:
    """Return HTML in which powers and the index of a maximum in-degree are typeset."""
    html = re.sub(r"\^\(([^()]*)\)", r"<sup>\1</sup>", html)
    html = re.sub(r"\^(\w+(?:\.\d+)?)", r"<sup>\1</sup>", html)
    return html.replace("Δin", "Δ<sub>in</sub>")


def follow(show: Callable[[], object], *followed: tuple[traitlets.HasTraits, Any]) -> None:
    """Show, now and after each change of some traits of models."""
    for model, names in followed:
        model.observe(lambda _: show(), names)
    show()


_SHOWN: list[object] = []  # controls that show something now: what they get is no choice


def hear(control: traitlets.HasTraits, act: Callable[[Any], Any], trait: str = "value") -> None:
    """Call a function with each choice of a learner: each new value that `put` did not set."""
    control.observe(lambda change: control in _SHOWN or act(change.new), trait)


def put(
    widget: Any, *, shown: object = None, blue: object = None, off: object = None, **traits: Any
) -> None:
    """Let a widget show a state, unheard; what it shows already is not sent again.

    `shown` says whether it is on the screen, `off` whether it is disabled, and `blue` whether it
    is the act that comes next. The other traits are set in their order.
    """
    if shown is not None:
        w.show_if(widget, shown)
    if blue is not None:
        w.mark_if(widget, blue, "mw-primary")
    if off is not None:
        traits["disabled"] = bool(off)
    if "options" in traits:
        traits["options"] = tuple(traits["options"])
    _SHOWN.append(widget)
    try:
        with widget.hold_sync():
            for name, value in traits.items():
                if getattr(widget, name) != value:
                    setattr(widget, name, value)
    finally:
        _SHOWN.remove(widget)


class ErrorLine(SubscribedWidget, w.HTML):
    """The sentence on the last input, beside the fields that it was about."""

    def __init__(self, model: Any, *fields: str) -> None:
        self.model = model
        self.fields = fields
        super().__init__()
        self.add_class("mw-trouble-box")
        self.subscriptions.observe(model, self._show, ["error", "error_field"])
        self._show()

    def _show(self) -> None:
        text = escaped(self.model.error) if self.model.error_field in self.fields else ""
        self.value = f'<div class="mw-trouble" role="alert">{text}</div>' if text else ""


class _AlwaysOne:
    """A selection whose page can't choose nothing: handlers need not reckon with it.

    What is offered may be names of variables, and is shown as everywhere.
    """

    @traitlets.validate("_options_labels")
    def _readable(self, proposal: Any) -> tuple[str, ...]:
        return tuple(map(readable, proposal.value))

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take over what a page says; "nothing" stays unheard where there is a choice."""
        if "index" in sync_data and not isinstance(sync_data["index"], int):
            sync_data = {name: value for name, value in sync_data.items() if name != "index"}
        super().set_state(sync_data)  # type: ignore[misc]  # that of the widget


class Menu(_AlwaysOne, w.Dropdown):
    """A menu of which always one is chosen."""


def menu(
    words: str, options: Any = (), act: Callable[[Any], Any] | None = None, **layout: str
) -> Menu:
    """Return a menu, as wide as it needs; `act` is called with each choice."""
    made = Menu(options=options, description=words, layout=w.layout(**{"width": "auto"} | layout))
    if act is not None:
        hear(made, act)
    return made


def number(words: str, value: int, least: int, most: int, width: str = "12em") -> w.BoundedIntText:
    """Return a field for a whole number."""
    layout = w.layout(width=width)
    return w.BoundedIntText(value, min=least, max=most, description=words, layout=layout)


def tick(words: str, tooltip: str = "") -> w.Checkbox:
    """Return a box to tick, before its words."""
    layout = w.layout(width="auto")
    return w.Checkbox(description=words, tooltip=tooltip, indent=False, layout=layout)


class Toggles(_AlwaysOne, w.ToggleButtons):
    """A row of buttons of which always one is pressed."""

    usual: ClassVar = {"description_width": "initial", "button_width": "auto"}


class Rows(_AlwaysOne, w.RadioButtons):
    """Sentences below each other, of which one is chosen; each breaks at its words."""

    options: Any  # traits of ipywidgets
    value: Any

    def __init__(self, label: str) -> None:
        super().__init__(options=[], description=label, layout=w.layout(width="auto"))
        self.add_class("mw-rows")

    def offer(self, sentences: Sequence[str], chosen: int | None = None) -> None:
        """Show sentences, one of them chosen; without any there is nothing to see."""
        options = tuple((sentence, at) for at, sentence in enumerate(sentences))
        put(self, shown=bool(options), options=options, value=chosen if options else None)
