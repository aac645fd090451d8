"""A run shipped to the page, which then steps it by itself: no message for a step, no kernel.

A reel tells, for every position, the values of some traits of widgets, as `replay.export.reels`
says.
The page sets them on its own models; the kernel learns the position a
moment later, and follows without a word.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from typing import Any

import anywidget
import traitlets

from marvel_widgets.pictures.svg import to_svg, without_words
from marvel_widgets.replay.export.programs import DRIVER
from marvel_widgets.replay.export.reels import Values, stops_of, telling
from marvel_widgets.text import escaped, readable
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.collapsible import Place
from marvel_widgets.widgets.kit.cooperative_job import CooperativeJob
from marvel_widgets.widgets.kit.moving import Moving, Ticks
from marvel_widgets.widgets.kit.picture import Picture
from marvel_widgets.widgets.kit.static_file import program
from marvel_widgets.widgets.kit.transport import Transport
from marvel_widgets.widgets.kit.widget_tree import subtree

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
            self._job.start(self._packed(ahead[: MOST_SENT // BLOCK]), self._ship)

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


Screen = Sequence[tuple[Target, Any]]


class ShownRun:
    """Show a run position by position, here and, by a reel, in the page by itself.

    An app calls `ship` for the run that it is at, and `show` for the position.
    """

    def __init__(
        self,
        model: Moving,
        transport: Transport,
        screen: Callable[[int], Screen],
        said: Callable[[int], str],
        draw: Callable[[int], object] = lambda _: None,
    ) -> None:
        self.model, self.transport = model, transport
        self.screen, self._words, self._draw = screen, said, draw
        self._run: object = None
        self._following = False
        self.reel = Reel()
        transport.children = (*transport.children, self.reel)
        model.observe(lambda change: self.reel.set_trait("playing", change.new), "playing")
        self.reel.observe(lambda change: self._follow(change.new), "position")
        self.reel.gone = model.pause

    # -- what is shipped -------------------------------------------------------------------

    def ship(self, run: object, *, openly: bool = True) -> None:
        """Ship a run, unless the page has it already."""
        if self.model.film.last == 0 or self.transport.seek.disabled:
            openly = False
        if not openly:
            if self._run is not None:
                self._run = None
                self.reel.unload()
        elif run != self._run:
            self._run = run
            model, film, reach = self.model, self.model.film, self.model.reach
            words = self.transport.words
            coarse = () if isinstance(film, Ticks) else model.levels[1:]  # may pass over positions
            self.reel.load(
                [target for target, _ in self._all(model.position)],
                self.values,
                reach,
                {words[n]: [at for at in stops_of(film, n) if at <= reach] for n in coarse},
                model.position,
                waits=reach < film.last,
            )

    def values(self, position: int) -> list[Any]:
        """Return what the page sets at a position, in the order of the reel's targets."""
        return [value for _, value in self._all(position)]

    def said(self, position: int) -> str:
        """Return where a position is, in words."""
        return readable(self._words(position))

    def _all(self, position: int) -> list[tuple[Target, Any]]:
        """Return what a position sets, the transport's controls included."""
        values = self.transport.values(position, self.said(position))
        return [*self.screen(position), *zip(self.transport.targets, values, strict=True)]

    # -- showing ---------------------------------------------------------------------------

    def show(self, position: int) -> None:
        """Show a position; the page gets a message unless it is there already."""
        with self.reel.untold() if self._following else nullcontext():
            self._draw(position)
            for (widget, name), value in self.screen(position):
                widget.set_trait(name, value)
            self.transport.show(self.said(position))
        if not self._following and self.reel.last >= 0:
            self.reel.position = position

    # -- for a page without widgets ----------------------------------------------------------

    @property
    def stops(self) -> dict[str, list[int]]:
        """Where the steps of each level stop, by its words; none where a level is another film."""
        levels = [] if isinstance(self.model.film, Ticks) else self.model.levels
        words = self.transport.words
        return {words[level]: stops_of(self.model.film, level) for level in levels}

    def told(
        self, parts: Mapping[str, w.Widget], places: Mapping[str, Place], folds: Collection[str]
    ) -> dict[str, str]:
        """Return what the parts of an app show at its position, as HTML, by their place.

        What is folded away is left out.
        """
        found: dict[str, list[str]] = {"picture": [], "words": [], "legend": []}
        shown = self.screen(self.model.position)
        told = {id(widget): value for (widget, _), value in shown if isinstance(widget, w.HTML)}
        open_parts = [each for each in parts.items() if each[0] not in folds]
        for name, part in sorted(open_parts, key=lambda each: places.get(each[0]) != "said"):
            place = places.get(name, "words")
            where = found.get("words" if place == "said" else place, [])
            inside = list(subtree(part))
            pictures = [each for each in inside if isinstance(each, Picture)]
            pictures = [each for each in pictures if each.layout.display != "none"]
            where += _pictures_html(pictures)
            own = {id(each) for picture in pictures for each in subtree(picture)}
            for each in reversed(inside):
                value = told.get(id(each), "")
                if value and "mw-legend" in each._dom_classes:
                    found["legend"].append(value)
                elif value and id(each) not in own:
                    where.append(f"<div>{value}</div>")
        return {place: "".join(pieces) for place, pieces in found.items()}

    def _follow(self, position: int) -> None:
        """Take over where the page is; what it shows already is set without a word to it."""
        if position == self.model.position:
            return
        self._following = True
        try:
            self.model.seek(position)
        finally:
            self._following = False


def _pictures_html(pictures: Sequence[Picture]) -> list[str]:
    """Return drawings as SVG; where there are several, each below its title."""
    drawings = [view.drawing for picture in pictures for view in picture.views]
    with without_words():
        svgs = [to_svg(drawing, legend=False) for drawing in drawings]
    if len(drawings) < 2:
        return svgs
    titles = [f"<figcaption>{escaped(drawing.title)}</figcaption>" for drawing in drawings]
    figures = [f"<figure>{t}{svg}</figure>" for t, svg in zip(titles, svgs, strict=True)]
    return [f'<div class="graphs">{"".join(figures)}</div>']
