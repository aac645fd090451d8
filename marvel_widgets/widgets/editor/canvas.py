"""The canvas of the editor: SVG that mouse, keyboard and screen reader reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import anywidget
import traitlets

from marvel_widgets.pictures.editor_positions import MOST_LAID_OUT
from marvel_widgets.pictures.layout.bends import Curves, edge_bends
from marvel_widgets.pictures.palette import short_name
from marvel_widgets.pictures.pills import pill_width
from marvel_widgets.text import counted
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.kit.static_file import program, static_file

BIG: Final = 1.5

HELP: Final = (
    "Click for a variable, drag from rim to rim for an edge. Keys: arrows walk, Enter connects a "
    "variable or reverses an edge, Delete deletes, F2 renames, N adds, Shift with arrows moves, "
    "Ctrl+Z undoes."
)
LOCKED: Final = "This graph can't be changed here. The arrow keys walk through it."

Message = Mapping[str, Any]
# What the page may ask for, and what that does; anything else is left alone.
_ACTS: Final[Mapping[str, Callable[[GraphModel, Message], bool]]] = MappingProxyType(
    {
        "add": lambda model, it: model.add_variable(at=_spot(it) if "x" in it else None),
        "remove": lambda model, it: model.remove_variable(it["name"]),
        "rename": lambda model, it: model.rename(it["name"], str(it["now"])),
        "move": lambda model, it: model.move(it["name"], *_spot(it)),
        "connect": lambda model, it: model.add_edge(it["tail"], it["head"]),
        "reverse": lambda model, it: model.reverse_edge(it["tail"], it["head"]),
        "disconnect": lambda model, it: model.remove_edge(it["tail"], it["head"]),
        "undo": lambda model, _: model.undo(),
        "redo": lambda model, _: model.redo(),
    }
)


class GraphCanvas(k.SubscribedWidget, anywidget.AnyWidget):
    """A picture of a graph in which it can be edited."""

    _esm = program(__file__, "graph_canvas.js")
    _css = static_file(__file__, "graph_canvas.css")

    graph: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    marks: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    picks = traitlets.Bool(False, help="Whether a click has a meaning of its own.").tag(sync=True)
    chosen = traitlets.Unicode("").tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    scale = traitlets.Float(1.0).tag(sync=True)
    snug = traitlets.Bool(False).tag(sync=True)
    help = traitlets.Unicode(HELP).tag(sync=True)

    def __init__(
        self,
        model: GraphModel,
        *,
        big: bool = False,
        snug: bool = False,
        help: str = HELP,  # noqa: A002
        on_pick: Callable[[str], object] | None = None,
    ) -> None:
        self._model, self._on_pick = model, on_pick
        self._curves = Curves()  # an edit leaves most edges as they are
        graph, scale = canvas_data(model, self._curves), BIG if big else 1.0
        picks = on_pick is not None
        super().__init__(graph=graph, scale=scale, snug=snug, help=help, picks=picks)
        self.subscriptions.observe(
            model, self._show, ["dag", "positions", "closing"], throttled=True
        )
        self.observe(
            lambda change: self.set_trait("help", LOCKED if change.new else help), "disabled"
        )
        self.on_msg(self._receive)

    def _show(self) -> None:
        self.graph = canvas_data(self._model, self._curves)

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if not isinstance(content, dict):
            return
        name = content.get("pick")
        if self._on_pick is not None and isinstance(name, str) and name in self._model.dag:
            self._on_pick(name)
        act = _ACTS.get(content.get("do", ""))
        if act is None or self.disabled:
            return
        try:
            act(self._model, content)
        except (KeyError, TypeError, ValueError):
            return  # no page of ours sends this


def canvas_data(model: GraphModel, curves: Curves | None = None) -> dict[str, Any]:
    """Return what the canvas draws, as plain data; `curves` remembers, see `edge_bends`."""
    dag, positions = model.dag, model.positions
    width, height = model.box
    data: dict[str, Any] = {"width": width, "height": height, "closing": list(model.closing)}
    if len(dag) > MOST_LAID_OUT:
        text = f"{counted(len(dag), 'variable')} are too many to draw; the lists hold them all."
        return data | {"nodes": [], "edges": [], "note": text, "width": 520, "height": 60}
    labels = [short_name(str(name)) for name in dag.nodes]
    bends = edge_bends(dag, positions, curves)
    return data | {
        "nodes": [
            [name, label, pill_width(label), *positions[name]]
            for name, label in zip(dag.nodes, labels, strict=True)
        ],
        "edges": [[tail, head, bends[tail, head]] for tail, head in dag.edges],
        "note": "",
    }


def _spot(message: Message) -> tuple[float, float]:
    return float(message["x"]), float(message["y"])
