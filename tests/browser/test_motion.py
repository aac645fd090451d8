"""What a step changes is seen to change: under way right after the step, and gone with the next."""

import re

import pytest

from marvel_widgets import Dag, export_run
from marvel_widgets.replay.export.programs import MOTION
from tests.browser import driver

GRAPH = "X -> Y <- T; Y -> Z"
# What is under way in the page, a word for each kind.
UNDER_WAY = """() => {
    const found = new Set(), ghost = 'mw-ghost';
    for (const {effect: {target}} of document.getAnimations()) {
        const old = target.classList.contains(ghost);
        if (target.matches('.mw-hull')) found.add('hull');
        else if (target.matches('[data-node]')) found.add('leaves');
        else if (target.matches('[data-edge]')) found.add(old ? 'fades' : 'grows');
        else if (target.matches('[data-edge] > polygon')) found.add('slides');
        else if (target.matches('.mw-lanes tr')) found.add('overtakes');
        else if (target.matches('.mw-runner')) found.add('runs');
    }
    if (document.querySelector('.mw-hull > animate')) found.add('hull');
    for (const view of document.querySelectorAll('.custom-widget')) {
        const cy = view._cyreg && view._cyreg.cy;
        for (const one of cy ? cy.elements(':animated') : []) {
            const old = one.id().startsWith(ghost);
            if (old) found.add(one.isNode() ? 'leaves' : 'fades');
            else found.add(cy.$id(`${ghost}-${one.id()}`).length ? 'slides' : 'grows');
        }
    }
    return [...found].sort();
}"""
# Step, and say what is under way then; the page has not come to anything else meanwhile.
STEP = f"""async () => {{
    document.querySelector('.mw-step, [data-part=step]').click();
    await null;
    return ({UNDER_WAY})();
}}"""
DRAWN = "() => [...document.querySelectorAll('svg.picture')].map(each => each.innerHTML)"
# A live graph as it is drawn: what is left of a motion is here too.
LIVE = f"""() => {driver.cy_js()}.elements().map(one => [
    one.id(), one.classes().sort().join(' '), one.numericStyle('opacity'),
    ...(one.isEdge() ? ['source', 'target'].map(
        end => one.numericStyle(`${{end}}-distance-from-node`)) : []),
])"""
# Whether nothing is left of what moved.
GONE = f"""() => !({UNDER_WAY})().length && !document.querySelector('.mw-ghost, animate')
    && {driver.views_js()}.every(view => !view._cyreg.cy.$('[id ^= "mw-ghost"]').length)"""
AFTER = 300  # ms: all has moved
SOON = 100  # ms: another step, and nothing has come to its end


@pytest.fixture
def exported(browser, tmp_path):
    """Open an exported page on a clock that we turn."""
    contexts = []

    def opened(reduced=False):
        target = export_run(tmp_path / "run.html", Dag(GRAPH))
        wish = "reduce" if reduced else "no-preference"
        contexts.append(browser.new_context(reduced_motion=wish))
        page = contexts[-1].new_page()
        page.clock.install()
        page.goto(target.as_uri())
        page.locator("#player").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()


def walk(page, rest):
    """Step to the end, waiting after each step; return what moved, and what was drawn."""
    moved, drawn = [], []
    while page.locator("[data-part=step]").is_enabled():
        moved.append(page.evaluate(STEP))
        page.clock.run_for(rest)
        drawn.append(page.evaluate(DRAWN))
    page.clock.run_for(AFTER)
    return moved, drawn, page.evaluate(DRAWN)


def test_an_exported_run_moves_and_shows_what_it_shows_without(exported):
    page = exported()
    moved, drawn, end = walk(page, AFTER)
    assert {"grows", "slides", "leaves"} <= set().union(*moved)
    assert page.evaluate(UNDER_WAY) == []
    still, shown, last = walk(exported(reduced=True), AFTER)
    assert set().union(*still) == set()
    assert (drawn, end) == (shown, last)


@pytest.mark.night
def test_a_jump_moves_nothing(exported):
    page = exported()
    for act in ("Home", "End", "Home"):
        page.keyboard.press(act)
        assert page.evaluate(UNDER_WAY) == []
    for at in ("20", "50"):
        page.locator("#seek").fill(at)
        assert page.evaluate(UNDER_WAY) == []
    assert page.locator(".mw-ghost").count() == 0


def left_by_the_step_before(page):
    """Step on before what a step moves is at its end; return after which steps some was left."""
    found = []
    while page.locator("[data-part=step]").is_enabled():
        page.evaluate(
            "() => document.querySelectorAll('.mw-ghost').forEach(g => g.dataset.old = 1)"
        )
        page.evaluate(STEP)
        if page.locator(".mw-ghost[data-old]").count():
            found.append(page.locator("#place").inner_text())
        page.clock.run_for(SOON)
    return found


def test_the_next_step_finds_nothing_under_way(exported):
    page = exported()
    assert left_by_the_step_before(page) == []
    page.clock.run_for(AFTER)
    _, _, last = walk(exported(reduced=True), AFTER)
    assert page.evaluate(DRAWN) == last


def laid_out(page):
    """Whether the kernel has laid the graph out for its pane: then no run is sent anew."""
    driver.wait_for_repaint(page)
    pane = page.locator(".mw-app").get_attribute("data-pane")
    return pane is None or driver.kernel_eval(page, "print(app.shell.pane)") == pane


@pytest.fixture
def show(lab, page):
    def shown(call):
        cell = f"from marvel_widgets.widgets import *\napp = {call}\napp"
        driver.show(page, lab, "motion.ipynb", cell)
        driver.wait_for_runs(page)
        driver.wait_until(page, lambda: laid_out(page), True)
        driver.wait_for_runs(page)
        return page

    yield shown
    page.emulate_media(reduced_motion="no-preference")


def begin(page):
    """Go to the beginning; the kernel has followed, and the page has all of the run."""
    driver.focus(page.locator(".mw-app"))
    page.keyboard.press("Home")
    place = "app.model.position"
    driver.wait_until(page, lambda: driver.kernel_eval(page, place), "0")
    page.locator(".mw-app[data-reel=whole]").wait_for(timeout=driver.SLOW)
    assert page.locator(".mw-seek").input_value() == "0"


def steps(page, reduced=False):
    """Step to the end, twice in a row each time but the first; return what moved, and the ends."""
    page.emulate_media(reduced_motion="reduce" if reduced else "no-preference")
    begin(page)
    step = page.get_by_role("button", name="Step", exact=True)
    moved, drawn = set(), []
    while step.is_enabled():
        moved |= {*page.evaluate(STEP)}
        page.wait_for_function(GONE, timeout=driver.QUICK)
        drawn.append(page.evaluate(LIVE))
    begin(page)
    while step.is_enabled():
        moved |= {*page.evaluate(STEP), *page.evaluate(STEP)}
    page.wait_for_function(GONE, timeout=driver.QUICK)
    return moved, [*drawn, page.evaluate(LIVE)]


@pytest.mark.night
def test_the_player_moves_and_shows_what_it_shows_without(show):
    page = show(f"MarvelPlayer({GRAPH!r})")
    moved, drawn = steps(page)
    assert {"grows", "slides", "leaves", "hull"} <= moved
    still, shown = steps(page, reduced=True)
    assert still == set()
    assert drawn == shown


def test_in_the_proof_a_variable_leaves_with_its_edges(show):
    page = show("ProofWalk('X -> B <- A; B -> C; X -> C; A -> C', x='X', path='ABXC', given='B')")
    assert {"leaves", "fades"} <= set(page.evaluate(STEP))
    page.wait_for_function(GONE, timeout=driver.QUICK)


@pytest.mark.night
def test_in_the_race_who_is_done_overtakes(show):
    page = show("Race(predict=False)")
    names = page.locator(".mw-lanes th[scope=row]")
    before, moved = names.all_inner_texts(), []
    for _ in range(8):
        moved.append(page.evaluate(STEP))
        page.wait_for_function(GONE, timeout=driver.QUICK)
    assert "runs" in moved[0]
    assert any("overtakes" in each for each in moved)
    assert sorted(names.all_inner_texts()) == sorted(before) != before


# A hull in the place of another, after a click; then the outlines between which it moves.
HULL = """([before, now]) => {
    const put = (points) => {
        const slot = document.querySelector('svg > g');
        slot.innerHTML = `<polygon class="mw-hull" points="${points}"/>`;
    };
    put(before);
    watchMarkup(document.body, makeMotion(document));
    document.body.addEventListener('click', () => put(now));
    return new Promise(done => setTimeout(async () => {
        document.body.click();
        await null;
        const morph = document.querySelector('.mw-hull > animate');
        done(morph && morph.getAttribute('values'));
    }));
}"""
SQUARE = "0,0 40,0 40,40 0,40"
SPIKE = "0,0 40,0 90,20 40,40 0,40"


def area(points):
    """Return the area of a polygon (the shoelace formula)."""
    corners = [tuple(map(float, pair.split(","))) for pair in points.split()]
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return abs(sum(a * d - b * c for (a, b), (c, d) in pairs)) / 2


SHAPES = [(SPIKE, SQUARE), (SQUARE, SPIKE), (SQUARE, SQUARE + " 0,20")]


@pytest.mark.night
@pytest.mark.parametrize(("before", "after"), SHAPES)
def test_a_hull_moves_between_its_own_outlines(browser, before, after):
    page = browser.new_page()
    page.set_content(f"<svg viewBox='0 0 100 100'><g></g></svg><script>{MOTION}</script>")
    outlines = page.evaluate(HULL, [before, after]).split(";")
    assert len({len(re.findall(",", each)) for each in outlines}) == 1  # as many corners
    assert [area(each) for each in outlines] == pytest.approx([area(before), area(after)])
    page.close()


@pytest.mark.night
def test_a_hull_elsewhere_fades(browser):
    page = browser.new_page()
    page.set_content(f"<svg viewBox='0 0 100 100'><g></g></svg><script>{MOTION}</script>")
    assert page.evaluate(HULL, [SQUARE, "60,60 90,60 90,90"]) is None
    assert page.evaluate(UNDER_WAY) == ["hull"]
    page.locator(".mw-ghost").wait_for(state="detached")
    page.close()
