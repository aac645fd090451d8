"""Every exercise, answered wrong and right through its box, by mouse and by keyboard."""

import pytest

from marvel_widgets import exercises
from marvel_widgets.assessment.answers import Choice, Number, Parts, Statements
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.course.registry import LESSONS
from marvel_widgets.widgets.exercise_box.controls import MOST_BOXES
from tests.browser import driver

CELL = """
import ipywidgets as w
from marvel_widgets import exercises
from marvel_widgets.widgets import ExerciseBox
place = w.VBox()
place
"""


class Box:
    """The form of an exercise on the page."""

    def __init__(self, page, notebook, name):
        self.page = page
        self.exercise = getattr(exercises(notebook), name).exercise
        made = f"ExerciseBox(exercises({notebook!r}).{name})"
        driver.kernel_eval(page, f"place.children = [{made}]")
        self.app = page.locator(".mw-app[aria-label=Exercise]")
        driver.open_drawer(self.app)
        self.app.locator("strong", has_text=self.exercise.title).wait_for(timeout=driver.QUICK)

    def answer(self, value, how):
        """Give an answer, and have it judged."""
        kind = self.exercise.kind
        pictured = isinstance(kind, Order | Pairs) and {*kind.names} <= {*self._names()}
        if pictured and how == "mouse":
            self._click_in_the_picture(kind, value)
        else:
            self._fill(kind, value, how)
        driver.kernel_eval(self.page, "")  # what was ticked and typed has arrived
        check = self.app.get_by_role("button", name="Check", exact=True)
        if how == "mouse":
            check.click()
        else:
            driver.focus(check)
            self.page.keyboard.press("Enter")

    def _names(self):
        """The variables of the picture, in the order of its vertices."""
        drawing = self.exercise.drawing
        if drawing is None and isinstance(self.exercise.kind, Pairs):
            return list(self.exercise.kind.names)
        return [] if drawing is None else [mark.name for mark in drawing.nodes]

    def _click_in_the_picture(self, kind, value):
        field = self.app.locator("input[type=text]")
        field.fill("")
        field.blur()
        driver.wait_for_graph(self.page)
        names = self._names()
        directed = isinstance(kind, Pairs) and kind.directed
        pairs = [pair if directed else sorted(pair) for pair in value]
        for each in pairs if isinstance(kind, Pairs) else [[name] for name in value]:
            for name in each:
                driver.click_element(self.page, f"n{names.index(name)}")
                driver.kernel_eval(self.page, "")
        if not value:
            field.fill(kind.say(value))

    def _fill(self, kind, value, how):
        boxes = self.app.locator("input[type=checkbox]").all()
        fields = self.app.locator("input[type=text]").all()
        menus = self.app.locator("select").all()
        parts = kind.parts.items() if isinstance(kind, Parts) else [("", kind)]
        for key, part in parts:
            inside = value[key] if key else value
            ticked = isinstance(part, Statements) or (
                isinstance(part, Names) and len(part.names) <= MOST_BOXES
            )
            if ticked:
                stated = isinstance(part, Statements)
                wanted = range(1, len(part.sentences) + 1) if stated else part.names
                for each in wanted:
                    self._tick(boxes.pop(0), each in inside, how)
                self._tick(boxes.pop(0), not inside, how)  # none of them
            elif isinstance(part, Choice):
                menus.pop(0).select_option(label=inside)
            else:
                text = str(inside) if isinstance(part, Number) else part.say(inside)
                self._type(fields.pop(0), text, how)
        assert not boxes
        assert not fields

    def _tick(self, box, wanted, how):
        if box.is_checked() == wanted:
            return
        if how == "mouse":
            box.click()
        else:
            driver.focus(box)
            self.page.keyboard.press("Space")

    def _type(self, field, text, how):
        if how == "mouse":
            field.click()
        else:
            driver.focus(field)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Tab")

    def told(self):
        """The newest verdict, once it is there."""
        return self.app.locator(".mw-judged").first.inner_text(timeout=driver.QUICK)

    def waits_for(self, right):
        # the newest stands first
        self.page.wait_for_function(
            """right => {
                const told = document.querySelector('.mw-app .mw-judged');
                return told && right === told.classList.contains('mw-right')
                    && (right || told.matches('.mw-wrong, .mw-close'));
            }""",
            arg=right,
            timeout=driver.QUICK,
        )


def answer_all(lab, page, wanted):
    driver.show(page, lab, "every-exercise.ipynb", CELL)
    for notebook, name in wanted:
        box = Box(page, notebook, name)
        wrong, right = box.exercise.mistakes[0].answer, box.exercise.solution
        # by keys from an empty form, by mouse from what is right: what does not arrive is noticed
        for value, how in ((right, "keys"), (wrong, "mouse")):
            box.answer(value, how)
            try:
                box.waits_for(value is right)
            except Exception:
                pytest.fail(f"{notebook}/{name}, {value} by {how}: {box.told()}")
            if value is right:
                said = driver.kernel_eval(page, "place.children[0].model.check.attempt.verdict")
                assert said.strip("'") == "correct"


@pytest.mark.night
@pytest.mark.parametrize("notebook", LESSONS)
def test_every_exercise(lab, page, notebook):
    answer_all(lab, page, [(notebook, check.name) for check in exercises(notebook)])
