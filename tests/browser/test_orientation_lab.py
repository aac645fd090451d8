"""OrientationLab in JupyterLab: stepped by mouse and keys, the class, the printed rule."""

import json

import pytest

from tests.browser import driver
from tests.browser.narrow import nothing_is_wider

CELL = """
import json
from marvel_widgets.widgets import OrientationLab
app = OrientationLab()
app
"""


@pytest.fixture
def opened(lab, page):
    driver.show(page, lab, "orientation.ipynb", CELL)
    driver.wait_for_graph(page)
    return page


def shown(page, view=0):
    """Return the visible edges as cytoscape has them: who, where the arrow is, which state."""
    driver.wait_for_graph(page, view=view)
    return page.evaluate(
        f"() => {driver.cy_js(view)}.edges().filter(e => e.visible()).map(e => {{"
        " const forth = e.style('target-arrow-shape') !== 'none';"
        " const back = e.style('source-arrow-shape') !== 'none';"
        " const ends = [e.source().id(), e.target().id()];"
        " return [...(back ? ends.reverse() : ends), forth || back].join(' '); })"
    )


def wanted(page, view=0):
    """Return the same from the drawing that Python shows."""
    found = driver.kernel_eval(
        page,
        f"d = app.model.drawings()[{view}]\n"
        "at = {m.name: f'n{i}' for i, m in enumerate(d.nodes)}\n"
        "print(json.dumps([[at[e.tail], at[e.head], e.directed] for e in d.edges]))",
    )
    return [tuple(edge) for edge in json.loads(found)]


def agree(page, view=0):
    """Wait until a picture shows what Python says, which hears of a step a moment later."""

    def told():
        return {(a, b, True) if d else (frozenset((a, b)), False) for a, b, d in wanted(page, view)}

    def on_screen():
        rows = [words.split() for words in shown(page, view)]
        return {
            (a, b, True) if directed == "true" else (frozenset((a, b)), False)
            for a, b, directed in rows
        }

    driver.wait_until(page, lambda: on_screen() == told(), True)


@pytest.mark.night
def test_steps_by_mouse_and_by_keys(opened):
    page = opened
    step = page.get_by_role("button", name="Step", exact=True)
    for words in ("We keep", "Meek's rule R1: V2 → V3", "Meek's rule R2: V1 → V3", "Done:"):
        step.click()
        driver.wait_for(page, words)
        agree(page)
    driver.focus(page.locator(".mw-app"))
    for words in ("Meek's rule R2", "Meek's rule R1"):
        page.keyboard.press("ArrowLeft")
        driver.wait_for(page, words)
        agree(page)
    page.keyboard.press("ArrowRight")
    driver.wait_for(page, "Meek's rule R2")


# What is to be told to the kernel later waits until the test lets it go.
HOLD = """() => {
    window.held = [];
    const later = window.setTimeout;
    window.setTimeout = (act, ms, ...rest) =>
        ms === 200 ? window.held.push(act) : later(act, ms, ...rest);
    window.letGo = () => { window.setTimeout = later; window.held.forEach(act => act()); };
}"""


def test_a_step_is_not_lost_when_the_picture_is_laid_out_anew(opened):
    """The kernel, which has not heard of the step yet, ships the run anew for another pane."""
    page = opened
    whole = page.locator(".mw-app[data-reel=whole]")
    whole.wait_for(timeout=driver.QUICK)
    page.evaluate(HOLD)
    step = page.get_by_role("button", name="Step", exact=True)
    step.click()
    driver.wait_for(page, "We keep")
    driver.kernel_eval(page, "before = app.run.reel.run; app.model.lay_out('tall')")
    assert driver.kernel_eval(page, "app.model.position, app.run.reel.run > before") == "(0, True)"
    whole.wait_for(timeout=driver.QUICK)
    driver.wait_until(page, page.locator(".mw-seek").input_value, "1")
    step.click()
    driver.wait_for(page, "Meek's rule R1: V2 → V3")
    page.evaluate("letGo()")
    driver.wait_until(page, lambda: driver.kernel_eval(page, "app.model.position"), "2")
    driver.wait_for(page, "Meek's rule R1: V2 → V3")
    agree(page)


def load_text(page, text):
    page.get_by_label("Text", exact=True).fill(text)
    driver.click(page, "Load text")


@pytest.mark.night
def test_the_printed_rule_another_graph_and_its_class(opened):
    page = opened
    driver.open_drawer(page)
    page.get_by_role("button", name="Printed rule", exact=True).click()
    driver.wait_for(page, "V0 had left before V2")
    for view in (0, 1):
        agree(page, view)
    driver.press_in_menu(page, "Edit graph")
    page.get_by_label("Load from", exact=True).select_option("Pasted text")
    load_text(page, "A -> B -> A")
    page.locator(".mw-trouble", has_text="cycle").wait_for(timeout=driver.QUICK)  # at the field
    agree(page)
    nothing_is_wider(page)
    load_text(page, "A -> B -> C")
    driver.wait_for(page, "the same graph as the repaired one")
    page.get_by_role("button", name="The class", exact=True).click()
    seen = []
    for number in (1, 2, 3):
        driver.wait_for(page, f"Member {number} of 3")
        agree(page, 1)
        seen.append(tuple(sorted(shown(page, 1))))
        if number < 3:
            page.get_by_role("button", name="Step", exact=True).click()
    assert len(set(seen)) == 3
