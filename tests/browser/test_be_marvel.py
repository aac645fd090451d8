"""BeMarvel in JupyterLab: a whole game by keyboard, mouse and finger, and a wrong move."""

import json
import re
from functools import partial

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import driver
from tests.browser.finger import Finger
from tests.browser.narrow import nothing_is_wider
from tests.browser.test_direct_touch import spot

# The smallest on which each move comes, most of them twice.
GRAPH = "{X Y Z T}; X -> {Y Z}; Y -> Z; T -> Y"
CELL = f"""
import json
from marvel_widgets.widgets import BeMarvel
from marvel_widgets.lessons.algorithm_game.moves import move_to_jsonable
from marvel_widgets.lessons.algorithm_game.words import triple_words
app = BeMarvel({GRAPH!r})
app
"""
# The next move of Algorithm 1 as a learner would find it on the screen, with the number of moves
# before it. Moves of other kinds than `by_hand` are made at once.
NEXT = """
def kind_of(move):
    kind, *rest = move_to_jsonable(move)
    return f"{{kind}} given some" if kind == "ask" and rest[2] else kind
while not app.model.session.is_over and kind_of(app.model.game.next_move()) not in {by_hand!r}:
    app.model.play(app.model.game.next_move())
game = app.model.game
number = len(app.model.session.played)
names = game.dag.nodes
kind, *rest = move_to_jsonable(game.next_move())
if kind == "judge":
    q = game.question(rest[0], tuple(rest[1]))
    rest = [[names[v] for v in q.pair], game.book.answers[rest[0]][0 if rest[2] else 1]]
elif kind == "collect":
    rest = [[triple_words(game, tuple(t)) for t in rest[0]]]
elif kind == "ask":
    rest = [names[rest[0]], names[rest[1]], [names[v] for v in rest[2]]]
elif kind in ("visit", "direct"):
    rest = [names[v] for v in rest]
print(json.dumps([number, kind, *rest]))
"""


class Game:
    """An app on the page, and what Python knows of it."""

    def __init__(self, page):
        self.page = page

    def play(self, ways):
        """Make moves of these kinds by hand: {how: kinds}; leave the others to the kit."""
        due = [(by, kind) for by, kinds in ways.items() for kind in kinds]
        while due:
            by_hand = {kind for _, kind in due}
            number, *move = json.loads(driver.kernel_eval(self.page, NEXT.format(by_hand=by_hand)))
            if number:  # the kit's moves are on the page, and its chips are those of this one
                self.wait_for_score(number)
            kind = "ask given some" if move[0] == "ask" and move[3] else move[0]
            by = next(by for by, each in due if each == kind)
            by(self, move)
            self.wait_for_score(number + 1)
            due.remove((by, kind))
        assert self.python("app.model.session.is_over")

    def python(self, code):
        return json.loads(driver.kernel_eval(self.page, f"print(json.dumps({code}))"))

    def wait_until(self, code, value):
        """Wait until Python knows of a choice: ipywidgets holds a change back while one is out."""
        driver.wait_until(self.page, lambda: self.python(code), value)
        driver.wait_for_repaint(self.page)

    def wait_for(self, words):
        self.page.locator(".mw-app").get_by_text(words).first.wait_for(timeout=driver.QUICK)
        driver.wait_for_repaint(self.page)

    def wait_for_score(self, right):
        self.wait_for(re.compile(rf"Your moves: {right} right, 0 right .* 0 wrong"))

    def of_several(self, pair):
        return pair if self.python("len(app.model.questions)") > 1 else []

    def button(self, words):
        return self.page.get_by_role("button", name=words, exact=True)

    def node(self, name):
        return f"n{self.python('list(app.model.game.dag.nodes)').index(name)}"


def has_come(game, name, state):
    game.page.wait_for_function(
        f"([node, state]) => {{ const cy = {driver.cy_js()};"
        " return cy && state.split(' ').some(one => cy.$id(node).hasClass(one)); }",
        arg=[game.node(name), state],
        timeout=driver.QUICK,
    )


def click_node(game, name, state):
    driver.wait_for_graph(game.page)
    driver.click_element(game.page, game.node(name))
    has_come(game, name, state)


def give_by_mouse(game, name):
    game.page.keyboard.down("Shift")
    click_node(game, name, "given")
    game.page.keyboard.up("Shift")


def by_mouse(game, move):
    in_the_picture(game, move, click_node, give_by_mouse)


def key_at_node(game, name, state, key="Enter"):
    """Go to a variable of the picture by arrow keys, and press a key."""
    listbox = game.page.get_by_role("listbox").first
    driver.focus(listbox)
    option = listbox.get_by_role("option", name=re.compile(rf"^{name}(,|$)"))
    game.page.keyboard.press("Home")
    for _ in range(10):
        if option.get_attribute("aria-selected") == "true":
            break
        game.page.keyboard.press("ArrowRight")
    assert listbox.get_attribute("aria-activedescendant") == option.get_attribute("id")
    game.page.keyboard.press(key)
    has_come(game, name, state)


def by_picture_keys(game, move):
    in_the_picture(game, move, key_at_node, partial(key_at_node, state="given", key="g"))


def by_touch(game, move):
    """Taps in the picture and on buttons."""
    finger = Finger(game.page)

    def tap(button):
        box = driver.box(button)
        finger.press((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))

    def tap_node(game, name, state):
        driver.wait_for_graph(game.page)
        finger.tap(spot(game.page, int(game.node(name)[1:])))
        has_come(game, name, state)

    try:
        in_the_picture(game, move, tap_node, press=tap)
    finally:
        finger.leave()


def in_the_picture(game, move, choose, give=None, press=Locator.click):
    kind, *rest = move
    if kind == "visit":
        choose(game, rest[0], "subject")
    elif kind == "ask":
        x, y, given = rest
        for name in (x, y):
            choose(game, name, "object subject")  # the visited one stays it
        for name in given:
            give(game, name)
        press(game.button("Test"))
    elif kind == "judge":
        for name in game.of_several(rest[0]):
            choose(game, name, "object subject")
        expect(game.button(rest[1])).to_be_enabled()
        press(game.button(rest[1]))
    else:
        choose(game, rest[0], "subject")
        choose(game, rest[1], "compelled idle")


def by_chips(game, move):
    """Each control by its name, and a key at it."""
    kind, *rest = move

    def press(words):
        driver.focus(game.button(words))
        game.page.keyboard.press("Enter")

    if kind == "visit":
        key_at_node(game, rest[0], "subject")
    elif kind == "ask":
        for name in rest[:2]:
            key_at_node(game, name, "object subject")
        for name in rest[2]:
            press(f"Test {rest[0]} and {rest[1]} given: {name}")
            has_come(game, name, "given")
        press("Test")
    elif kind == "judge":
        for name in game.of_several(rest[0]):
            key_at_node(game, name, "object subject")
        game.button(rest[1]).wait_for(timeout=driver.QUICK)
        press(rest[1])
    elif kind == "verdict":
        press("Removable" if rest[0] else "Not removable")
    elif kind == "collect":
        for words in rest[0]:
            press(f"V-structures: {words}")
            pressed = game.button(f"V-structures: {words}")
            expect(pressed).to_have_attribute("aria-pressed", "true", timeout=driver.QUICK)
        game.wait_until("len(app.model.choice.triples)", len(rest[0]))
        press("These stand")
    elif kind == "direct":
        press(f"Direct: {rest[0]} → {rest[1]}")
    else:
        press("No rule fits")


# Each kind of move by keys and, where it has others, in the other ways: {how: kinds}. BePC has the
# same controls.
WAYS = {
    by_chips: ["visit", "ask given some", "judge", "verdict", "collect", "direct", "finish"],
    by_mouse: ["visit", "ask", "ask given some", "direct"],
    by_picture_keys: ["ask", "ask given some"],
    by_touch: ["visit", "ask", "judge"],
}
BEGINS = "Choose the variable to visit."


@pytest.mark.night
def test_a_whole_game_by_keyboard_mouse_and_finger_then_a_wrong_move(lab, page):
    driver.show(page, lab, "game.ipynb", CELL)
    driver.wait_for_graph(page)
    game = Game(page)
    driver.wait_for(page, BEGINS)
    driver.open_drawer(page)
    each_kind_of_move_in_its_ways(game)
    driver.kernel_eval(page, "app.model.restart()")
    driver.wait_for(page, BEGINS)
    a_visit_and_a_wrong_answer(game)
    nothing_is_wider(page)


def each_kind_of_move_in_its_ways(game):
    assert not game.button("Removable").is_visible()
    game.play(WAYS)
    game.wait_for("The graph is the essential graph of the hidden one.")
    assert game.python("sorted(map(list, app.model.game.graph.directed))") == [
        ["T", "Y"],
        ["X", "Y"],
        ["X", "Z"],
        ["Y", "Z"],
    ]
    driver.wait_for_graph(game.page, nodes=4, view=1)  # the hidden graph beside it
    assert game.python("app.model.game.tests") == 8
    game.wait_for("8 in this run, 8 in a run of MARVEL")


def a_visit_and_a_wrong_answer(game):
    click_node(game, "Z", "subject")  # while the page stands still
    for name in "XZ":
        click_node(game, name, "object subject")
    game.button("Separated: co-parent").click()
    game.wait_for("Wrong. No allowed set separates them. Z and X are dependent given nothing.")
    assert game.python("len(app.model.session.played)") == 1
    game.button("Back").click()
    game.wait_for("Taken back: the visit of Z.")
    driver.wait_for_classes(game.page, {"n2": "idle noted"})  # with its size
