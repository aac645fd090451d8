"""A hidden widget in every app: which pages display it, and how keys leave it."""

from collections.abc import Callable
from typing import Any

import anywidget

from marvel_widgets._data import bytes_of
from marvel_widgets.pictures.palette import FACES
from marvel_widgets.widgets.kit.static_file import program, static_file


class Presence(anywidget.AnyWidget):
    """Calls `on_shown` when a page displays the app, `on_hidden` when the last one stops.

    An app whose cell is run again is displayed no more. In the page it also lets keys and focus
    leave the app, see ``static/ways_out.js``. The typeface goes to a page once, when its first app
    asks for it: in the stylesheet of each app it would be as long as that.
    """

    _esm = program(__file__, "within.js", "ways_out.js", "presence.js")
    _css = static_file(__file__, "ways_out.css")

    def __init__(self, on_shown: Callable[[], object], on_hidden: Callable[[], object]) -> None:
        super().__init__()
        self.layout.display = "none"
        self._pages: set[str] = set()
        self._on_shown, self._on_hidden = on_shown, on_hidden
        self.on_msg(self._handle_message)

    def _handle_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if not isinstance(content, dict):
            return
        shown, hidden = content.get("shown"), content.get("hidden")
        if isinstance(shown, str):
            self._pages.add(shown)
            if content.get("face"):
                self.send({"weights": [*FACES]}, [bytes_of(place) for place in FACES.values()])
            self._on_shown()
        elif isinstance(hidden, str) and hidden in self._pages:
            self._pages.remove(hidden)
            if not self._pages:
                self._on_hidden()
