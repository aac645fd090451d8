"""A step in the page, while the kernel lays the picture out anew."""

import json

from tests.browser import driver

CELL = """
import json
from marvel_widgets.widgets import OrientationLab
app = OrientationLab()
app
"""


def shown(page):
    """Return the visible edges as cytoscape has them: who, and where the arrow is."""
    driver.wait_for_graph(page)
    rows = page.evaluate(
        f"() => {driver.cy_js()}.edges().filter(e => e.visible()).map(e => {{"
        " const forth = e.style('target-arrow-shape') !== 'none';"
        " const back = e.style('source-arrow-shape') !== 'none';"
        " const ends = [e.source().id(), e.target().id()];"
        " return [...(back ? ends.reverse() : ends), forth || back]; })"
    )
    return {(a, b) if directed else frozenset((a, b)) for a, b, directed in rows}


def told(page):
    """Return the same from the drawing that Python shows."""
    found = driver.kernel_eval(
        page,
        "d = app.model.drawings()[0]\n"
        "at = {m.name: f'n{i}' for i, m in enumerate(d.nodes)}\n"
        "print(json.dumps([[at[e.tail], at[e.head], e.directed] for e in d.edges]))",
    )
    return {(a, b) if directed else frozenset((a, b)) for a, b, directed in json.loads(found)}


# What is to be told to the kernel later waits until the test lets it go.
HOLD = """() => {
    window.held = [];
    const later = window.setTimeout;
    window.setTimeout = (act, ms, ...rest) =>
        ms === 200 ? window.held.push(act) : later(act, ms, ...rest);
    window.letGo = () => { window.setTimeout = later; window.held.forEach(act => act()); };
}"""


def test_a_step_is_not_lost_when_the_picture_is_laid_out_anew(lab, page):
    """The kernel, which has not heard of the step yet, ships the run anew for another pane."""
    driver.show(page, lab, "orientation.ipynb", CELL)
    driver.wait_for_graph(page)
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
    driver.wait_for(page, "Meek's rule R1 directs V2 → V3")
    page.evaluate("letGo()")
    driver.wait_until(page, lambda: driver.kernel_eval(page, "app.model.position"), "2")
    driver.wait_for(page, "Meek's rule R1 directs V2 → V3")
    driver.wait_until(page, lambda: shown(page) == told(page), True)
