"""The controls of ipywidgets, of which those that look alike share their look.

In ipywidgets each control brings a layout and a style of its own: two widgets more, which the
kernel makes and tells the page, and which the page makes again. They were more than half of an app.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

import ipywidgets
from ipywidgets import FileUpload, Layout, Widget, widget_serialization

__all__ = ["FileUpload", "Layout", "Widget", "widget_serialization"]


class SharedLook(Widget):
    """A layout or a style of many widgets, which no widget may change."""

    def share(self, traits: dict[str, Any]) -> None:
        """Freeze a shared style; further assignments raise."""
        self.given = traits

    def __setattr__(self, name: str, value: Any) -> None:
        if "given" in self.__dict__ and name in self.keys:
            message = f"many controls share this {name}; for one, assign widget.layout = {{...}}"
            raise AttributeError(message)
        super().__setattr__(name, value)


_looks: dict[tuple[Any, ...], Any] = {}


def _look(kind: Any, traits: dict[str, Any]) -> Any:
    key = (kind, *sorted(traits.items()))
    if key not in _looks or _looks[key].comm is None:  # somebody has closed all widgets there were
        _looks[key] = _shared(kind)(**traits)
        _looks[key].share(traits)
    return _looks[key]


@cache
def _shared(kind: Any) -> Any:
    return type(kind.__name__, (SharedLook, kind), {})


def layout(**traits: str) -> Layout:
    """Return the layout with these traits, one for all widgets that ask for it."""
    return _look(Layout, traits)


def lay_out(widget: Widget, **traits: str | None) -> None:
    """Change the layout of a widget; None or "" resets a trait."""
    mine = widget.layout
    if not isinstance(mine, SharedLook):
        for name, value in traits.items():
            setattr(mine, name, value)
        return
    wanted = mine.given | traits
    widget.layout = layout(**{name: value for name, value in wanted.items() if value})


def show_if(widget: Widget, condition: object) -> None:
    """Show a widget where the condition is true, and take it off the screen elsewhere."""
    lay_out(widget, display=None if condition else "none")


def mark_if(widget: ipywidgets.DOMWidget, condition: object, name: str) -> None:
    """Give a widget a class of the style where the condition is true, and take it elsewhere."""
    (widget.add_class if condition else widget.remove_class)(name)


class _Alike(ipywidgets.DOMWidget):
    """A control with the looks of its likes."""

    usual: ClassVar[dict[str, str]] = {}  # its style

    def __init__(self, *arguments: Any, **traits: Any) -> None:
        traits.setdefault("layout", layout())
        if self.has_trait("continuous_update"):  # letters on their way would come after a click
            traits.setdefault("continuous_update", False)
        style = getattr(type(self), "style", None)
        if style is not None:
            traits["style"] = _look(style.klass, traits.get("style", self.usual))
        super().__init__(*arguments, **traits)


class _Named(_Alike):
    """A control with its name beside it, which is shown whole."""

    usual: ClassVar = {"description_width": "initial"}


class Box(_Alike, ipywidgets.Box):
    """Some widgets."""


class HBox(_Alike, ipywidgets.HBox):
    """Widgets in a row."""


class Row(HBox):
    """Controls in a row, which goes on below where the page ends."""

    def __init__(self, children: Sequence[Widget] = (), **traits: Any) -> None:
        wrapped = layout(flex_flow="row wrap", align_items="center")
        super().__init__(children, layout=wrapped, **traits)


class VBox(_Alike, ipywidgets.VBox):
    """Widgets below each other."""


class HTML(_Alike, ipywidgets.HTML):
    """Words and pictures."""


class Label(_Alike, ipywidgets.Label):
    """Words."""


class Button(_Alike, ipywidgets.Button):
    """A button."""


class ToggleButton(_Alike, ipywidgets.ToggleButton):
    """A button that stays pressed."""


class ToggleButtons(_Alike, ipywidgets.ToggleButtons):
    """Buttons of which one is pressed."""


class Checkbox(_Alike, ipywidgets.Checkbox):
    """A box with a tick."""


class Dropdown(_Named, ipywidgets.Dropdown):
    """A menu."""


class Select(_Named, ipywidgets.Select):
    """A list of which one is chosen."""


class RadioButtons(_Named, ipywidgets.RadioButtons):
    """Sentences of which one is chosen."""


class Text(_Named, ipywidgets.Text):
    """A line to write."""


class Textarea(_Named, ipywidgets.Textarea):
    """Some lines to write."""


class BoundedIntText(_Named, ipywidgets.BoundedIntText):
    """A whole number within bounds."""


class IntSlider(_Alike, ipywidgets.IntSlider):
    """A slider over whole numbers."""


class IntProgress(_Alike, ipywidgets.IntProgress):
    """How much is done."""
