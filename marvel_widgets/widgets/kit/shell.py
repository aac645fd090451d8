"""What makes a box of controls an app: its bar, its style, its keys, presenter mode."""

import json
from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
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
