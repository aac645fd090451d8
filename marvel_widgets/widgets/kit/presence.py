"""What is in every app and workbench unseen: whether some page shows it, and the ways out of it.

One whose cell was run again is no longer there to be seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget

from marvel_widgets.widgets.kit.static_file import program, static_file


class Presence(anywidget.AnyWidget):
    """A part that can't be seen, by which pages tell that they show what it is in.

    In the page it lets keys and focus go on from there, see ``static/ways_out.js``.
    """

    _esm = program(__file__, "within.js", "ways_out.js", "presence.js")
    _css = static_file(__file__, "ways_out.css")

    def __init__(self, seen: Callable[[], object], gone: Callable[[], object]) -> None:
        super().__init__()
        self.layout.display = "none"
        self._pages: set[str] = set()
        self._seen, self._gone = seen, gone
        self.on_msg(self._hear)

    def _hear(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if not isinstance(content, dict):
            return
        seen, gone = content.get("seen"), content.get("gone")
        if isinstance(seen, str):
            self._pages.add(seen)
            self._seen()
        elif isinstance(gone, str) and gone in self._pages:
            self._pages.remove(gone)
            if not self._pages:
                self._gone()
