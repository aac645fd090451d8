"""The player in JupyterLab: clicks, keys, typing; what is on the screen is what Python says."""

import json
import re
from itertools import pairwise

import pytest
from playwright.sync_api import TimeoutError as Late

from marvel_widgets.pictures.palette import contrast_ratio
from marvel_widgets.replay.option_words import option_words
from tests.browser import driver

CELLS = (
    "from marvel_widgets.core.graphs import networks\n"
    "from marvel_widgets.widgets import MarvelPlayer\n"
    "first = MarvelPlayer(networks.load('asia'))\n"
    "first",
    "second = MarvelPlayer(networks.load('sachs'))\nsecond",
)
# Where buttons lead, and what a player's views must look like, element by element, as cytoscape
# names it.
HELPERS = """
import json
from marvel_widgets.widgets.kit.stylesheet import effective_style
def wanted(player):
    found = []
    for view in player.picture.views:
        looks = {view._element(key).data['id']: effective_style(
            'node' if isinstance(key, str) else 'edge', classes)
            for key, classes in view._classes(view.drawing).items()}
        found.append(looks)
    return found
def lead(player, names):
    film, level, at = player.model.film, player.model.level, player.model.position
    for name in names:
        at = {
            "Step": film.next(at, level), "Back": film.previous(at, level),
            "Begin": 0, "End": film.last,
        }[name]
    return at
"""
SHOWN = {
    "node": ("shape", "background-color", "border-color", "border-style", "text-valign", "color"),
    "edge": ("display", "line-color", "line-style", "target-arrow-shape", "source-arrow-shape"),
}


# Seconds for a whole run, time enough to cancel it.
SLOW_TEST = """
from time import sleep
from marvel_widgets import DSeparation
from marvel_widgets.core.independence.protocol import FunctionTest
oracle = DSeparation(networks.load('insurance'))
def ask(x, y, given):
    sleep(0.01)
    return oracle(x, y, given)
p.model.step_limit = 5
p.model.test = FunctionTest(oracle.names, ask)
p.model.set_option('bookkeeping', 'full')
"""


class Player:
    """One player on the page, the first or the second."""

    def __init__(self, page, name, index):
        self.page, self.name, self.index = page, name, index
        self.root = page.locator(".mw-player").nth(index)

    def python(self, code):
        """Return the value of an expression in which `p` is the player."""
        return json.loads(
            driver.kernel_eval(
                self.page, f"import json\np = {self.name}\nprint(json.dumps({code}))"
            )
        )

    def run(self, code):
        driver.kernel_eval(self.page, f"p = {self.name}\n{code}")

    @property
    def position(self):
        return self.python("p.model.position")

    def button(self, name):
        return self.root.get_by_role("button", name=name, exact=True)

    def click(self, *names):
        for name in names:
            self.button(name).click()

    def wait_for(self, position):
        """Wait until the sentence tells of a position, and all views have been painted."""
        place = f"Position {position} of "
        try:
            self.root.locator(".mw-place", has_text=place).wait_for(timeout=driver.QUICK)
        except Late:
            shown = self.root.locator(".mw-place").inner_text()
            pytest.fail(f"wanted: {place}, shown: {shown}, in the kernel: {self.position}")
        driver.wait_for_repaint(self.page)

    def arrive(self, position):
        """Wait until page and kernel are at a position; return it."""
        self.wait_for(position)
        self.wait_in_python(f"p.model.position == {position}")  # told a moment later
        return position

    def go(self, *names):
        """Click on buttons that move, one after the other; return where that leads."""
        wanted = self.python(f"lead(p, {names!r})")
        self.click(*names)
        return self.arrive(wanted)

    def seek(self, position):
        """Go somewhere by Python."""
        self.run(f"p.seek({position})")
        return self.arrive(self.python(f"min({position}, p.model.film.last)"))

    def set_level(self, level):
        self.click(level)
        self.page.wait_for_function(
            "button => button.classList.contains('mod-active')",
            arg=self.button(level).element_handle(),
        )
        self.wait_in_python(f"p.model.level == '{level}'")

    def wait_in_python(self, condition):
        """Wait until the kernel has handled what the page sent."""
        driver.wait_until(self.page, lambda: (condition, self.python(condition)), (condition, True))

    def wait_for_value(self, field, code):
        """Wait until a field shows the value of an expression."""
        wanted = [field.element_handle(), self.python(code)]
        self.page.wait_for_function("([e, value]) => e.value === value", arg=wanted)

    def view(self, at):
        """Return the number of one of this player's graphs among all on the page."""
        before = [self.page.locator(".mw-player").nth(i) for i in range(self.index)]
        return sum(root.locator(".mw-view").count() for root in before) + at

    def check_views(self):
        """Compare every element in the browser with what Python's drawing says."""
        for at, looks in enumerate(self.python("wanted(p)")):
            shown = self.page.evaluate(
                f"""properties => Object.fromEntries({driver.cy_js(self.view(at))}.elements().map(
                    e => [e.id(), Object.fromEntries(
                        properties[e.group() === 'nodes' ? 'node' : 'edge']
                            .map(name => [name, e.style(name)]))]))""",
                SHOWN,
            )
            assert set(shown) == set(looks)
            for name, style in shown.items():
                hidden = looks[name].get("display") == "none"
                for key, value in style.items():
                    if key == "display" or not hidden:
                        assert color(value) == color(looks[name][key]), (name, key)


def color(value):
    """Return a color as rgb(...), whichever way it is written; anything else as it is."""
    if re.fullmatch("#[0-9A-Fa-f]{6}", value):
        return "rgb({},{},{})".format(*(int(value[i : i + 2], 16) for i in (1, 3, 5)))
    return value


@pytest.fixture(scope="module")
def pages(browser, lab):
    """One page for the tests that leave the players usable: starting a kernel takes seconds."""
    errors = []
    context = browser.new_context(viewport={"width": 1280, "height": 2600})
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    driver.show(page, lab, "players.ipynb", *CELLS)
    driver.wait_for_graph(page, nodes=8, view=0)
    driver.wait_for_graph(page, nodes=11, view=1)
    driver.kernel_eval(page, HELPERS)
    yield page
    found = list(errors)  # what closing a notebook breaks off is no error
    driver.clear(page)
    context.close()
    assert found == []


@pytest.fixture
def first(pages):
    return fresh(pages, "first", 0)


@pytest.fixture
def second(pages):
    return fresh(pages, "second", 1)


def fresh(page, name, index):
    """Return a player at its beginning, on its own graph.

    It runs again only if a test has left it on another run: to ship one takes seconds.
    """
    network = {"first": "asia", "second": "sachs"}[name]
    player = Player(page, name, index)
    player.run(
        "p.model.step_limit = 20_000\n"
        f"own = networks.load('{network}')\n"
        "if (p.model.dag, p.model.too_long, p.model.error) != (own, False, ''):\n"
        "    p.model.load_dag(own)\n"
        "p.model.level = 'decision'\np.details.selected_index = 0\n"
        "p.shell.editing = p.arranged.folds['code'].opened = True\n"
        "p.chooser.kind.value = 'Pasted text'\np.seek(0)"
    )
    player.wait_for(0)
    driver.wait_for_graph(page, view=player.view(0))
    return player


# -- moving ----------------------------------------------------------------------------------------


def test_buttons_step_both_players_apart(first, second):
    stops = first.python("p.model.film._event_positions[:3]")
    assert first.go("Step", "Step", "Step") == stops[2]
    first.check_views()
    second.wait_for(0)
    assert first.go("Back") == stops[1]
    second.set_level("test")
    assert second.go("Step", "Step") == 2
    second.check_views()
    assert first.position == stops[1]
    first.go("End")
    first.check_views()
    assert first.button("Step").is_disabled()
    assert first.button("End").is_disabled()
    first.set_level("round")
    first.go("Back")
    first.check_views()
    assert first.go("Begin") == 0
    assert first.button("Back").is_disabled()
    first.check_views()


def test_a_burst_of_clicks_is_not_lost(second):
    second.set_level("test")
    for name, wanted in (("Step", 20), ("Back", 0)):
        button = second.button(name).element_handle()
        second.page.evaluate("button => { for (let i = 0; i < 20; i++) button.click(); }", button)
        second.arrive(wanted)
        second.check_views()


def test_large_and_small_steps_in_turn(second):
    """Seeking changes most elements, stepping a few: the same picture."""
    last = second.python("p.model.film.last")
    for position in (last - 2, 3):
        second.seek(position)
        second.check_views()
        second.go("Step")
        second.check_views()
        second.go("Back")
        second.check_views()


def test_the_seek_bar_and_its_ticks(first):
    bar = first.root.locator("input.mw-seek")
    bar.fill("40")
    first.arrive(40)
    first.check_views()
    bar.press("ArrowRight")  # one step of the player's level, not one position
    first.arrive(first.python("p.model.film.next(40, 'decision')"))
    box = bar.bounding_box()
    first.page.mouse.move(box["x"] + 12, box["y"] + box["height"] / 2)
    first.page.mouse.down()
    first.page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2, steps=8)
    first.page.mouse.up()
    dragged, last = int(bar.input_value()), first.python("p.model.film.last")
    assert abs(dragged - 0.6 * last) < 0.05 * last
    first.arrive(dragged)
    first.check_views()
    removals = first.python("p.model.film.removals()")
    ticks = first.root.locator(".mw-tick")
    assert ticks.count() == len(removals)
    ticks.nth(2).click()
    first.arrive(removals[2][0])
    assert ticks.nth(2).get_attribute("title").endswith(" leaves")
    assert bar.get_attribute("aria-valuetext").startswith(f"Position {removals[2][0]} of")


def test_keys_move_the_player_and_nothing_else(first):
    page = first.page
    page.evaluate(f"() => {{ {driver.NOTEBOOK}.content.activeCellIndex = 0; }}")
    active = f"() => {driver.NOTEBOOK}.content.activeCellIndex"
    film = "p.model.film"
    first.root.focus()
    before = page.evaluate(active)
    at = 0
    for key, where in (
        ("ArrowRight", f"{film}.next({{at}}, 'decision')"),
        ("ArrowRight", f"{film}.next({{at}}, 'decision')"),
        ("ArrowLeft", f"{film}.previous({{at}}, 'decision')"),
        ("End", f"{film}.last"),
        ("Home", "0"),
    ):
        wanted = first.python(where.format(at=at))
        page.keyboard.press(key)
        at = first.arrive(wanted)
    assert page.evaluate(active) == before
    page.keyboard.press("Space")
    first.button("Pause").wait_for()
    page.keyboard.press("Space")
    first.button("Play").wait_for()
    # letters are commands of JupyterLab (d d deletes a cell); they do nothing in here
    cells = f"() => {driver.NOTEBOOK}.content.model.cells.length"
    count = page.evaluate(cells)
    for key in ("d", "d", "a", "b", "x", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    assert page.evaluate(cells) == count
    assert page.evaluate(active) == before


def test_after_a_click_on_a_button_the_keys_work(first):
    at = first.go("Step")
    stops = [n for n in first.python("p.model.film._event_positions") if n > at]
    first.page.keyboard.press("ArrowRight")
    first.arrive(stops[0])
    first.page.keyboard.press("Space")  # presses the button that has the focus, and plays nothing
    first.arrive(stops[1])
    assert not first.python("p.model.playing")


def test_typing_does_not_move_the_player(first):
    at = first.go("Step")
    area = first.root.get_by_role("textbox", name="Text", exact=True)
    area.click()
    area.press("End")
    for key in ("Space", "ArrowLeft", "ArrowRight", "Home", "End", "ArrowUp", "a", "d", "d"):
        area.press(key)
    assert first.position == at
    assert not first.python("p.model.playing")
    assert "add" in area.input_value()


def test_a_click_on_a_line_goes_to_its_event(first):
    first.root.get_by_title("Go to the next event of line 14").click()
    first.arrive(first.python("p.model.film.lines()[14][0]"))
    lit = first.root.locator("button.mw-lit")
    assert lit.count() == 1
    first.check_views()


def test_play_and_pause(first):
    first.run("p.model.speed = 2")  # slow: the run must not end before Pause, on any machine
    first.click("Play")
    stop = first.python("p.model.film._event_positions[2]")
    first.page.wait_for_function(
        """([root, stop]) => Number(root.querySelector('.mw-place').textContent
            .match(/Position ([0-9]+)/)[1]) >= stop""",
        arg=[first.root.element_handle(), stop],
        timeout=driver.QUICK,
    )
    first.click("Pause")
    first.button("Play").wait_for()
    first.wait_in_python("not p.model.playing")
    # where the page has stopped; the kernel is told a moment later
    at = first.arrive(int(re.search(r"Position (\d+)", first.root.inner_text())[1]))
    assert at >= stop
    assert first.go("Step") > at


# -- graphs ----------------------------------------------------------------------------------------


def load(player, text):
    player.root.get_by_role("textbox", name="Text", exact=True).fill(text)
    player.click("Load text")


def test_bad_text_then_good_text_then_a_cycle(first):
    at = first.go("Step")
    error = first.root.locator(".mw-trouble")
    load(first, "X -> Y; Z ->")
    error.wait_for(timeout=driver.QUICK)
    text = error.inner_text()
    assert re.search(r"line 1|column|position|\^", text), text
    assert error.get_attribute("role") == "alert"
    field = first.root.locator("textarea").bounding_box()
    told = error.bounding_box()
    assert 0 <= told["y"] - (field["y"] + field["height"]) < 80  # right below
    assert first.position == at
    assert first.go("Step") > at
    first.check_views()
    load(first, "X -> Y <- T; Y -> Z")
    first.wait_for(0)
    error.wait_for(state="detached", timeout=driver.QUICK)
    driver.wait_for_graph(first.page, nodes=4, view=first.view(0))
    first.go("End")
    first.check_views()
    load(first, "a -> b; b -> c; c -> a")
    error.wait_for(timeout=driver.QUICK)
    assert "a -> b -> c -> a" in error.inner_text()
    first.go("Back")
    first.check_views()


def test_graphs_from_the_lists_and_by_chance(first):
    first.go("End")  # loading from another position than the beginning
    source = first.root.get_by_label("Load from")
    source.select_option("Gallery")
    first.root.get_by_label("Example").select_option("Fork")
    first.click("Load")
    driver.wait_for_graph(first.page, nodes=3, view=first.view(0))
    first.wait_for(0)
    source.select_option("Real network")
    first.root.get_by_label("Network (variables)").select_option("sachs (11)")
    first.click("Load")
    driver.wait_for_graph(first.page, nodes=11, view=first.view(0))
    first.wait_for(0)
    first.go("Step")
    first.check_views()
    source.select_option("Random")
    first.root.get_by_label("variables", exact=True).fill("7")
    first.root.get_by_label("seed").fill("3")
    first.root.get_by_label("seed").press("Tab")
    first.click("Draw")
    driver.wait_for_graph(first.page, nodes=7, view=first.view(0))
    first.wait_for(0)
    first.go("Step")
    first.check_views()
    assert first.page.locator(".mw-view").count() == 2  # the old views are gone


def test_the_state_token_restores(first):
    first.seek(30)
    first.run("p.model.level = 'test'")
    token = first.python("p.token")
    load(first, "A -> B")
    first.wait_for(0)
    first.root.get_by_text("Options and state token").click()
    field = first.root.get_by_label("State token")
    first.wait_for_value(field, "p.token")
    field.fill(token[:-4])
    field.press("Enter")
    error = first.root.locator(".mw-trouble")
    error.wait_for()
    assert "copy it whole" in error.inner_text()
    assert 0 <= error.bounding_box()["y"] - field.bounding_box()["y"] < 80
    field.fill(token)
    field.press("Enter")
    first.wait_for(30)
    driver.wait_for_graph(first.page, nodes=8, view=first.view(0))
    assert first.python("[p.model.level, p.token]") == ["test", token]
    first.check_views()


def test_the_options_run_again(first):
    first.root.get_by_text("Options and state token").click()
    first.root.get_by_label("Lines 13 and 20").select_option("printed")
    first.root.locator("button.mw-line", has_text="point every undirected edge").wait_for()
    first.root.get_by_label("Boundaries").select_option("the true ones")
    first.page.wait_for_function(
        "root => root.querySelector('.mw-line').disabled === false", arg=first.root.element_handle()
    )
    assert first.python("[p.model.options, p.model.boundaries]") == [
        {"orientation": "printed"},
        "given",
    ]
    first.run("p.model.set_option('boundaries', 'found')")
    first.run("p.model.set_option('orientation', 'recorded')")


def test_another_algorithm_runs_in_the_same_player(first):
    """Lines, menus and sentences of each are compared in `tests/widgets/player`."""
    first.root.get_by_text("Options and state token").click()
    first.root.get_by_label("Bookkeeping").wait_for()
    first.root.get_by_label("Algorithm").select_option("PC")
    first.root.locator("button.mw-line", has_text="for each edge X - Y:").wait_for()
    first.root.get_by_label("Variant").wait_for()
    first.root.get_by_label("Bookkeeping").wait_for(state="hidden")
    first.root.get_by_text(option_words("algorithm", "pc")).wait_for()
    assert first.python("p.model.algorithm") == "pc"
    first.run("p.end()")
    first.wait_for(first.python("p.model.film.last"))
    first.check_views()
    assert first.root.locator("button.mw-lit").count() == 1
    first.run("p.model.set_option('algorithm', 'marvel')")


def test_counts_and_ledger(first):
    first.seek(25)
    done = first.python("p.model.frame.tests_done")
    first.root.get_by_text("Ledger of tests").click()
    newest = first.root.locator("tr.mw-newest")
    newest.wait_for()
    row = first.python(
        "{k: str(v) for k, v in p.trace.ledger()[p.model.frame.tests_done - 1].items()}"
    )
    assert f"{row['x']}, {row['y']}" in newest.inner_text()
    assert newest.locator("td").nth(1).inner_text() == str(done)
    first.root.get_by_role("button", name=re.compile("Counts")).click()
    table = first.root.get_by_role("row", name=re.compile("all performed"))
    assert str(done) in table.inner_text().split()


def test_a_run_too_long_for_stepping(pages, first):
    first.run("p.model.step_limit = 40\np.model.load_dag(networks.load('asia'))")
    first.root.get_by_text("This run needs more than 40 CI tests").wait_for()
    first.go("End")
    first.check_views()
    first.click("Run to the end")
    first.root.get_by_text("It is the essential graph of the true DAG").wait_for()
    first.run(SLOW_TEST)
    first.root.get_by_text("This run needs more than 5 CI tests").wait_for()
    first.click("Run to the end")
    first.click("Cancel")
    first.page.wait_for_function(
        "button => !button.disabled", arg=first.button("Run to the end").element_handle()
    )
    first.wait_in_python("not p.model.batch.running")
    assert first.python("p.model.batch_result") is None
    first.run("p.model.step_limit = 20_000")


# -- looks -----------------------------------------------------------------------------------------

# Every element with a text of its own: its color, as opaque as it is, and the color behind it.
# Buttons that are off are left out, as in WCAG, but not the lines of the pseudo-code.
COLORS = """
root => {
    const parse = text => text.match(/[0-9.]+/g).map(Number);
    const found = [];
    for (const element of root.querySelectorAll('*')) {
        const own = [...element.childNodes].filter(n => n.nodeType === 3 && n.data.trim());
        const field = element.matches('input[type=text], input[type=number], textarea, select');
        if (!own.length && !field || element.closest('svg, option, .mw-sr')) continue;
        if (!element.checkVisibility()) continue;
        if (element.disabled && !element.matches('.mw-line')) continue;
        let behind = element, back = [0, 0, 0, 0], opacity = 1;
        while (behind && (back.length === 4 && back[3] < 1)) {
            back = parse(getComputedStyle(behind).backgroundColor);
            opacity *= Number(getComputedStyle(behind).opacity);
            behind = behind.parentElement;
        }
        const front = parse(getComputedStyle(element).color);
        opacity *= front[3] ?? 1;
        found.push([(own[0] || element).textContent.trim().slice(0, 40) || element.value,
            [0, 1, 2].map(i => opacity * front[i] + (1 - opacity) * back[i]), back.slice(0, 3)]);
    }
    return found;
}
"""


def hexadecimal(rgb):
    return "#{:02X}{:02X}{:02X}".format(*map(round, rgb))


def test_text_can_be_read_in_both_themes(first):
    first.seek(30)
    load(first, "X -> Y; Y -> X")
    first.root.locator(".mw-trouble").wait_for()
    papers = {"light": set(), "dark": set()}
    for theme in ("light", "dark"):
        driver.set_theme(first.page, theme)
        checked = 0
        for pane in range(3):
            first.run(f"p.details.selected_index = {pane}")
            driver.wait_for_repaint(first.page)
            found = first.page.evaluate(COLORS, first.root.element_handle())
            for text, front, back in found:
                ratio = contrast_ratio(hexadecimal(front), hexadecimal(back))
                assert ratio >= 4.5, (text, front, back)
                papers[theme].add(hexadecimal(back))
                checked += 1
        assert checked > 60
    assert papers["light"] != papers["dark"]
    driver.set_theme(first.page, "light")


def test_the_names_below_the_seek_bar_do_not_touch(first):
    """They stand below their ticks, wider than these; what would touch is left out."""
    boxes = first.root.locator(".mw-tick span").evaluate_all(
        """all => all.filter(each => getComputedStyle(each).visibility !== 'hidden')
            .map(each => each.getBoundingClientRect())
            .map(({left, right}) => [left, right])"""
    )
    assert len(boxes) > 3
    assert all(end < begin for (_, end), (begin, _) in pairwise(boxes))


def test_nothing_is_cut_off_or_needs_sideways_scrolling(first):
    page = first.page
    first.seek(30)
    for width in (900, 700):
        page.set_viewport_size({"width": width, "height": 2600})
        driver.wait_for_repaint(page)
        wide = page.evaluate(
            """root => {
                const area = root.closest('.jp-OutputArea-output') || root.parentElement;
                const texts = 'button:not(.mw-tick), select, .mw-sentence, .mw-view-title';
                const cut = [...root.querySelectorAll(texts)]
                    .filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
                    .map(e => e.textContent.slice(0, 60));
                return [area.scrollWidth - area.clientWidth, cut];
            }""",
            first.root.element_handle(),
        )
        assert wide == [0, []]
    page.set_viewport_size({"width": 1280, "height": 2600})
    driver.wait_for_repaint(page)
