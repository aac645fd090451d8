"""A picture of a graph in ipycytoscape that changes in place.

What ipycytoscape 1.3 needs, each found by trying:

* all elements are made at once and never taken away: hidden by a class instead;
* a step sends only the classes that differ;
* places, zoom and pan come from Python with a fixed size in px: the browser's own fit goes
  wrong in a hidden tab.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, Protocol

import ipywidgets
import traitlets

from marvel_widgets._lazy import import_light
from marvel_widgets.pictures.drawing import ITS_TURN, Drawing, EdgeMark, NodeMark
from marvel_widgets.pictures.grammar import EDGE_STYLES
from marvel_widgets.pictures.marks import LETTERS, word_shift
from marvel_widgets.pictures.palette import EdgeState
from marvel_widgets.pictures.positions import LIVE_MARGIN
from marvel_widgets.pictures.svg import to_svg
from marvel_widgets.widgets.kit import stylesheet as css
from marvel_widgets.widgets.kit.widget_tree import close_children

import_light("ipycytoscape.cytoscape", nx="networkx", pd="pandas")
import ipycytoscape  # noqa: E402  # in this order, or it imports pandas

GIVE = "cxttap"  # a right click; Shift-click, a long press and the key G are one as well

# Where a sign stands that would hide a short edge: that of a word, and that of one letter.
SIGNED: Final[Mapping[str, EdgeState]] = MappingProxyType(
    {css.ASIDE: "missing", css.NEAR: "compelled"}
)


class LiveGraph(Protocol):
    """A graph on the screen, and all that an app asks of it.

    `stage` makes one; that is the fifth call. `targets` are what `values` sets.
    """

    drawing: Drawing

    @property
    def targets(self) -> list[tuple[Any, str]]: ...  # noqa: D102
    def fits(self, drawing: Drawing) -> bool: ...  # noqa: D102
    def show(self, drawing: Drawing) -> int: ...  # noqa: D102
    def values(self, drawing: Drawing) -> list[Any]: ...  # noqa: D102
    def pick(self, *heard: Any) -> None: ...  # noqa: D102


class GraphView(ipycytoscape.CytoscapeWidget):
    """A live picture of a `Drawing`.

    Parameters
    ----------
    drawing : Drawing
        The first picture.
    more_edges : iterable of EdgeMark, optional
        Edges that later drawings may have; none can be added afterwards.
    notes : mapping of str to str, optional
        The badge that a variable carries once it is removed, such as ``"3"``.
    noted : bool
        Whether the notes of a drawing are written beside its variables, and may change.
    zoom : float
        1.5 suits a projector.
    signs : bool
        Whether edges have their signs; controls that are pinned on them say the same.

    Notes
    -----
    `show` takes another drawing of the same variables. Cost: one message per changed
    element.
    """

    def __init__(
        self,
        drawing: Drawing,
        more_edges: Iterable[EdgeMark] = (),
        notes: Mapping[str, str] | None = None,
        *,
        noted: bool = False,
        zoom: float = 1.0,
        signs: bool = True,
    ) -> None:
        self.drawing = drawing
        self._noted, self._signs = noted, signs
        removed = notes or {}
        self._nodes = {
            mark.name: ipycytoscape.Node(
                data={"id": f"n{i}", **data}, position={"x": mark.x, "y": mark.y}, grabbable=False
            )
            for i, mark in enumerate(drawing.nodes)
            for data in [css.node_data(mark, removed.get(mark.name, ""))]
        }
        self._edges: dict[frozenset[str], ipycytoscape.Edge] = {}
        self._tails: dict[frozenset[str], str] = {}
        for mark in (*drawing.edges, *more_edges):
            self._add_edge(mark)
        self._shown = self._classes(drawing)
        for key, classes in self._shown.items():
            self._element(key).classes = classes
        graph = ipycytoscape.Graph(
            nodes=list(self._nodes.values()), edges=list(self._edges.values())
        )
        super().__init__(
            graph=graph,
            cytoscape_style=css.base_rules(signs=signs),
            cytoscape_layout={
                "name": "preset",
                "fit": False,
                "zoom": zoom,
                "pan": {"x": LIVE_MARGIN, "y": LIVE_MARGIN},
            },
            layout=ipywidgets.Layout(
                width=f"{round(zoom * drawing.width) + 2 * LIVE_MARGIN}px",
                height=f"{round(zoom * drawing.height) + 2 * LIVE_MARGIN}px",
            ),
            min_zoom=zoom,
            max_zoom=zoom,
            user_zooming_enabled=False,
            user_panning_enabled=False,
            auto_ungrabify=True,
        )

    def pick(
        self,
        on_pick: Callable[[str], None] | None = None,
        on_give: Callable[[str], None] | None = None,
        on_pick_edge: Callable[[str, str], None] | None = None,
    ) -> None:
        """Report clicks and taps; ipycytoscape wants its handlers before the first display.

        `on_pick` is called when a variable is clicked, or chosen by keyboard; `on_give` when it
        is clicked with Shift, pressed for long, or G is pressed at it; `on_pick_edge` with tail
        and head as first drawn when an edge is clicked. A finger makes no "click" in cytoscape;
        both it and the mouse make a "tap". Keys make one, too: see ``static/picture_keys.js``.
        """
        names = {node.data["id"]: name for name, node in self._nodes.items()}
        for event, act in {"tap": on_pick, GIVE: on_give}.items():
            if act is not None:
                self.on("node", event, lambda it, act=act: act(names[it["data"]["id"]]))
                self.add_class(f"mw-hears-{event}")  # for the keys
        if on_pick_edge is not None:
            ends = {
                edge.data["id"]: (tail, next(iter(pair - {tail})))
                for pair, edge in self._edges.items()
                for tail in [self._tails[pair]]
            }
            self.on("edge", "tap", lambda message: on_pick_edge(*ends[message["data"]["id"]]))
            self.add_class("mw-hears-edges")

    @traitlets.observe("graph")
    def _drop_graph(self, change: Any) -> None:
        # ipycytoscape makes two empty ones before it takes ours
        if isinstance(change.old, ipycytoscape.Graph):
            change.old.close()

    def _add_edge(self, mark: EdgeMark) -> None:
        pair = frozenset((mark.tail, mark.head))
        if pair in self._edges:
            return
        at = {node.name: node for node in self.drawing.nodes}
        data = {
            "id": f"e{len(self._edges)}",
            "source": self._nodes[mark.tail].data["id"],
            "target": self._nodes[mark.head].data["id"],
            "bend": mark.bend,
        }
        if self._signs:
            ends = (at[mark.tail], at[mark.head])
            for name, state in SIGNED.items():
                right, down = word_shift(replace(mark, state=state), *ends, at.values())
                if right or down:
                    data |= {f"{name}_x": round(right), f"{name}_y": round(down)}
        self._edges[pair] = ipycytoscape.Edge(data=data, classes=css.HIDDEN)
        self._tails[pair] = mark.tail

    # -- showing another state -----------------------------------------------------------

    def fits(self, drawing: Drawing) -> bool:
        """Return whether `show` can show a drawing: the same places, no unknown edge."""
        mine = self.drawing
        places = [(mark.name, mark.x, mark.y) for mark in mine.nodes]
        return (
            (mine.width, mine.height) == (drawing.width, drawing.height)
            and places == [(mark.name, mark.x, mark.y) for mark in drawing.nodes]
            and all(self._knows(mark) for mark in drawing.edges)
        )

    def _knows(self, mark: EdgeMark) -> bool:
        pair = frozenset((mark.tail, mark.head))
        if pair not in self._edges:
            return False
        bend = mark.bend if mark.tail == self._tails[pair] else -mark.bend
        return bool(self._edges[pair].data["bend"] == bend)

    @property
    def targets(self) -> list[tuple[Any, str]]:
        """What a reel sets: the classes of all variables and edges, and notes that may change."""
        classes = [(self._element(key), "classes") for key in self._shown]
        notes = [(node, "data") for node in self._nodes.values()] if self._noted else []
        return [*classes, *notes]

    def values(self, drawing: Drawing) -> list[Any]:
        """Return what `targets` have in a drawing."""
        classes = self._classes(drawing)
        marks = drawing.nodes if self._noted else ()
        notes = [{**self._nodes[mark.name].data, **css.note_data(mark)} for mark in marks]
        return [*(classes[key] for key in self._shown), *notes]

    def show(self, drawing: Drawing) -> int:
        """Show another drawing of the same variables; return how many elements changed."""
        before, after = self._shown, self._classes(drawing)
        changed = [key for key, classes in after.items() if before[key] != classes]
        self.drawing, self._shown = drawing, after
        for mark in drawing.nodes if self._noted else ():
            node, pictured = self._nodes[mark.name], css.note_data(mark)
            if any(node.data[key] != value for key, value in pictured.items()):
                node.data = {**node.data, **pictured}  # only a new mapping is sent
        for key in changed:
            self._element(key).classes = after[key]
        return len(changed)

    def _element(self, key: str | frozenset[str]) -> Any:
        return self._nodes[key] if isinstance(key, str) else self._edges[key]

    def _classes(self, drawing: Drawing) -> dict[str | frozenset[str], str]:
        found: dict[str | frozenset[str], str] = {
            mark.name: self._node_classes(mark) for mark in drawing.nodes
        }
        found |= dict.fromkeys(self._edges, css.HIDDEN)
        for mark in drawing.edges:
            pair = frozenset((mark.tail, mark.head))
            found[pair] = self._edge_classes(pair, mark)
        return found

    def _node_classes(self, mark: NodeMark) -> str:
        words: list[str] = [mark.state]
        if mark.note == ITS_TURN:
            words.append(css.TURN)
        if self._noted and mark.note:
            words.append(css.NOTED)
        return " ".join(words)

    def _edge_classes(self, pair: frozenset[str], mark: EdgeMark) -> str:
        words: list[str] = [mark.state]
        if mark.directed:
            ways = (css.TO_TARGET, css.TO_SOURCE)
            one = ways[mark.tail != self._tails[pair]]
            words += ways if EDGE_STYLES[mark.state].both else (one,)
        if self._edges[pair].data["bend"]:
            words.append(css.BENT)
        sign = EDGE_STYLES[mark.state].sign
        name = css.ASIDE if len(sign) > 1 else css.NEAR if sign in LETTERS else ""
        if f"{name}_x" in self._edges[pair].data:
            words.append(name)
        if mark.faint:
            words.append(css.RECEDING)
        return " ".join(words)

    # -- twins -----------------------------------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        bundle["text/plain"] = self.drawing.description
        bundle["image/svg+xml"] = to_svg(self.drawing)
        return bundle

    def close(self) -> None:
        """Close the view and all that it is made of."""
        if self.comm is not None:
            close_children(self)
        super().close()


stage: Callable[..., LiveGraph] = GraphView  # the only place that knows which one it is
