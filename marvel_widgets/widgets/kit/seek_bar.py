"""A seek bar with marks, which also listens to the keys of the player around it."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from marvel_widgets.widgets.kit.static_file import program, static_file


class SeekBar(anywidget.AnyWidget):
    """A slider over positions, with a tick for each mark.

    Attributes
    ----------
    value, last : int
        The position, from 0 to `last`.
    marks : list of [position, text] or [position, text, name]
        Ticks; a click goes there, the text is their tooltip, the name stands below where there
        is room.
    value_text : str
        The value in words, for screen readers.
    disabled : bool
        Whether it can't be moved, and hears no key.
    """

    _esm = program(__file__, "seek_bar.js")
    _css = static_file(__file__, "app.css")

    value = traitlets.Int(0).tag(sync=True)
    last = traitlets.Int(1).tag(sync=True)
    marks: traitlets.List[Any] = traitlets.List().tag(sync=True)
    value_text = traitlets.Unicode("").tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def on_key(self, handle: Any) -> None:
        """Call ``handle(name)`` for each key of the player: space, arrows, Home, End."""

        def receive(_widget: Any, content: Any, _buffers: Any) -> None:
            if isinstance(content, dict) and isinstance(content.get("key"), str):
                handle(content["key"])

        self.on_msg(receive)
