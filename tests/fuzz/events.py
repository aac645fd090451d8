"""What a page can send to an app: right, wrong and hostile, each the way a comm message goes."""

import traceback
import warnings

import ipycytoscape
import ipywidgets as w
from traitlets import TraitError

from marvel_widgets.widgets.editor.canvas import GraphCanvas
from marvel_widgets.widgets.kit.chips import CellGrid, Chips, Dial, Switch
from marvel_widgets.widgets.kit.reel import Reel
from marvel_widgets.widgets.kit.shell import Presence, Shell
from marvel_widgets.widgets.kit.transport import SeekBar
from tests.widgets.every_app import live

# What has broken programs: markup, bidirectional marks, long, empty, not printable.
HOSTILE = (
    *(
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "]]><!--",
        "&amp;&#x3c;b&#62;",
    ),
    *(
        "\u202eabc\u202c",
        "\u2066x\u2069",
        "a\u0301\u0327",
        "👩‍👩‍👧",
        "𝔛",
        "名前",
        "\u200b",
        "\x00\x07",
    ),
    *("A" * 300, "", " ", "\t\n", "-> X", "X; Y", '"', "\\", "$x_1$", "{X}", "__class__", "=1+1"),
)
TEXTS = (
    *("A -> B", "X -> Y <- T; Y -> Z", "A -> B -> A", "dag { X -> Y }", "digraph { a -> b }"),
    *("0", "7", "-3", "10**9", "1e400", "X, Y", "X - Y", "{X Y} -> Z", "mw1.abc", "mwa1.abc"),
)
SMALL_NETWORKS = 4  # the first of the menu; larger ones take time, and find no more
NUMBERS = (-1, 0, 1, 2, 3, 5, 10**6, -(10**30))
ODD = (None, True, -7, 10**12, 2.5, "q", "", [], ["X"], [[]], {}, {"X": 1}, float("inf"))
KEYS = ("ArrowRight", "ArrowLeft", "Home", "End", " ", "PageUp", "PageDown", "q", "", None, 3)


class RefusedError(Exception):
    """ipywidgets itself takes no such value."""


def send_state(widget, state):
    """Set traits as an update message does; what its widget refuses changes nothing."""
    try:
        widget.set_state(state)
    except TraitError as error:
        raise RefusedError from error
    except Exception as error:
        if not ours(error):  # of ipywidgets' own widgets, which no page of theirs sends
            raise RefusedError from error
        raise


def send_message(widget, content):
    """Send a message of its own, with an error that reaches us instead of the log."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for act in list(widget._msg_callbacks.callbacks):
            act(widget, content, [])


def ours(error):
    """Whether code of ours took part: in which file and line."""
    frames = traceback.extract_tb(error.__traceback__)
    found = [frame for frame in frames if "marvel_widgets/" in frame.filename]
    return (
        f"{found[-1].filename.rpartition('marvel_widgets/')[2]}:{found[-1].lineno}" if found else ""
    )


def some_text(rng, names):
    return rng.choice([rng.choice(HOSTILE), rng.choice(TEXTS), rng.choice(names or TEXTS)])


def update_for(widget, rng, names):
    """Return what the control of a page would set; a few of the values are wrong."""
    if rng.random() < 0.12 and not isinstance(widget, w.HTML):
        name = next((n for n in ("value", "index", "position", "at") if n in widget.keys), None)
        return None if name is None else {name: rng.choice(ODD)}
    match widget:
        case w.Dropdown() | w.Select() | w.RadioButtons() | w.ToggleButtons():
            count = len(widget._options_labels)
            if widget.description.startswith("Network"):
                count = SMALL_NETWORKS
            return {"index": rng.choice([*range(count), count, -1, None])}
        case w.Checkbox() | w.ToggleButton():
            return {"value": rng.random() < 0.5}
        case w.Text() | w.Textarea():
            return {"value": some_text(rng, names)}
        case w.IntText() | w.BoundedIntText() | w.IntSlider():
            few = widget.description == "variables"  # of a random graph
            return {"value": rng.choice(NUMBERS[:6] if few else NUMBERS)}
        case w.FileUpload():
            content = some_text(rng, names).encode("utf-8", "surrogatepass")
            file = {"name": some_text(rng, names), "type": "", "size": len(content)}
            return {"value": [file | {"last_modified": 0, "content": memoryview(content)}]}
        case Chips():
            return {"value": rng.sample(list(widget.options), rng.randint(0, len(widget.options)))}
        case Switch() if widget.options:
            return {"value": rng.choice(widget.options)}
        case Dial():
            return {"at": rng.randint(-1, len(widget.options))}
        case Reel() | SeekBar():
            name = "position" if isinstance(widget, Reel) else "value"
            return {name: rng.randint(-2, widget.last + 2)}
        case Shell():
            return {"editing": rng.random() < 0.5}
        case GraphCanvas():
            return {"chosen": some_text(rng, names)}
    return None


def message_for(widget, rng, names):
    """Return a message of its own that a page may send to a widget; None if it sends none."""
    odd = rng.random() < 0.1
    match widget:
        case w.Button():
            return {"event": "click"}
        case w.Text():
            return {"event": "submit"}
        case Shell() | SeekBar():
            key = rng.choice(["step", "back", "begin", "end", "play", *KEYS])
            return rng.choice(ODD) if odd else {"key": key}
        case Reel():
            need = rng.choice([0, 1, -1, 10**9, None])
            return rng.choice([{"need": need}, {"gone": True}, {"ready": True}, rng.choice(ODD)])
        case Presence():
            page = rng.choice(["p", "q", None])
            return rng.choice([{"shown": page}, {"hidden": page}])
        case CellGrid():
            return {"row": rng.randint(-1, 8), "column": rng.choice([*range(-1, 9), "x", None])}
        case GraphCanvas():
            return rng.choice(ODD) if odd else canvas_message(rng, names)
        case ipycytoscape.CytoscapeWidget():
            return click_message(widget, rng)
    return None


def canvas_message(rng, names):
    do = rng.choice(
        ["add", "remove", "rename", "move", "connect", "reverse", "disconnect", "undo", "redo"]
    )
    spot = rng.choice([{}, {"x": rng.uniform(-50, 900), "y": 40}, {"x": float("nan"), "y": "q"}])
    who = {key: some_text(rng, names) for key in ("name", "now", "tail", "head")}
    if rng.random() < 0.7 and names:
        who |= {key: rng.choice(names) for key in ("name", "tail", "head")}
    if rng.random() < 0.1:
        who.pop(rng.choice(sorted(who)))
    return {"do": do, **who, **spot}


def click_message(view, rng):
    """Return a click on an element that is there, as ipycytoscape tells it."""
    kind = rng.choice(["node", "edge"])
    elements = view.graph.nodes if kind == "node" else view.graph.edges
    if not elements:
        return None
    return {"event": "tap", "widget": kind, "data": {"data": dict(rng.choice(elements).data)}}


def an_event(rng, names, among=None):
    """Send something to one of the live widgets; return what was sent, for the report."""
    widgets = live() if among is None else among
    while True:
        widget = rng.choice(widgets)
        send, made = rng.choice([(send_state, update_for), (send_message, message_for)])
        content = made(widget, rng, names)
        if content is None:
            continue
        try:
            send(widget, content)
        except RefusedError:
            return None
        return f"{type(widget).__name__} {content!r:.200}"
