"""The player in JupyterLab: clicks, keys, typing; what is on the screen is what Python says."""

import json
import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser import driver
from tests.browser.test_motion import GONE
from tests.contrast import contrast_ratio

# Where the kernel says on the page what it knows: to ask it again and again takes much longer.
TOLD = """
import ipywidgets, json
told = ipywidgets.HTML()
told.add_class("told")
names, players = ["position", "level", "playing"], [first, second]
def tell(change=None):
    said = [{name: getattr(player.model, name) for name in names} for player in players]
    told.value = json.dumps(said)
for player in players:
    player.model.observe(tell, names)
tell()
told
"""
CELLS = (
    "from marvel_widgets.core.graphs import networks\n"
    "from marvel_widgets.widgets import MarvelPlayer\n"
    "first = MarvelPlayer(networks.load('asia'))\n"
    "first",
    "second = MarvelPlayer(networks.load('cancer'))\nsecond",
    TOLD,
)
# Where buttons lead, and what a player's views must look like, element by element, as cytoscape
# names it.
HELPERS = """
import json
from marvel_widgets.widgets.kit.stylesheet import base_rules
def style(kind, classes):
    selectors = {kind, *(f"{kind}.{name}" for name in classes.split())}
    found = {}
    for rule in base_rules():
        found |= rule["style"] if rule["selector"] in selectors else {}
    return found
def wanted(player):
    found = []
    for view in player.picture.views:
        looks = {view._element(key).data['id']: style(
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
        """Wait until the bar tells of a position, and all views have been painted."""
        driver.wait_until(self.page, lambda: driver.place(self.root), position)
        driver.wait_for_repaint(self.page)

    def arrive(self, position):
        """Wait until page and kernel are at a position; return it."""
        self.wait_for(position)
        self.wait_until_told("position", position)
        return position

    def wait_until_told(self, name, value):
        """Wait until the kernel knows what the page has done: it is told a moment later."""
        self.page.wait_for_function(
            "([index, name, value]) =>"
            " JSON.parse(document.querySelector('.told').textContent)[index][name] === value",
            arg=[self.index, name, value],
            timeout=driver.QUICK,
        )

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
        self.wait_until_told("level", level)

    def view(self, at):
        """Return the number of one of this player's graphs among all on the page."""
        before = [self.page.locator(".mw-player").nth(i) for i in range(self.index)]
        return sum(root.locator(".mw-view").count() for root in before) + at

    def check_views(self):
        """Compare every element in the browser with what Python's drawing says."""
        self.page.wait_for_function(GONE)  # what the last step moved has come to rest
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
def pages(shared_page, lab):
    """The page that all browser tests use, kept by these, which leave the players usable."""
    errors = []

    def note(error):
        errors.append(str(error))

    page = shared_page.take({"width": 1280, "height": 2600})
    page.on("pageerror", note)
    driver.show(page, lab, "players.ipynb", *CELLS)
    driver.wait_for_graph(page, nodes=8, view=0)
    driver.wait_for_graph(page, nodes=5, view=1)
    driver.kernel_eval(page, HELPERS)
    yield page
    page.remove_listener("pageerror", note)  # what closing a notebook breaks off is no error
    shared_page.give_back()
    assert errors == []


@pytest.fixture
def first(pages):
    return fresh(pages, "first", 0)


@pytest.fixture
def second(pages):
    return fresh(pages, "second", 1)


def fresh(page, name, index):
    """Return a player at its beginning."""
    player = Player(page, name, index)
    player.run(
        "p.model.level = 'decision'\np.details.selected_index = 0\n"
        "p.shell.editing = p.arranged.folds['code'].opened = True\n"
        "p.chooser.kind.value = 'Pasted text'\np.seek(0)"
    )
    player.wait_for(0)
    driver.open_drawer(player.root)
    if not player.button("End").is_visible():
        driver.press_in_menu(player.root, "Step size and speed")
    driver.wait_for_graph(page, view=player.view(0))
    return player


# -- moving ----------------------------------------------------------------------------------------


@pytest.mark.night
def test_buttons_step_both_players_apart(first, second):
    buttons_lead_from_stop_to_stop(first, second)
    a_burst_of_clicks_is_not_lost(second)
    large_and_small_steps_are_taken_in_turn(second)


def buttons_lead_from_stop_to_stop(first, second):
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
    expect(first.button("Step")).to_be_disabled(timeout=driver.QUICK)
    expect(first.button("End")).to_be_disabled(timeout=driver.QUICK)
    first.set_level("round")
    first.go("Back")
    first.check_views()
    assert first.go("Begin") == 0
    expect(first.button("Back")).to_be_disabled(timeout=driver.QUICK)
    first.check_views()


def a_burst_of_clicks_is_not_lost(player):
    """At the level of tests, as the page has told."""
    for name, wanted in (("Step", 22), ("Back", 2)):
        button = player.button(name).element_handle()
        player.page.evaluate("button => { for (let i = 0; i < 20; i++) button.click(); }", button)
        player.arrive(wanted)
        player.check_views()


def large_and_small_steps_are_taken_in_turn(player):
    """Seeking changes most elements, stepping a few: the same picture."""
    player.seek(player.python("p.model.film.last - 2"))
    player.check_views()
    player.go("Step")
    player.check_views()
    player.seek(3)
    player.go("Back")
    player.check_views()


def test_keys_move_the_player_and_nothing_else(first):
    page = first.page
    page.evaluate(f"() => {{ {driver.NOTEBOOK}.content.activeCellIndex = 0; }}")
    active = f"() => {driver.NOTEBOOK}.content.activeCellIndex"
    cells = f"() => {driver.NOTEBOOK}.content.model.cells.length"
    before, count = page.evaluate(active), page.evaluate(cells)
    keys_lead_from_stop_to_stop(first)
    it_plays_until_it_is_paused(first)
    # letters are commands of JupyterLab (d d deletes a cell); they do nothing in here
    for key in ("d", "d", "a", "b", "x", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    after_a_click_on_a_button_the_keys_work(first)
    typing_does_not_move_the_player(first)
    assert page.evaluate(cells) == count
    assert page.evaluate(active) == before


def keys_lead_from_stop_to_stop(player):
    driver.focus(player.root)
    film = "p.model.film"
    at = 0
    for key, where in (
        ("ArrowRight", f"{film}.next({{at}}, 'decision')"),
        ("ArrowRight", f"{film}.next({{at}}, 'decision')"),
        ("ArrowLeft", f"{film}.previous({{at}}, 'decision')"),
        ("End", f"{film}.last"),
        ("Home", "0"),
    ):
        wanted = player.python(where.format(at=at))
        player.page.keyboard.press(key)
        at = player.arrive(wanted)


def it_plays_until_it_is_paused(player):
    """By the Space key; the run, of a minute, must not end before the pause, on any machine."""
    player.run("p.model.speed = 1")
    stop = player.python("p.model.film._event_positions[2]")
    player.page.keyboard.press("Space")
    player.button("Pause").wait_for()
    player.page.wait_for_function(
        "([root, stop]) => Number(root.querySelector('.mw-seek').value) >= stop",
        arg=[player.root.element_handle(), stop],
        timeout=driver.QUICK,
    )
    player.page.keyboard.press("Space")
    player.button("Play").wait_for()
    player.wait_until_told("playing", False)
    # where the page has stopped; the kernel is told a moment later
    assert player.arrive(driver.place(player.root)) >= stop


def after_a_click_on_a_button_the_keys_work(player):
    at = player.go("Step")
    stops = [n for n in player.python("p.model.film._event_positions") if n > at]
    player.page.keyboard.press("ArrowRight")
    player.arrive(stops[0])
    player.page.keyboard.press("Space")  # presses the button that has the focus, and plays nothing
    player.arrive(stops[1])
    assert not player.python("p.model.playing")


def typing_does_not_move_the_player(player):
    at = player.position
    area = player.root.get_by_role("textbox", name="Text", exact=True)
    area.click()
    area.press("End")
    for key in ("Space", "ArrowLeft", "ArrowRight", "Home", "End", "ArrowUp", "a", "d", "d"):
        area.press(key)
    # on the page, which moves first, and in the kernel
    assert driver.place(player.root) == at
    assert player.button("Play").is_visible()
    assert player.position == at
    assert not player.python("p.model.playing")
    assert "add" in area.input_value()


@pytest.mark.night
def test_the_seek_bar_and_the_lines(first):
    the_bar_seeks_by_keys_and_by_mouse(first)
    its_ticks_are_the_removals(first)
    a_click_on_a_line_goes_to_its_event(first)


def the_bar_seeks_by_keys_and_by_mouse(player):
    bar = player.root.locator("input.mw-seek")
    bar.fill("40")
    player.arrive(40)
    bar.press("ArrowRight")  # one step of the player's level, not one position
    player.arrive(player.python("p.model.film.next(40, 'decision')"))
    box = bar.bounding_box()
    player.page.mouse.move(box["x"] + 12, box["y"] + box["height"] / 2)
    player.page.mouse.down()
    player.page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2, steps=4)
    player.page.mouse.up()
    dragged, last = int(bar.input_value()), player.python("p.model.film.last")
    assert abs(dragged - 0.6 * last) < 0.05 * last
    player.arrive(dragged)
    player.check_views()


def its_ticks_are_the_removals(player):
    removals = player.python("p.model.film.removals()")
    ticks = player.root.locator(".mw-tick")
    assert ticks.count() == len(removals)
    ticks.nth(2).click()
    player.arrive(removals[2][0])
    assert ticks.nth(2).get_attribute("title").endswith(" leaves")
    told = player.root.locator("input.mw-seek").get_attribute("aria-valuetext")
    assert told.startswith(f"Position {removals[2][0]} of")


def a_click_on_a_line_goes_to_its_event(player):
    player.seek(0)
    player.root.get_by_title("Go to the next event of line 14").click()
    player.arrive(player.python("p.model.film.lines()[14][0]"))
    assert player.root.locator("button.mw-lit").count() == 1
    player.check_views()


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


@pytest.mark.night
def test_it_can_be_read_in_both_themes_and_on_narrow_pages(first):
    first.seek(30)
    first.root.get_by_role("textbox", name="Text", exact=True).fill("X -> Y; Y -> X")
    first.click("Load text")
    first.root.locator(".mw-trouble").wait_for()
    papers = {theme: text_can_be_read(first, theme) for theme in ("dark", "light")}
    assert papers["light"] != papers["dark"]
    for width in (900, 700):
        nothing_is_cut_off_or_needs_sideways_scrolling(first, width)
        the_names_below_the_seek_bar_do_not_touch(first)
    first.page.set_viewport_size({"width": 1280, "height": 2600})


def text_can_be_read(player, theme):
    """Look at all texts on each of the three panes; return the colors behind them."""
    driver.set_theme(player.page, theme)
    papers, checked = set(), 0
    for pane in range(3):
        player.run(f"p.details.selected_index = {pane}")
        driver.wait_for_repaint(player.page)
        for text, front, back in player.page.evaluate(COLORS, player.root.element_handle()):
            ratio = contrast_ratio(hexadecimal(front), hexadecimal(back))
            assert ratio >= 4.5, (text, front, back)
            papers.add(hexadecimal(back))
            checked += 1
    assert checked > 60
    return papers


def nothing_is_cut_off_or_needs_sideways_scrolling(player, width):
    player.page.set_viewport_size({"width": width, "height": 2600})
    driver.wait_for_repaint(player.page)
    wide = player.page.evaluate(
        """root => {
            const area = root.closest('.jp-OutputArea-output') || root.parentElement;
            const texts = 'button:not(.mw-tick), select, .mw-sentence, .mw-view-title';
            const cut = [...root.querySelectorAll(texts)]
                .filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
                .map(e => e.textContent.slice(0, 60));
            return [area.scrollWidth - area.clientWidth, cut];
        }""",
        player.root.element_handle(),
    )
    assert wide == [0, []]


def the_names_below_the_seek_bar_do_not_touch(player):
    """They stand below their ticks, wider than these; what would touch is left out."""
    boxes = player.root.locator(".mw-tick span").evaluate_all(
        """all => all.filter(each => getComputedStyle(each).visibility !== 'hidden')
            .map(each => each.getBoundingClientRect())
            .map(({left, right}) => [left, right])"""
    )
    assert len(boxes) > 3
    assert all(end < begin for (_, end), (begin, _) in pairwise(boxes))
