"""A run on the screen: one list says what a position shows, for the kernel and for the page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from marvel_widgets.pictures.svg import to_svg, without_words
from marvel_widgets.replay.export.reels import stops_of
from marvel_widgets.text import escaped, readable
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.moving import Moving, Ticks
from marvel_widgets.widgets.kit.picture import Picture
from marvel_widgets.widgets.kit.reel import Reel, Target
from marvel_widgets.widgets.kit.transport import Transport
from marvel_widgets.widgets.kit.widget_tree import subtree

if TYPE_CHECKING:
    from marvel_widgets.widgets.kit.places import Place

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
