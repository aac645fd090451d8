"""Live pictures in an app: updated with few messages, rebuilt only when they must be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import traitlets

from marvel_widgets.pictures.card import legend_svg
from marvel_widgets.pictures.drawing import Drawing, EdgeMark, LegendEntry
from marvel_widgets.pictures.drawing import legend as legend_of
from marvel_widgets.pictures.positions import LIVE_MARGIN, WIDEST
from marvel_widgets.pictures.svg import hull_svg
from marvel_widgets.replay.stage_layers import arc_between, layer
from marvel_widgets.text import escaped
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.graph_view import LiveGraph, stage
from marvel_widgets.widgets.kit.widget_tree import close_tree

# How much larger everything is for a room with a projector.
BIG = 1.5


class Picture(w.VBox):
    """One or more drawings beside each other, with their legend and their words."""

    disabled = traitlets.Bool(False)

    def __init__(
        self,
        *drawings: Drawing,
        on_pick: Callable[[str], object] | None = None,
        on_give: Callable[[str], None] | None = None,
        on_pick_edge: Callable[[str, str], None] | None = None,
        big: bool = False,
        legend: bool = True,
        noted: bool = False,
        plain_legend: bool = False,
        layered: bool = False,
        pinned: bool = False,
    ) -> None:
        self._pinned = pinned
        self._tell = self._unless_disabled(on_pick)
        self._tell_given = self._unless_disabled(on_give)
        self._tell_edge = self._unless_disabled(on_pick_edge)
        self._zoom = BIG if big else 1.0
        self._with_legend, self._noted = legend, noted
        self._plain_legend = plain_legend
        self._layered = layered
        self._slots: list[_Slot] = []
        self._row = w.HBox(layout=w.layout(flex_flow="row wrap", flex="0 1 auto"))
        self._row.add_class("mw-views")
        self._beside: w.HTML | None = None  # only the player's has one
        self._legend = w.HTML()
        self._legend.add_class("mw-legend")
        self._legend_shown: tuple[tuple[LegendEntry, ...], int] = ((), 0)
        super().__init__([self._row, self._legend], layout=w.layout(flex="0 1 auto"))
        self.show(*drawings)

    @property
    def views(self) -> list[LiveGraph]:
        """The live views, from the left."""
        return [slot.view for slot in self._slots]

    @property
    def frames(self) -> list[w.VBox]:
        """The frame of each view, with its title."""
        return [slot.framed for slot in self._slots]

    @property
    def words(self) -> list[str]:
        """The alternative text of each view, as HTML."""
        return [slot.words.value for slot in self._slots]

    def show(self, *drawings: Drawing) -> None:
        """Show these drawings; a view is rebuilt only where the old one can't show it."""
        old = self._slots
        self._slots = [
            old[i] if i < len(old) and old[i].view.fits(drawing) else self._new_slot(drawing)
            for i, drawing in enumerate(drawings)
        ]
        kept = set(map(id, self._slots))
        if [id(slot) for slot in old] != [id(slot) for slot in self._slots]:
            self._fill_row()
        for slot in old:
            if id(slot) not in kept:
                slot.close()
        for slot, drawing in zip(self._slots, drawings, strict=True):
            slot.show(drawing)
        self._show_legend(list(drawings))

    def stage(
        self,
        *drawings: Drawing,
        more: Sequence[Iterable[EdgeMark]] = (),
        notes: Sequence[Mapping[str, str]] = (),
        beside: str = "",
    ) -> None:
        """Rebuild all views, with room for what later drawings will have."""
        old, self._slots = self._slots, []
        if self._beside is None and beside:
            self._beside = w.HTML()
            self._beside.add_class("mw-beside")
        if self._beside is not None:
            self._beside.value = beside
        for i, drawing in enumerate(drawings):
            later = more[i] if i < len(more) else ()
            noted = notes[i] if i < len(notes) else {}
            self._slots.append(self._new_slot(drawing, more_edges=later, notes=noted))
        self._fill_row()
        for slot in old:
            slot.close()
        self.show(*drawings)

    def _fill_row(self) -> None:
        beside = () if self._beside is None else (self._beside,)
        self._row.children = (*(slot.framed for slot in self._slots), *beside)

    def _new_slot(self, drawing: Drawing, **options: Any) -> _Slot:
        made = _Slot(
            drawing,
            **options,
            zoom=self._zoom,
            noted=self._noted,
            layered=self._layered,
            pinned=self._pinned,
        )
        made.view.pick(self._tell, self._tell_given, self._tell_edge)
        return made

    def pin(self, *controls: tuple[w.Widget, tuple[float, float]]) -> None:
        """Put controls on the first picture, each in the middle of a place of its drawing."""
        for slot in self._slots[:1]:
            slot.pin(controls)

    def lay_over(self, under: str, over: str) -> None:
        """Put layers below and above the first picture."""
        for slot in self._slots[:1]:
            slot.layers[0].value, slot.layers[1].value = under, over

    def lay_answer(self, tested: tuple[object, object, bool] | None) -> None:
        """Draw whether two variables are independent as an arc over the first picture, or none."""
        for slot in self._slots[:1]:
            drawing, arc = slot.view.drawing, ""
            if tested is not None:
                x, y, independent = tested
                arc = arc_between(drawing, str(x), str(y), independent=independent)
            self.lay_over(
                layer("mw-under", drawing, hull_svg(drawing)), layer("mw-over", drawing, arc)
            )

    @property
    def targets(self) -> list[tuple[w.Widget, str]]:
        """What a position of a reel sets, in the order of `values`."""
        found = [target for slot in self._slots for target in slot.targets]
        return [*found, (self._legend, "value")]

    def values(self, *drawings: Drawing, layers: Sequence[str] = ()) -> list[Any]:
        """Return what `targets` have for these drawings; two layers of each go below and above."""
        found: list[Any] = []
        for at, (slot, drawing) in enumerate(zip(self._slots, drawings, strict=True)):
            found += [*slot.values(drawing), *layers[2 * at : 2 * at + 2]]
        return [*found, self._legend_of(list(drawings)) if self._with_legend else ""]

    def _unless_disabled(self, act: Callable[..., object] | None) -> Callable[..., None] | None:
        def heard(*names: str) -> None:
            if act is not None and not self.disabled:
                act(*names)

        return act and heard

    def _show_legend(self, drawings: list[Drawing]) -> None:
        if not self._with_legend:
            return
        shown = legend_of(*drawings), _legend_width(drawings)
        if shown != self._legend_shown:
            self._legend_shown = shown
            self._legend.value = self._legend_of(drawings)

    def _legend_of(self, drawings: list[Drawing]) -> str:
        width = _legend_width(drawings)
        return legend_svg(drawings, width=width, scale=self._zoom, plain=self._plain_legend)


def _legend_width(drawings: list[Drawing]) -> int:
    # no wider than one picture: it would be shrunk where the two stand below each other
    return min(WIDEST, sum(drawing.width for drawing in drawings))


class _Slot:
    """A view in its frame: title above, alternative text below."""

    def __init__(
        self, drawing: Drawing, *, layered: bool = False, pinned: bool = False, **view_options: Any
    ) -> None:
        self.view = stage(drawing, signs=not pinned, **view_options)
        self._title, self.words = w.HTML(), w.HTML()
        shown: Any = self.view
        self.layers: list[w.HTML] = []
        if layered:
            under, over = self.layers = [w.HTML(), w.HTML()]
            shown = w.Box([under, self.view, over])
            shown.add_class("mw-layers")
        self._pins = w.Box() if pinned else None
        if self._pins is not None:
            self._pins.add_class("mw-pins")
            shown = w.Box([self.view, self._pins])
            shown.add_class("mw-layers")
        self.framed = w.VBox([self._title, shown, self.words])
        self.framed.add_class("mw-view")

    def show(self, drawing: Drawing) -> None:
        self.view.show(drawing)
        self._title.value, self.words.value = _title(drawing), _words(drawing)
        # a player has both layers for itself
        if self.layers and not self.layers[1].value:
            behind = hull_svg(drawing)
            if behind or self.layers[0].value:
                self.layers[0].value = behind and layer("mw-under", drawing, behind)

    def pin(self, controls: Sequence[tuple[w.Widget, tuple[float, float]]]) -> None:
        if self._pins is None:
            return
        size = self.view.drawing.width, self.view.drawing.height
        for control, spot in controls:
            left, top = (
                f"{100 * (at + LIVE_MARGIN) / (whole + 2 * LIVE_MARGIN):.2f}%"
                for at, whole in zip(spot, size, strict=True)
            )
            w.lay_out(control, left=left, top=top)
        self._pins.children = [control for control, _ in controls]

    def close(self) -> None:
        self.pin(())  # whoever pinned them keeps them
        close_tree(self.framed)

    @property
    def targets(self) -> list[tuple[w.Widget, str]]:
        """What a reel sets, in the order of `values`, then the layers."""
        texts = (self._title, self.words, *self.layers)
        return [*self.view.targets, *((text, "value") for text in texts)]

    def values(self, drawing: Drawing) -> list[Any]:
        return [*self.view.values(drawing), _title(drawing), _words(drawing)]


def _title(drawing: Drawing) -> str:
    title = escaped(drawing.title)
    return f'<div class="mw-view-title">{title}</div>' if title else ""


def _words(drawing: Drawing) -> str:
    return f'<div class="mw-sr">{escaped(drawing.description)}</div>'
