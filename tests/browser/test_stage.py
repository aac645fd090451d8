"""The stage in JupyterLab: steps without the kernel, presenter mode, and that it fits."""

import pytest

from tests.browser import driver
from tests.browser.test_every_app import TOO_LARGE

CELL = (
    "from marvel_widgets import networks\n"
    "from marvel_widgets.widgets import MarvelPlayer\n"
    "player = MarvelPlayer(networks.load('asia'), level='test')\n"
    "player"
)

# What the page sends to its kernel, counted where it leaves.
COUNT = f"""() => {{
    const kernel = {driver.KERNEL};
    window.sent = 0;
    for (const comm of kernel._comms.values()) {{
        const send = comm.send.bind(comm);
        comm.send = (...said) => (window.sent++, send(...said));
    }}
}}"""


@pytest.fixture
def viewport():
    """A projector."""
    return {"width": 1280, "height": 720}


@pytest.fixture
def shown(page, lab):
    driver.show(page, lab, "stage.ipynb", CELL)
    driver.wait_for_graph(page, nodes=8)
    return page


def wait_for_the_reel(page):
    """Wait until the page has the run; return where it is."""
    driver.wait_for_runs(page)
    return driver.place(page)


def at(page, position):
    driver.wait_until(page, lambda: driver.place(page), position)


@pytest.mark.night
def test_it_moves_and_fits_and_tells_names(shown):
    an_echo_of_the_place_before_takes_nobody_back(shown)
    the_kernel_moves_the_page(shown)
    motion_is_left_out_where_it_is_not_wanted(shown)
    it_fits_into_a_cell_on_a_projector_and_alone_on_the_screen(shown)
    a_graph_that_was_hidden_for_a_moment_is_there_again(shown)
    the_kernel_may_have_another_run_before_it_is_told_of_a_step(shown)
    a_name_that_is_cut_off_is_told_at_the_pointer(shown)
    closed_right_after_a_step_it_tells_nothing(shown)


def a_graph_that_was_hidden_for_a_moment_is_there_again(shown):
    """Hidden, measured and shown in one frame, as JupyterLab may do when the theme changes."""
    hidden_width = shown.evaluate(
        f"""() => {{
            const root = document.querySelector('.mw-app'), cy = {driver.cy_js()};
            root.style.display = 'none';
            cy.resize();
            const width = cy.width();
            root.style.display = '';
            return width;
        }}"""
    )
    assert hidden_width == 0
    driver.wait_for_repaint(shown)
    assert shown.evaluate(f"{driver.cy_js()}.width()") > 0


def an_echo_of_the_place_before_takes_nobody_back(shown):
    """The kernel repeats a place that it is told; the next step comes before that, as from afar."""
    here = wait_for_the_reel(shown)
    step = shown.get_by_role("button", name="Step", exact=True)
    assert shown.evaluate(STEPS_BEFORE_THE_ECHO, step.element_handle()) == [here + 1, here + 2]
    assert driver.kernel_eval(shown, "player.model.position") == str(here + 2)


# Step, and again when the kernel has been told of it; return the places until it is told again.
STEPS_BEFORE_THE_ECHO = f"""step => new Promise(done => {{
    const places = [], root = document.querySelector('.mw-app');
    const watch = new MutationObserver(() => {{
        const now = +root.querySelector('.mw-seek').value;
        if (now !== places.at(-1)) places.push(now);
    }});
    watch.observe(root, {{subtree: true, attributeFilter: ['aria-valuetext']}});
    let told = 0;
    for (const comm of {driver.KERNEL}._comms.values()) {{
        const send = comm.send;
        comm.send = function (message, ...rest) {{
            if ('position' in (message.state || {{}}))
                setTimeout(() => {{
                    if (!told++) return step.click();
                    watch.disconnect();
                    done(places);
                }}, 0);
            return send.call(this, message, ...rest);
        }};
    }}
    step.click();
}})"""


def the_kernel_may_have_another_run_before_it_is_told_of_a_step(shown):
    """Then what the page shows is still where the kernel is; without a run the step counts."""
    reached = "player.model.position"
    driver.press_in_menu(shown, "Step size and speed")
    shown.get_by_role("button", name="Begin", exact=True).click()
    for code, place in (
        ("player.model.graph.load_text('B <- A')", 0),
        ("player.run.reel.unload()", 1),
    ):
        driver.wait_until(shown, lambda: driver.kernel_eval(shown, reached), "0")
        assert wait_for_the_reel(shown) == 0
        shown.evaluate(STEP_THEN_RUN, code)
        at(shown, place)
        driver.wait_until(shown, lambda: driver.kernel_eval(shown, reached), str(place))
        # the words may come before the run, which sets the bar back
        driver.wait_until(shown, shown.locator(".mw-seek").input_value, str(place))


# Step and run code in the kernel; only then has the time come at which the place is told.
STEP_THEN_RUN = f"""async code => {{
    const {{setTimeout, clearTimeout}} = window;
    let tell = () => {{}};
    window.setTimeout = (act, ms, ...rest) => {{
        if (ms !== 200) return setTimeout(act, ms, ...rest);
        tell = act;
        return -1;
    }};
    window.clearTimeout = id => {{ id === -1 ? (tell = () => {{}}) : clearTimeout(id); }};
    document.querySelector('.mw-step').click();
    window.setTimeout = setTimeout;
    await {driver.KERNEL}.requestExecute({{code}}).done;
    window.clearTimeout = clearTimeout;
    tell();
}}"""


def the_kernel_moves_the_page(shown):
    driver.kernel_eval(shown, "player.seek(60)")
    at(shown, 60)
    driver.focus(shown.locator(".mw-app"))
    shown.keyboard.press("PageDown")  # a clicker
    at(shown, 61)


def motion_is_left_out_where_it_is_not_wanted(shown):
    motion = "() => getComputedStyle(document.querySelector('.mw-answer')).animationName"
    assert shown.evaluate(motion) == "mw-appear"
    shown.emulate_media(reduced_motion="reduce")
    assert shown.evaluate(motion) == "none"
    shown.emulate_media(reduced_motion="no-preference")


def it_fits_into_a_cell_on_a_projector_and_alone_on_the_screen(shown):
    root = shown.locator(".mw-app")
    assert root.bounding_box()["height"] <= 600
    driver.focus(root)
    shown.keyboard.press("f")
    shown.wait_for_function("document.fullscreenElement !== null", timeout=driver.QUICK)
    driver.wait_for_repaint(shown)
    assert root.bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 720}
    shown.keyboard.press("w")
    for part in (".mw-layers", ".mw-sentence", ".mw-code", ".mw-transport", ".mw-count"):
        box = driver.box(root.locator(part))
        assert 0 <= box["x"] <= 1280 - box["width"], part
        assert 0 <= box["y"] <= 720 - box["height"], part
    shown.keyboard.press("w")
    assert driver.box(root.locator(".mw-layers"))["height"] > 400
    driver.focus(root.get_by_role("button", name="Close"))  # where a click on it has left the focus
    shown.keyboard.press("p")
    assert not root.locator(".mw-sentence").is_visible()
    shown.keyboard.press("p")
    assert root.locator(".mw-sentence").is_visible()
    shown.keyboard.press("l")
    assert root.locator(".mw-legend").is_visible()
    shown.keyboard.press("f")
    shown.wait_for_function("document.fullscreenElement === null", timeout=driver.QUICK)
    # the page is told of it in an event, which may come a moment later
    shown.locator(".mw-app.mw-present").wait_for(state="detached", timeout=driver.QUICK)


# What is larger than its room at each position of a run, each after the next frame.
SWEEP = """async () => {
    const root = document.querySelector('.mw-app'), seek = root.querySelector('.mw-seek');
    const too_large = (TOO_LARGE), found = [];
    for (let at = 0; at <= +seek.max; at++) {
        seek.value = at;
        seek.dispatchEvent(new Event('input', {bubbles: true}));
        seek.dispatchEvent(new Event('change', {bubbles: true}));
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        const now = too_large(root);
        if (now.length) found.push([at, now]);
    }
    return [+seek.value, found];
}""".replace("TOO_LARGE", TOO_LARGE)


@pytest.mark.night
def test_nothing_scrolls_while_25_variables_are_learned_on_a_projector(lab, page):
    cell = (
        "from random import Random\n"
        "from marvel_widgets import Dag\n"
        "from marvel_widgets.widgets import MarvelPlayer\n"
        "player = MarvelPlayer(Dag.random_fixed_in_degree(25, 3, Random(1)), level='test')\n"
        "player"
    )
    driver.show(page, lab, "stage-25.ipynb", cell)
    driver.wait_for_runs(page)
    driver.focus(page.locator(".mw-app"))
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement !== null", timeout=driver.QUICK)
    driver.wait_for_repaint(page)
    last, found = page.evaluate(SWEEP)
    assert last > 650
    assert found == []


def a_name_that_is_cut_off_is_told_at_the_pointer(page):
    name = "hours of sunshine in the week before"
    text = f'"{name}" -> Y <- T'
    driver.kernel_eval(page, f"player.model.graph.load_text({text!r})")
    driver.wait_for_graph(page, nodes=3)
    wait_for_the_reel(page)  # nothing is set anew under the pointer
    driver.wait_for_repaint(page)
    told = page.locator(".mw-whole-name:not([hidden])")
    x, y = page.evaluate(
        f"""() => {{
            const box = ({driver.views_js()})[0].getBoundingClientRect();
            const at = {driver.cy_js()}.$id('n0').renderedPosition();
            return [box.x + at.x, box.y + at.y];
        }}"""
    )
    page.mouse.move(x, y)
    told.wait_for(timeout=driver.QUICK)
    assert told.inner_text() == name
    box = told.bounding_box()
    assert abs(box["x"] - x) < 60
    assert 0 < box["y"] - y < 60
    page.mouse.move(x, y + 300)
    told.wait_for(state="detached", timeout=driver.QUICK)


def closed_right_after_a_step_it_tells_nothing(page):
    """The place is told after 200 ms, in which a widget may go; an error fails the test."""
    driver.wait_for_runs(page)
    step = page.get_by_role("button", name="Step", exact=True)
    page.evaluate(
        f"""async (step) => {{
            const later = window.setTimeout, held = [];
            window.setTimeout = (act, ms, ...rest) =>
                ms === 200 ? held.push(act) : later(act, ms, ...rest);
            step.click();
            window.setTimeout = later;
            if (!held.length) throw new Error('nothing was put off');
            await ({driver.CLOSE_WIDGETS})({driver.KERNEL});
            held.forEach(act => act());
        }}""",
        step.element_handle(),
    )
    assert page.locator(".mw-app").count() == 0


@pytest.mark.night
def test_a_long_form_scrolls_beside_its_picture(lab, page):
    made = "from marvel_widgets import exercises\nfrom marvel_widgets.widgets import ExerciseBox\n"
    driver.show(page, lab, "form.ipynb", f"{made}ExerciseBox(exercises('05').by_lemmas)")
    driver.wait_for_graph(page)
    canvas, last = page.locator(".mw-stage canvas").first, page.locator(".mw-sheet input").last
    below = "() => document.querySelector('.mw-stage').getBoundingClientRect().y"
    before = driver.box(canvas)["y"] - page.evaluate(below)
    last.scroll_into_view_if_needed()
    page.locator(".mw-sheet").evaluate("sheet => { sheet.scrollTop = 999; }")
    assert driver.box(canvas)["y"] - page.evaluate(below) == before
    assert page.locator(".mw-sheet").evaluate("sheet => sheet.scrollTop") > 0


@pytest.mark.night
def test_a_method_is_pressed_beside_its_track(lab, page):
    made = "from marvel_widgets.widgets import BoundaryLab\n"
    driver.show(page, lab, "methods.ipynb", f"{made}BoundaryLab('A -> B <- C', mode='discover')")
    driver.click(page, "Why")
    chips, tracks = page.locator(".mw-methods .mw-chip"), page.locator(".mw-lane-bars > li")
    tracks.first.wait_for(timeout=driver.QUICK)
    assert chips.count() == tracks.count() > 1
    for chip, track in zip(chips.all(), tracks.all(), strict=True):
        at, beside = driver.box(chip), driver.box(track)
        assert at["x"] + at["width"] <= beside["x"]
        assert at["y"] <= beside["y"] + beside["height"] / 2 <= at["y"] + at["height"]
