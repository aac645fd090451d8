"""The live board, driven as a learner drives it: by mouse and by keyboard."""

import pytest

from tests.browser import driver
from tests.browser.doings import example
from tests.browser.test_every_app import (
    LEFT_BY_JUPYTERLAB,
    PROJECTOR,
    TOO_LARGE,
    height,
    presented,
    settled,
)
from tests.browser.test_stage import COUNT

START = "X -> Y <- T; Y -> Z; X -> Z"
CELL = f"""
from marvel_widgets.widgets import LiveBoard
board = LiveBoard({START!r})
board
"""


# Edits of Asia after which much is said, and a goal; a variable comes with its edges.
EDITS = (
    'graph.add_edge("asia", "smoke"), graph.reverse_edge("smoke", "bronc")',
    "graph.add_variable()",
    "[graph.add_edge(name, graph.dag.nodes[-1]) for name in ('bronc', 'xray')]",
    'graph.remove_variable("either")',
    'app.model.begin("marvel-pays")',
    'graph.remove_edge("smoke", "lung")',
)
# An arrowhead that the ring around a variable covers: how far its tip is inside, in px.
UNDER_A_RING = """() => [...document.querySelectorAll('.mw-vertex[data-looks~=removable] .mw-ring')]
    .flatMap(ring => {
        const {left, right, top, bottom} = ring.getBoundingClientRect();
        const middle = (top + bottom) / 2, high = (bottom - top) / 2;
        const ends = document.querySelectorAll('.mw-edge :is(.mw-head, .mw-line-of-edge)');
        return [...ends].filter(drawn => {
            const whole = drawn.getTotalLength();
            const at = drawn.matches('.mw-head') ? [0] : [0, whole];
            return at.some(length => {
                const matrix = drawn.getScreenCTM();
                const {x, y} = drawn.getPointAtLength(length).matrixTransform(matrix);
                const core = Math.min(Math.max(x, left + high), right - high);
                return Math.hypot(x - core, y - middle) < high;
            });
        }).map(drawn => drawn.parentElement.textContent);
    })"""


@pytest.fixture
def opened(lab, page):
    driver.show(page, lab, "live-board.ipynb", CELL)
    driver.focus(page.locator(".mw-app[aria-label]"))
    page.keyboard.press("w")
    page.locator(".mw-live-bars").wait_for(timeout=driver.QUICK)
    page.locator(".mw-vertex").nth(3).wait_for(timeout=driver.QUICK)
    shape = page.locator(".mw-live[data-pane]").get_attribute("data-pane")
    driver.wait_until(page, lambda: driver.kernel_eval(page, "board.shell.pane"), f"'{shape}'")
    driver.wait_for_repaint(page)
    return page


def row(page, name):
    """Return a row of the bars: number, change, and the length of the bar in px.

    In one look: all bars are replaced at once when the graph changes.
    """
    found = page.evaluate(
        """name => {
            const rows = [...document.querySelectorAll('.mw-live-bars li')];
            const row = rows.find(r => r.querySelector('.mw-live-name')?.textContent === name);
            const text = part => row.querySelector(`.mw-live-${part}`).textContent;
            const bar = row.querySelector('.mw-live-track span').getBoundingClientRect();
            return [text('number'), text('change'), bar.width];
        }""",
        name,
    )
    return tuple(found)


def ringed(page):
    """Return the variables with a ring, as the page paints them."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.mw-vertex[data-looks~=removable]')]
            .filter(made => getComputedStyle(made.querySelector('.mw-ring')).stroke !== 'none')
            .map(made => made.querySelector('title').textContent)"""
    )


def vertex(page, name):
    return page.locator(f".mw-vertex:has(title:text-is('{name}'))")


def place(page, name, away=(0, 0)):
    box = vertex(page, name).locator(".mw-glyph").bounding_box()
    return box["x"] + box["width"] / 2 + away[0], box["y"] + box["height"] / 2 + away[1]


def wait_until_said(page, words):
    driver.wait_for(page, words, ".mw-say")


def wait_for_lens(page, lens, words):
    page.locator(f".mw-live[data-lens={lens}]").wait_for(timeout=driver.QUICK)
    driver.wait_for(page, words, ".mw-words" if lens == "draw" else ".mw-say")


@pytest.mark.night
def test_edits_by_mouse(opened):
    an_edge_drawn_by_mouse_changes_bars_and_rings(opened)
    driver.kernel_eval(opened, f"board.model.graph.load_text({START!r})")
    a_wrong_edge_drawn_by_mouse_is_taken_back(opened)
    for width in (1000, 560, 310):  # which is what JupyterLab leaves on a phone
        nothing_is_wider_than_the_app(opened, width)


def draw(page, tail, head):
    page.mouse.move(*place(page, tail, (0, 15)))  # on the rim
    page.mouse.down()
    page.mouse.move(*place(page, head), steps=5)
    page.mouse.up()
    wait_until_said(page, f"{tail} → {head} added.")


def a_wrong_edge_drawn_by_mouse_is_taken_back(page):
    """The focus is where a lecturer has it, on the board, and in no part of the canvas."""
    driver.focus(page.locator(".mw-app"))
    draw(page, "T", "Z")
    page.keyboard.press("Control+z")
    wait_until_said(page, "T → Z deleted.")
    page.keyboard.press("Control+y")
    wait_until_said(page, "T → Z added.")
    page.keyboard.press("Control+z")
    wait_until_said(page, "T → Z deleted.")


def an_edge_drawn_by_mouse_changes_bars_and_rings(page):
    assert row(page, "MARVEL")[:2] == ("8", "")
    assert ringed(page) == ["T", "Z"]
    before = row(page, "MARVEL")[2]
    draw(page, "T", "Z")
    wait_until_said(page, "Now removable: X and Y.")
    page.wait_for_function(
        "() => !document.querySelector('.mw-app').getAnimations({subtree: true}).length"
    )
    number, change, length = row(page, "MARVEL")
    assert (number, change) == ("24", "+16, was 8")
    assert length > before
    assert ringed(page) == ["X", "Y", "T", "Z"]
    said = vertex(page, "Z").get_attribute("aria-label")
    assert said == "Variable Z, parents X, Y, T; removable"
    assert page.locator(".mw-edge.mw-open title").all_text_contents() == ["Y → Z"]
    page.mouse.click(*place(page, "Y"))  # a click chooses
    page.locator(".mw-live-facts", has_text="Markov boundary of Y").wait_for(timeout=driver.QUICK)
    page.keyboard.press("3")
    wait_for_lens(page, "boundary", "Mb(Y) = ")
    page.keyboard.press("1")
    wait_for_lens(page, "draw", "Markov boundary of Y")
    reduced_motion_is_respected(page)


def reduced_motion_is_respected(page):
    bar = page.locator(".mw-live-row.mw-changed .mw-live-track span").first
    assert bar.evaluate("e => getComputedStyle(e).animationName") == "mw-live-grow"
    page.emulate_media(reduced_motion="reduce")
    assert bar.evaluate("e => getComputedStyle(e).animationName") == "none"
    page.emulate_media(reduced_motion="no-preference")


def nothing_is_wider_than_the_app(page, width):
    page.evaluate("w => { document.querySelector('.mw-live').style.width = `${w}px`; }", width)
    driver.kernel_eval(
        page, "board.model.begin('pc-wins'); board.model.graph.remove_edge('T', 'Z')"
    )
    driver.kernel_eval(page, "board.model.graph.add_edge('T', 'Z')")
    wait_until_said(page, "Not yet. PC performs 24 tests")
    cut = page.evaluate(
        """() => {
            const right = document.querySelector('.mw-live').getBoundingClientRect().right;
            return [...document.querySelectorAll('.mw-live *')]
                .filter(e => e.getBoundingClientRect().width && !e.closest('.mw-canvas-frame'))
                .filter(e => e.getBoundingClientRect().right > right + 1)
                .map(e => e.outerHTML.slice(0, 120));
        }"""
    )
    assert cut == []


LENSES = {
    "1": ("draw", "Essential graph"),
    "2": ("separate", "are d-connected given {Y}"),
    "3": ("boundary", "Mb(X) = {Y, T, Z}"),
    "4": ("leave", "X is not removable"),
    "5": ("run", "nothing learned yet"),
}


def test_five_lenses_by_keys_and_before_a_room(opened):
    page = opened
    root = page.locator(".mw-live")
    driver.kernel_eval(page, "board.model.choose('X', 'T', ['Y'])")
    the_drawer_stays_open_and_the_graph_where_it_is(page, root)
    the_run_steps_without_a_message(page, root)
    keys_in_a_field_are_for_the_field(page, root)
    the_missing_edge_is_added_where_it_is_missing(page, root)
    clicks_and_the_rail_are_those_of_the_apps(page)
    on_a_phone_the_rail_is_a_row_below(page, root)


def heights(page):
    """Return the rows of the graph in the lens, as parts of its height, from the page."""
    return page.evaluate(
        f"""() => {{
            const ys = {driver.cy_js()}.nodes().map(node => node.renderedPosition().y);
            const [top, high] = [Math.min(...ys), Math.max(...ys) - Math.min(...ys)];
            return ys.map(y => Math.round(10 * (y - top) / high));
        }}"""
    )


def the_drawer_stays_open_and_the_graph_where_it_is(page, root):
    driver.focus(root)
    seen = []
    for key, (lens, words) in list(LENSES.items()):
        page.keyboard.press(key)
        wait_for_lens(page, lens, words)
        assert row(page, "MARVEL")[0] == "8"  # in the drawer, which is as it was
        assert page.locator(".mw-foot > .mw-why-button").count() == 1
        if lens != "draw":
            driver.wait_for_graph(page, 4)
            seen.append(heights(page))
    assert all(each == seen[0] for each in seen)
    assert driver.kernel_eval(page, "list(board._lenses)") == str(
        ["separate", "boundary", "leave", "run"]
    )


def the_run_steps_without_a_message(page, root):
    page.locator(".mw-live[data-reel=whole]").wait_for(timeout=driver.SLOW)
    page.evaluate(COUNT)
    step = page.get_by_role("button", name="Step", exact=True)
    sent = "step => { const was = window.sent; for (let i = 0; i < 9; i++) step.click();"
    assert step.evaluate(f"{sent} return window.sent - was; }}") == 0
    driver.focus(root)
    page.keyboard.press("End")
    driver.wait_for(page, "8 of 8 tests", ".mw-top")  # as many as its bar says
    assert row(page, "MARVEL")[0] == "8"
    page.keyboard.press("1")
    wait_for_lens(page, *LENSES["1"])
    driver.wait_for(page, "MARVEL: 8 tests after discovery", ".mw-top")
    page.keyboard.press("ArrowRight")  # the subject again, and not a step
    page.locator(".mw-live-facts", has_text="Markov boundary of Y").wait_for(timeout=driver.QUICK)
    page.keyboard.press("ArrowLeft")


def keys_in_a_field_are_for_the_field(page, root):
    driver.press_in_menu(page, "Edit graph")
    page.get_by_role("button", name="As text or lists; load, save").click()
    page.locator(".mw-head input[type=text]:visible").first.click()
    page.keyboard.press("4")
    assert root.get_attribute("data-lens") == "draw"
    page.keyboard.press("Backspace")
    driver.press_in_menu(page, "Edit graph")


def the_missing_edge_is_added_where_it_is_missing(page, root):
    driver.focus(root)
    page.keyboard.press("4")
    wait_for_lens(page, *LENSES["4"])
    add = page.locator(".mw-pins button:visible")
    driver.focus(add)
    page.keyboard.press("Enter")
    driver.wait_for(page, "X is removable", ".mw-say")
    driver.wait_until(page, lambda: row(page, "MARVEL")[:2], ("24", "+16, was 8"))
    driver.wait_until(page, add.count, 0)
    driver.focus(root)
    page.keyboard.press("Control+z")
    driver.wait_for(page, "X is not removable", ".mw-say")


def clicks_and_the_rail_are_those_of_the_apps(page):
    page.keyboard.press("2")
    wait_for_lens(page, *LENSES["2"])
    driver.wait_for_graph(page, 4)
    driver.click_element(page, "n1")  # Y is no longer given
    driver.wait_for(page, "X and T are d-separated given nothing.", ".mw-say")
    driver.focus(page.locator("role=radio[name='Separate']"))
    page.keyboard.press("ArrowDown")
    wait_for_lens(page, "boundary", "Mb(X) = ")
    page.keyboard.press("ArrowUp")
    wait_for_lens(page, "separate", "X and T")
    page.keyboard.press("ArrowUp")
    wait_for_lens(page, "draw", "Markov boundary of X")


def on_a_phone_the_rail_is_a_row_below(page, root):
    page.evaluate("() => { document.querySelector('.mw-live').style.width = '400px'; }")
    page.locator(".mw-live.mw-narrow").wait_for(timeout=driver.QUICK)
    rail = page.get_by_role("radiogroup", name="Lens").bounding_box()
    canvas = page.locator(".mw-canvas svg").bounding_box()
    assert rail["y"] >= canvas["y"] + canvas["height"]
    assert rail["height"] < 90
    page.evaluate("() => { document.querySelector('.mw-live').style.width = ''; }")
    with presented(page, root):
        for key in LENSES:
            driver.focus(root)
            page.keyboard.press(key)
            settled(page)
            driver.wait_until(page, lambda: root.evaluate(TOO_LARGE), [])


@pytest.mark.night
def test_it_fits_a_projector_after_every_edit(lab, page):
    """Also where variables came and went: in a cell, and alone on the screen."""
    page.set_viewport_size(PROJECTOR)
    driver.show(page, lab, "live-board-fits.ipynb", f"{example('LiveBoard')}\napp")
    root = page.locator(".mw-app[aria-label]")
    root.wait_for(timeout=driver.QUICK)
    driver.kernel_eval(page, "graph = app.model.graph")
    with presented(page, root):
        for edit in EDITS:
            driver.kernel_eval(page, edit)
            settled(page)
            driver.wait_until(page, lambda: root.evaluate(TOO_LARGE), [])
            driver.wait_until(page, lambda: page.evaluate(UNDER_A_RING), [])
    # in a cell it is as high as its words, which are most now that there is a goal
    for edit in ("graph.undo()", EDITS[-1]):
        driver.kernel_eval(page, edit)
        settled(page)
        driver.wait_until(page, lambda: height(root) <= LEFT_BY_JUPYTERLAB, True)
