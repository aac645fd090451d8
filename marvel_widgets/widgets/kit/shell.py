"""What makes a box of controls an app: its bar, style, keys; which pages display it."""

import json
from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from marvel_widgets._data import bytes_of
from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.pictures.palette import FACES
from marvel_widgets.pictures.positions import ASPECTS
from marvel_widgets.replay.export.programs import MOTION
from marvel_widgets.widgets.kit.static_file import program, static_file


def _said() -> str:
    """Return the words for each state of a variable or an edge, those of the legend."""
    nodes = {state: look.meaning for state, look in NODE_STYLES.items() if state != "idle"}
    edges = {state: look.meaning for state, look in EDGE_STYLES.items()}
    return f"const SAID = {json.dumps({'nodes': nodes, 'edges': edges})};\n"


class Shell(anywidget.AnyWidget):
    """The bar of an app, which also names the app, handles its keys and fits its pictures.

    Presenter mode, the legend and the sizes of pictures are the page's own matter: they work
    without a kernel. F presents, L shows or hides the legend, P blanks the screen.
    """

    _esm = program(
        __file__, "within.js", "picture_keys.js", "fitting.js", "shell.js", first=MOTION + _said()
    )
    _css = static_file(__file__, "app.css") + static_file(__file__, "band.css")

    label = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    subtitle = traitlets.Unicode("").tag(sync=True)
    count = traitlets.Unicode("").tag(sync=True)
    has_head = traitlets.Bool(False).tag(sync=True)
    editing = traitlets.Bool(False).tag(sync=True)
    pane = traitlets.Enum(tuple(ASPECTS), "wide").tag(sync=True)  # the room for one graph
    heard: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def on_key(self, handle: Callable[[str], Any]) -> None:
        """Call ``handle(name)`` for each of the keys."""

        def receive(_widget: Any, content: Any, _buffers: Any) -> None:
            if isinstance(content, dict) and content.get("key") in self.heard:
                handle(content["key"])

        self.on_msg(receive)


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
