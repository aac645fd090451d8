"""A run shipped to the page, which then steps it by itself: no message for a step, no kernel.

A reel tells, for every position, the values of some traits of widgets, as `replay.export.reels`
says.
The page sets them on its own models; the kernel learns the position a
moment later, and follows without a word.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import anywidget
import traitlets

from marvel_widgets.replay.export.programs import DRIVER
from marvel_widgets.replay.export.reels import Values, telling
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.cooperative_job import CooperativeJob
from marvel_widgets.widgets.kit.static_file import program

BLOCK = 128  # positions that come together
MOST_SENT = 6_000  # positions sent ahead; of a longer run, those that the page asks for
MOST_BYTES = 4_000_000  # packed, likewise
SLICE, REST = 0.02, 0.03  # seconds of work, and for whatever else the kernel has to do

Target = tuple[w.Widget, str]


class _OutdatedError(Exception):
    """There is another run."""


class Reel(anywidget.AnyWidget):
    """The driver of a run in the page.

    `load` takes a run. In the page the buttons, the seek bar and the keys of the transport
    around it are then heard by the reel first.
    """

    _esm = program(__file__, "within.js", "reel.js", "reel_transport.js", first=DRIVER)

    position = traitlets.Int(0).tag(sync=True)
    last = traitlets.Int(-1).tag(sync=True)
    run = traitlets.Int(0).tag(sync=True)
    block_size = traitlets.Int(BLOCK).tag(sync=True)
    stops: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    waits = traitlets.Bool(False).tag(sync=True)
    targets: traitlets.List[Any] = traitlets.List(traitlets.Instance(w.Widget)).tag(
        sync=True, **w.widget_serialization
    )
    traits_set: traitlets.List[Any] = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        w.show_if(self, False)
        self._values: Values = lambda _: ()
        self._pairs: list[Target] = []
        self._job = CooperativeJob()
        self._job.slice, self._job.rest = SLICE, REST
        # is called when the page no longer has a view of the app
        self.gone: Callable[[], object] = lambda: None
        self.on_msg(self._answer)

    # -- taking a run ----------------------------------------------------------------------

    def load(
        self,
        targets: Sequence[Target],
        values: Values,
        last: int,
        stops: Mapping[str, Sequence[int]],
        position: int = 0,
        *,
        waits: bool = False,
    ) -> None:
        """Take a run in place of the one before; `waits`: its end is a question."""
        self._job.cancel()
        self._pairs, self._values = list(targets), values
        with self.hold_sync():
            self.targets = [widget for widget, _ in targets]
            self.traits_set = [name for _, name in targets]
            self.stops = {level: list(these) for level, these in stops.items()}
            self.position, self.last, self.waits = position, last, waits
            self.run += 1

    def unload(self) -> None:
        """Leave every step to the kernel.

        The targets go too: of a closed one, no page that is loaded again could be told.
        """
        self._job.cancel()
        self._pairs = []
        with self.hold_sync():
            self.targets, self.traits_set = [], []
            self.last = -1
            self.run += 1

    def block(self, number: int) -> bytes:
        """Return some positions, packed; `unpacked` shows what is in it."""
        return next(packed for packed in self._packing(number) if packed is not None)

    def _packing(self, number: int) -> Iterator[bytes | None]:
        """Pack a block: yield None after each position, so that others get their turn, then it."""
        first = number * BLOCK
        positions = range(first, min(first + BLOCK, self.last + 1))
        try:
            for data in telling(self._of_run(self.run), positions):
                text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
                yield None if data is None else zlib.compress(text, 6)
        except _OutdatedError:
            return

    def _of_run(self, run: int) -> Values:
        """Return the values of a run, which end with it.

        Whoever looks at an app lets it follow a shared graph: to ask for the values of a position
        may bring another run, of which there may be fewer.
        """

        def values(position: int) -> Sequence[Any]:
            found = self._values(position)
            if self.run != run:
                raise _OutdatedError
            return found

        return values

    # -- talking to the page ---------------------------------------------------------------

    def _answer(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Send what a page asks for: all of a run, or the block that it needs now."""
        if not isinstance(content, dict):
            return
        if "gone" in content:
            self.gone()
        if self.last < 0:
            return
        blocks = self.last // BLOCK + 1
        wanted = content.get("need")
        if isinstance(wanted, int) and 0 <= wanted < blocks:
            for packed in filter(None, self._packing(wanted)):
                self._ship((wanted, packed))
        elif "ready" in content and not self._job.running:
            here = min(self.position // BLOCK, blocks - 1)
            ahead = sorted(range(blocks), key=lambda number: abs(number - here))
            self._job.start(self._packed(ahead[: MOST_SENT // BLOCK]), blocks, self._ship)

    def _packed(self, numbers: Sequence[int]) -> Iterator[tuple[int, bytes] | None]:
        sent, run = 0, self.run
        for number in numbers:
            if sent > MOST_BYTES or self.run != run:  # packing may bring another one
                return
            for packed in self._packing(number):
                sent += 0 if packed is None else len(packed)
                yield None if packed is None else (number, packed)

    def _ship(self, numbered: tuple[int, bytes]) -> None:
        number, packed = numbered
        self.send({"block": number, "run": self.run}, [packed])

    @contextmanager
    def untold(self) -> Iterator[None]:
        """Change the targets without a message to the page, which shows it already."""
        with ExitStack() as held:
            for widget, _ in self._pairs:
                held.enter_context(widget.hold_sync())
            yield
            for widget, name in self._pairs:
                widget._states_to_send.discard(name)

    def close(self) -> None:
        """Stop sending; the targets belong to others and stay."""
        if self.comm is not None:
            self._job.cancel()
            with self.hold_sync():
                self.targets = []
                self._states_to_send.clear()
        super().close()


def unpacked(block: bytes) -> dict[str, Any]:
    """Return what is in a block."""
    data: dict[str, Any] = json.loads(zlib.decompress(block))
    return data
