"""What a learner sees in the first minute, the fifth, the sixtieth, and on the second day.

    python -m tests.browser.first_sights DIR

`marvel-widgets copy` and `marvel-widgets lab` are started as a newcomer starts them, and pictures
of the page go to DIR, in the order in which they are seen. Which cell is reached in a minute says
the rule of `tests/guide_minutes.py`. For the second day all that the journal holds is
made a day older, and the lab is started again.
"""

import subprocess
import sys
from bisect import bisect_right
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat

from marvel_widgets.classroom.start_notebook import START
from marvel_widgets.course.checks import exercises
from marvel_widgets.course.journal import HEADER, NAME, Journal
from tests.browser import driver
from tests.browser.conftest import running_browser, running_lab
from tests.browser.test_first_minute import READY
from tests.guide_minutes import core, workload

SIZE = {"width": 1280, "height": 720}
FIRST, GAME = "00-ninety-one-questions.ipynb", "06-be-marvel.ipynb"
APP = 2  # the place of the first app in the first notebook
PLAYER = 'predict="telling"'  # in the cell whose questions tell
DAY = 86_400  # seconds


@dataclass
class Album:
    """A page, and the pictures that are taken of it."""

    page: Any
    folder: Path
    numbers: count

    def take(self, name: str) -> None:
        """Take a picture of what is in the window."""
        driver.wait_for_panes(self.page)
        self.page.screenshot(path=self.folder / f"{next(self.numbers):02}-{name}.png")


def reached(folder: Path, minute: int) -> tuple[str, int]:
    """Return the notebook that a learner has open in a minute of the core path, and the cell."""
    for path in sorted(folder.glob("[0-9][0-9]-*.ipynb")):
        cells = nbformat.read(path, as_version=4).cells
        on_the_way = list(core(cells))

        def minutes(n: int, number=path.name[:2], way=on_the_way) -> int:
            return workload({"cells": way[: n + 1]}, number).minutes

        if minutes(len(on_the_way)) > minute:
            at = bisect_right(range(len(on_the_way)), minute, key=minutes)
            return path.name, cells.index(on_the_way[at])
        minute -= minutes(len(on_the_way))
    raise ValueError(minute)


# -- the first day ----------------------------------------------------------------------------


def first_day(album: Album, lab: driver.Lab) -> None:
    """Begin, answer a question, err in an exercise, go on for an hour, and meet the player."""
    album.page.goto(lab.url)
    wait_for_notebook(album.page, FIRST)
    album.take("minute-0")
    first_minute(album)
    minute_of(album, lab, 5)
    a_wrong_answer(album, lab)
    minute_of(album, lab, 60)
    a_telling_question(album, lab)
    opened(album.page, START)
    driver.run_all(album.page)
    album.take("start-page")


def opened(page: Any, name: str) -> None:
    """Open a notebook as a click on the file does: in a kernel of its own."""
    driver.command(page, "docmanager:open", {"path": name}, timeout=driver.SLOW)
    wait_for_notebook(page, name)


def wait_for_notebook(page: Any, name: str) -> None:
    page.wait_for_function(READY, arg=name, timeout=driver.SLOW)
    idle = f"() => {driver.NOTEBOOK}.sessionContext.session?.kernel?.status === 'idle'"
    page.wait_for_function(idle, timeout=driver.SLOW)


def run_to(page: Any, cells: list[int]) -> None:
    """Run cells, and bring the last one to the top."""
    driver.run_cells(page, cells)
    driver.scroll_to_cell(page, cells[-1])


def first_minute(album: Album) -> None:
    page = album.page
    run_to(page, [APP])
    driver.wait_for_graph(page)
    album.take("first-app")
    page.get_by_role("radio", name="d-separated", exact=True).first.click()
    driver.click(page, "Check")
    page.locator(".mw-answered").first.wait_for(timeout=driver.QUICK)
    album.take("first-verdict")
    driver.command(page, "docmanager:save", timeout=driver.SLOW)


def minute_of(album: Album, lab: driver.Lab, minute: int) -> None:
    name, at = reached(lab.root, minute)
    begun = APP + 1 if name == FIRST else 0
    if not begun:
        opened(album.page, name)
    run_to(album.page, list(range(begun, at + 1)))
    album.take(f"minute-{minute}")


def a_wrong_answer(album: Album, lab: driver.Lab) -> None:
    """Answer the first exercise as somebody with a belief would."""
    asked = exercises("00").all_pairs.exercise
    wrong = next(each for each in asked.mistakes if each.misconception)
    run_to(album.page, cells_with(lab, FIRST, "exercises(", "check.all_pairs)"))
    album.page.get_by_label("Your answer").fill(str(wrong.answer))
    album.page.get_by_role("button", name="Check").and_(album.page.get_by_title("Judge")).click()
    album.page.locator(".mw-said-no").wait_for(timeout=driver.QUICK)
    album.take("wrong-answer")


def cells_with(lab: driver.Lab, name: str, *words: str) -> list[int]:
    """Return the places of the first cells of a notebook that hold these words."""
    cells = nbformat.read(lab.root / name, as_version=4).cells
    return [next(i for i, cell in enumerate(cells) if word in cell.source) for word in words]


def a_telling_question(album: Album, lab: driver.Lab) -> None:
    page = album.page
    opened(page, GAME)
    driver.open_folds(page)
    run_to(page, cells_with(lab, GAME, "dag = ", PLAYER))
    driver.wait_for_runs(page)
    driver.click(page, "Play")  # it goes as far as the question
    page.locator(".mw-player .mw-question:visible").wait_for(timeout=driver.SLOW)
    driver.scroll_to_cell(page, *cells_with(lab, GAME, PLAYER))
    album.take("telling-question")
    page.locator(".mw-player").get_by_role("radio").first.click()
    driver.click(page, "Check")
    page.locator(".mw-player .mw-answered").wait_for(timeout=driver.QUICK)
    album.take("telling-verdict")


# -- the second day ---------------------------------------------------------------------------


def a_day_later(folder: Path) -> None:
    """Make all that was done a day older."""
    entries = Journal(folder / NAME).entries
    (folder / NAME).write_text(HEADER, encoding="utf-8")
    Journal(folder / NAME).write([replace(each, at=each.at - DAY) for each in entries])


def second_day(album: Album, lab: driver.Lab) -> None:
    """Come back: the start page, what returns, and the first question, answered yesterday."""
    page = album.page
    page.goto(lab.url)
    wait_for_notebook(page, START)
    album.take("day-two-start-page")
    driver.run_all(page)
    page.locator(".mw-app[aria-label]:visible").first.wait_for(timeout=driver.SLOW)
    driver.scroll_to_cell(page, 2)
    album.take("day-two-recall")
    opened(page, FIRST)
    album.take("day-two-notebook")
    run_to(page, [APP])
    page.get_by_role("button", name="Ask me again").wait_for(timeout=driver.SLOW)
    in_all_looks(album, "your-prediction-of")


def in_all_looks(album: Album, name: str) -> None:
    for theme in driver.THEMES:
        driver.set_theme(album.page, theme)
        album.take(f"{name}-{theme}")
    driver.set_theme(album.page, "light")
    driver.command(album.page, "application:toggle-left-area")
    album.page.set_viewport_size({**SIZE, "width": 420})
    driver.scroll_to_cell(album.page, APP)
    album.take(f"{name}-420")


# -- both -------------------------------------------------------------------------------------


@contextmanager
def a_day(browser: Any, private: Path, folder: Path, numbers: count):
    """Start the lab, with the page of a new window."""
    with running_lab(private, launcher=True) as lab:
        context = browser.new_context(viewport=SIZE)
        yield Album(context.new_page(), folder, numbers), lab
        context.close()


def main(folder: Path) -> None:
    """Take all the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers = count(1)
    with TemporaryDirectory() as name, running_browser() as browser:
        private = Path(name)
        copy = [sys.executable, "-m", "marvel_widgets", "copy", str(private / "notebooks")]
        subprocess.run(copy, check=True, cwd=private, stdout=subprocess.DEVNULL)
        with a_day(browser, private, folder, numbers) as (album, lab):
            first_day(album, lab)
        a_day_later(private / "notebooks")
        with a_day(browser, private, folder, numbers) as (album, lab):
            second_day(album, lab)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
