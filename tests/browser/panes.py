"""What an app makes of its room: how high it is, how large its graph and letters, what is empty."""

from dataclasses import dataclass
from typing import Any

from tests.browser import driver
from tests.browser.doings import ACTS, ARGUMENTS, DOES
from tests.widgets.every_app import SPECS

PROJECTOR = {"width": 1280, "height": 720}
GRAPHS = {
    "asia": 'networks.load("asia")',
    "insurance": 'networks.load("insurance")',
    "25 variables": "Dag.random_fixed_in_degree(25, 3, Random(1))",
    "16 variables": "Dag.random_fixed_in_degree(16, 2, Random(1))",
}
BY_HAND = ("BeMarvel", "BePC")  # for which 16 variables are the most
# One graph is what they are about; the others compare pictures, or show a chart or a lattice.
HEROES = (
    "AdversaryDuel",
    "BeMarvel",
    "BePC",
    "DSeparationLab",
    "ExerciseBox",
    "LemmaBench",
    "LiveBoard",
    "MarvelPlayer",
    "OrientationLab",
    "ProofWalk",
    "RemovabilityLab",
)
# What is done in turn, each measured: where the first act shows not yet all that an app has to fit.
ACTED = {
    "AdversaryDuel": (("cell", 0), ("button", "I answer")),
    "Breaker": (("button", "Search"),),
    "FiniteSampleLab": (("button", "Step"), ("button", "Side by side")),
    "LiveBoard": tuple(("button", lens) for lens in ("Separate", "Boundary", "Leave", "Run")),
    "MarvelPlayer": (("button", "Step"), ("button", "Side by side")),
}
COMPARED = ("Side by side", "I answer")  # where there are pictures beside each other
# of all counterexamples one of the largest: with four variables
SHOWN = {"Breaker": "'condition-2', 'x-given'"}
# A cell of JupyterLab on a projector, with its file browser and without, a half window, a phone.
WIDTHS = {"1100": 1100, "848": 848, "presenter": None, "dark 900": 900, "420": 420}
CELLS = ("1100", "848")
HIGHEST = 600  # px of a cell
FARTHEST = 660  # px on a phone, from the top of the picture to the end of what is pressed next
LEAST_INK = 0.295  # of an app: its graph, in a cell with the file browser closed, and presented
# px, in a cell and presented
LEAST_NAMES = 18.0, 25.0  # of the vertices
LEAST_BESIDE_WORDS = {"1100": 18.0, "presenter": 20.5}  # after Why
LEAST_READABLE = 12.9, 17.4  # of vertices in any pane, of whatever graph
LEAST_CROWDED = 10.0, 16.5  # of two graphs of many variables between them and the drawer
LEAST_CHART = 12.0, 16.0
# size and weight of words, in a cell and presented; pictures have letters of their own
IN_A_CELL = {"13/400", "15/400", "15/600", "20/600"}
STYLES = IN_A_CELL, {"18/400", "18/600", "22/400", "22/600", "30/600"}
LEAST_FILLED = 0.1  # of each half of the stage


@dataclass(frozen=True)
class Shown:
    """What was measured of an app on a graph in a pane, at its opening or after an act."""

    app: str
    graph: str
    pane: str
    after: str  # empty at the opening
    found: dict[str, Any]

    def faults(self) -> set[str]:
        """Return what is wrong, a word for each."""
        hero = self.app in HEROES and self.is_alone  # one graph is what it is about
        found, presented = self.found, self.pane == "presenter"
        asia = self.graph == "asia"
        wrong = {
            "height": self.pane in CELLS and found["height"] > HIGHEST,
            "reach": self.pane == "420" and self.is_pressed and found["reach"] > FARTHEST,
            "overlap": bool(found["overlaps"]),
            "cut": bool(found["cut"]) or not found["whole"],
            "bar": found["bar"] != 1,
            "next": not found["next"] and not self.after,
            "half": self.pane != "420" and min(found["halves"]) < LEAST_FILLED,
            "style": not STYLES[presented] >= {*found["styles"]},
            "face": found["faces"] != 2 or not found["held"],
        }
        if asia and (presented or self.pane == "1100"):
            wrong["chart"] = _below(found["chart"], LEAST_CHART[presented])
            if hero:
                wrong["ink"] = found["ink"] < LEAST_INK
        crowded = not asia and self.after == "Why" and not self.is_alone
        least = (LEAST_CROWDED if crowded else LEAST_READABLE)[presented]
        if asia and hero and self.pane != "420":
            large = LEAST_NAMES[presented] if self.after != "Why" else 0
            least = large or LEAST_BESIDE_WORDS.get(self.pane, least)
        wrong["names"] = _below(found["names"], least)
        return {word for word, is_so in wrong.items() if is_so}

    @property
    def is_alone(self) -> bool:
        """Whether there is one picture: what is beside it stays so."""
        # the board's last lens is the player
        apart = any(what in (*COMPARED, "Run") for _, what in acts_of(self.app))
        return self.after not in COMPARED and not (apart and self.after == "Why")

    @property
    def is_pressed(self) -> bool:
        """Whether the next act is a button below one graph, of which there are not many."""
        drawn = self.app == "LiveBoard" and self.after in ("", "Why")
        small = self.graph in ("asia", "16 variables")
        return self.app in HEROES and self.is_alone and not drawn and small


def _below(size: float | None, least: float) -> bool:
    return size is not None and size < least


def graphs_of(name: str) -> list[str]:
    """Return the graphs on which an app is measured."""
    if name in BY_HAND:
        return ["asia", "16 variables"]
    return ["asia", "insurance", "25 variables"] if SPECS[name].graph else ["asia"]


def acts_of(name: str) -> list[tuple[str, Any]]:
    """Return what is done in turn in an app; at the end its drawer is opened."""
    opens = [("button", "Why")] if "said" in SPECS[name].places.values() else []
    return [*ACTED.get(name, DOES[name][:1]), *opens]


def code(name: str, graph: str) -> str:
    """Return the cell that shows an app on a graph, as `app`."""
    arguments = (ARGUMENTS | SHOWN).get(name, "asia" if SPECS[name].graph else SPECS[name].example)
    if graph != "asia":
        arguments = arguments.replace("'asia'", "names[0]").replace("'smoke'", "names[4]")
    return (
        "from random import Random\n"
        "from marvel_widgets import Dag, exercises, networks\n"
        f"from marvel_widgets.widgets import {name}\n"
        f"asia = {GRAPHS[graph]}\n"
        "names = list(map(str, asia.nodes))\n"
        f"app = {name}({arguments})\n"
        "app"
    )


def shown_in_panes(page, lab, name, graph, panes=tuple(WIDTHS)):
    """Yield what an app makes of each pane, at its opening and after each act."""
    page.set_viewport_size(PROJECTOR)
    driver.show(page, lab, "panes.ipynb", code(name, graph))
    root = page.locator(".mw-app").first
    root.wait_for(timeout=driver.SLOW)
    for act in (None, *acts_of(name)):
        if act:
            settled(page, root)
            root.evaluate(f"(root, [how, what]) => ({ACTS})(root)[how](what)", act)
            if name == "Breaker":
                driver.wait_until(page, lambda: driver.kernel_eval(page, "app.model.done"), "True")
        for pane in panes:
            put_into(page, root, pane)
            yield Shown(name, graph, pane, str(act[1]) if act else "", settled(page, root))
            take_out(page, pane)


def put_into(page, root, pane):
    """Give an app the room of a pane."""
    root.evaluate("(root, wide) => { root.style.width = wide ? `${wide}px` : ''; }", WIDTHS[pane])
    if pane.startswith("dark"):
        driver.set_theme(page, "dark")
    if pane == "presenter":
        driver.focus(root)
        page.keyboard.press("f")
        page.wait_for_function("document.fullscreenElement !== null", timeout=driver.QUICK)


def take_out(page, pane):
    if pane.startswith("dark"):
        driver.set_theme(page, "light")
    if pane == "presenter":
        page.evaluate("() => document.exitFullscreen()")
        page.locator(".mw-app.mw-present").wait_for(state="detached", timeout=driver.QUICK)


def settled(page, root):
    """Return what is measured once the graph is laid out for its pane and nothing moves."""

    def told():
        driver.wait_for_repaint(page)
        wanted = root.get_attribute("data-pane")
        return wanted is None or driver.kernel_eval(page, "print(app.shell.pane)") == wanted

    driver.wait_for_repaint(page)
    driver.wait_until(page, told, True)
    found: list[Any] = [None, root.evaluate(MEASURE)]
    while found[-1] != found[-2]:
        driver.kernel_eval(page, "")
        driver.wait_for_repaint(page)
        found.append(root.evaluate(MEASURE))
        assert len(found) < 100, "it never comes to rest"
    return found[-1]


MEASURE = r"""root => {
    const style = e => getComputedStyle(e);
    const unseen = e => style(e).clipPath === 'inset(50%)' || e !== root && unseen(e.parentElement);
    const shown = e => e.getClientRects().length && style(e).visibility !== 'hidden' && !unseen(e);
    const frame = root.getBoundingClientRect();
    const stage = root.querySelector(':scope > .mw-stage') || root;
    const within = (a, b) => ({left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
        right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom)});
    const area = b => Math.max(0, b.right - b.left) * Math.max(0, b.bottom - b.top);
    const joined = boxes => boxes.reduce((a, b) => ({left: Math.min(a.left, b.left),
        top: Math.min(a.top, b.top), right: Math.max(a.right, b.right),
        bottom: Math.max(a.bottom, b.bottom)}));
    // what an element shows of itself: what scrolls and what hides cuts it off
    const seen = (element, box) => {
        for (let at = element.parentElement; at; at = at.parentElement) {
            const boxed = at !== root && getComputedStyle(at).display !== 'contents';
            if (boxed && getComputedStyle(at).overflow !== 'visible')
                box = within(box, at.getBoundingClientRect());
            if (at === root) return within(box, frame);
        }
        return box;
    };
    const faces = [...document.fonts]
        .filter(f => /Source Sans 3/.test(f.family) && f.status === 'loaded');
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = '600 13px "Source Sans 3"';
    // -- graphs ------------------------------------------------------------------------------
    const graphs = [...stage.querySelectorAll('.custom-widget')]
        .filter(e => e._cyreg && e._cyreg.cy && shown(e)).map(e => {
            const cy = e._cyreg.cy, at = e.getBoundingClientRect();
            const edges = cy.edges(':visible').map(edge => edge.renderedMidpoint());
            const boxes = [...cy.nodes(':visible').map(v => {
                const {x, y} = v.renderedPosition();
                const [w, h] = [v.renderedOuterWidth() / 2, v.renderedOuterHeight() / 2];
                return [x - w, x + w, y - h, y + h];
            }), ...edges.map(({x, y}) => [x, x, y, y])];
            const box = {left: at.left + Math.min(...boxes.map(b => b[0])),
                right: at.left + Math.max(...boxes.map(b => b[1])),
                top: at.top + Math.min(...boxes.map(b => b[2])),
                bottom: at.top + Math.max(...boxes.map(b => b[3]))};
            const name = parseFloat(cy.nodes()[0].renderedStyle('font-size'));
            const held = cy.nodes().every(v =>
                pen.measureText(v.data('label')).width <= v.data('width') - 20);
            return {box, held, names: name, whole: area(seen(e, box)) > 0.97 * area(box)};
        });
    const canvases = [...stage.querySelectorAll('svg')]
        .filter(e => shown(e) && e.querySelector('.mw-vertex, .mw-node, [data-name]')
            && !e.closest('.mw-layers, .mw-legend'))
        .map(e => ({box: joined([...e.querySelectorAll('.mw-vertex, .mw-node, [data-name]')]
            .map(v => v.getBoundingClientRect())), element: e}));
    const heroes = [...graphs.map(g => g.box), ...canvases.map(c => c.box)];
    // -- letters -----------------------------------------------------------------------------
    const scale = e => {
        const matrix = e.getScreenCTM && e.getScreenCTM();
        return matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    };
    const texts = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, parent = node.parentElement;
        if (!node.textContent.trim() || !shown(parent)) continue;
        if (parent.closest('option, style, script, title, desc, sub, sup')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()].filter(b => b.width > 1 && b.height > 1);
        if (!boxes.length || !boxes.some(b => area(seen(parent, b)) > 0)) continue;
        const svg = parent.closest('svg');
        const size = parseFloat(getComputedStyle(parent).fontSize) * (svg ? scale(parent) : 1);
        texts.push({node, parent, boxes, svg, size, long: node.textContent.trim().length});
    }
    const least = found => found.length ? Math.min(...found.map(t => t.size)) : null;
    const inside = t => stage.contains(t.parent);
    const vertices = texts.filter(t => t.svg && canvases.some(c => c.element === t.svg));
    const names = Math.min(...graphs.map(g => g.names), ...vertices.map(t => t.size));
    const charts = texts.filter(
        t => t.svg && inside(t) && !t.parent.closest('.mw-layers, .mw-legend'));
    const words = texts.filter(t => !t.svg);
    const sentences = words.filter(t => t.long > 40 || t.parent.closest('.mw-sentence'));
    const letters = words.reduce((n, t) => n + t.long, 0);
    const styles = [...new Set(words.map(t =>
        `${t.size}/${style(t.parent).fontWeight}`
            + (/Source Sans|mono/.test(style(t.parent).fontFamily) ? '' : ' strange')))].sort();
    const small = words.filter(t => t.size < 17.5).reduce((n, t) => n + t.long, 0);
    // -- how far it is from the top of the picture to the end of what is pressed next --------
    const pictured = stage.querySelector('.mw-pictures');
    const pressed = [...root.querySelectorAll('.mw-words > *, .mw-foot > *')].filter(shown)
        .filter(e => [...e.querySelectorAll('button:enabled, select:enabled')].some(shown))
        .map(e => e.getBoundingClientRect().bottom);
    const reach = pictured && shown(pictured) && pressed.length
        ? Math.min(...pressed) - pictured.getBoundingClientRect().top : 0;
    // -- empty halves ------------------------------------------------------------------------
    const all = stage.getBoundingClientRect(), middle = (all.left + all.right) / 2;
    const drawn = [...heroes, ...texts.filter(inside).flatMap(t => t.boxes),
        ...[...stage.querySelectorAll('svg, input, select, button, img, .mw-track')].filter(shown)
            .filter(e => !e.closest('.mw-layers')).map(e => seen(e, e.getBoundingClientRect()))];
    const half = (left, right) => {
        const boxes = drawn.map(b => within(b, {left, right, top: all.top, bottom: all.bottom}))
            .filter(b => area(b) > 0);
        return boxes.length ? area(joined(boxes)) / ((right - left) * (all.bottom - all.top)) : 0;
    };
    const halves = [half(all.left, middle), half(middle, all.right)];
    // -- overlaps ----------------------------------------------------------------------------
    const solid = [...root.querySelectorAll(
        'button, select, input:not([type=range]), .widget-html-content, .custom-widget, '
        + '.mw-layers, .mw-guessing, svg, .mw-top')]
        .filter(e => shown(e) && !e.closest('.mw-legend') && !e.parentElement.closest(
            '.widget-html-content, button, svg, .mw-layers, .mw-guessing, .mw-top, .mw-ticks'))
        .map(e => [e, seen(e, e.getBoundingClientRect())]).filter(([, b]) => area(b) > 0);
    const overlaps = [];
    for (let i = 0; i < solid.length; i++) for (let j = i + 1; j < solid.length; j++) {
        const [a, one] = solid[i], [b, other] = solid[j];
        if (a.contains(b) || b.contains(a)) continue;
        const both = within(one, other);
        if (both.right - both.left > 3 && both.bottom - both.top > 3)
            overlaps.push([a, b].map(e => e.className.baseVal ?? e.className).join(' | '));
    }
    // -- cut text ----------------------------------------------------------------------------
    const shortened = '[title], .mw-view-title, .mw-subtitle, .mw-code li';
    const cut = texts.filter(t => !t.parent.closest(shortened) && !t.svg && t.boxes.some(b => {
            for (let at = t.parent; at && at !== root; at = at.parentElement) {
                const style = getComputedStyle(at);
                if (style.display === 'contents') continue;
                const hides = side => ['hidden', 'clip'].includes(side);
                const box = at.getBoundingClientRect();
                const beside = b.right > box.right + 2 || b.left < box.left - 2;
                if (hides(style.overflowX) && beside) return true;
                if (hides(style.overflowY) && b.bottom > box.bottom + 4) return true;
                if (/auto/.test(style.overflow)) return false;
            }
            return b.right > frame.right + 2;
        })).map(t => t.node.textContent.trim().slice(0, 40));
    // in how many rows the buttons of the bar stand; one that is cut off stands elsewhere
    const bar = new Set([...root.querySelectorAll('.mw-top .mw-top-button')].filter(shown)
        .map(e => e.getBoundingClientRect())
        .map(b => b.right > frame.right ? 'cut' : Math.round(b.top))).size;
    // what a newcomer would press next is blue, or stands in a blue frame
    const pick = document.body.appendChild(document.createElement('i'));
    pick.style.color = style(root).getPropertyValue('--mw-pick');
    const blue = style(pick).color;
    pick.remove();
    const pressable = 'button:enabled:not([aria-pressed="true"]), .noUi-handle';
    const next = root.matches('.mw-unchosen') || [...root.querySelectorAll(pressable)]
        .filter(shown)
        .some(e => [style(e).backgroundColor, style(e).borderTopColor].includes(blue));
    const round = (x, digits = 1) => x === null || !isFinite(x) ? null : +x.toFixed(digits);
    return {
        reach: round(reach, 0), height: round(frame.height), wide: round(frame.width),
        ink: round(heroes.length ? area(joined(heroes)) / area(frame) : 0, 3),
        hero: heroes.length ? [round(joined(heroes).right - joined(heroes).left, 0),
            round(joined(heroes).bottom - joined(heroes).top, 0)] : [0, 0],
        graphs: heroes.length, whole: graphs.every(g => g.whole),
        names: round(names), chart: round(least(charts)), sentence: round(least(sentences)),
        words: round(least(words)), faces: faces.length, held: graphs.every(g => g.held),
        halves: halves.map(h => round(h, 2)), styles, overlaps, cut, bar, next,
    };
}"""
