"""What makes a box of controls an app: its style, its name for a screen reader, its keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

_STATIC = Path(__file__).parent / "static"


class Shell(anywidget.AnyWidget):
    """An invisible part of an app that names it and hears its keys.

    Attributes
    ----------
    label : str
        What a screen reader says on entering the app, with its keys.
    heard : list of str
        The keys heard, by their names in the browser, such as ``"ArrowRight"``; a key that
        the focused control needs itself is left to it.
    """

    _esm = _STATIC / "shell.js"
    _css = _STATIC / "app.css"

    label = traitlets.Unicode("").tag(sync=True)
    heard: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def on_key(self, handle: Callable[[str], Any]) -> None:
        """Call ``handle(name)`` for each of the keys."""

        def receive(_widget: Any, content: Any, _buffers: Any) -> None:
            if isinstance(content, dict) and content.get("key") in self.heard:
                handle(content["key"])

        self.on_msg(receive)
