"""The first page of a working copy: where the learner is, what is mastered, what comes back."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Final

from marvel_widgets.course.begun import note_begun
from marvel_widgets.course.checks import Check
from marvel_widgets.course.item_profiles import Item, profiles
from marvel_widgets.course.journal import BET, EXERCISE, NAME, PREDICTION, Entry, Journal
from marvel_widgets.course.recall import due, held_beliefs
from marvel_widgets.text import counted
from marvel_widgets.writing.whole import content_of

NOTHING_DUE: Final = "Nothing to recall today."
NO_JOURNAL: Final = (
    f"There is no {NAME} beside this notebook, so nothing is kept here. `marvel-widgets copy` puts "
    "one beside your notebooks."
)

# The cells with code of its notebook, which run by themselves where we know them again: the
# labextension compares them with what the server, or the site, says (_lab/labextensions).
WHERE: Final = """# Where you are: click here to see the code
from marvel_widgets.course import StartPage
from marvel_widgets.widgets import ExerciseBox

page = StartPage()
page"""
RECALL: Final = f"""# Recall: click here to see the code
for check in page.recall:
    display(ExerciseBox(check))
if not page.recall:
    print("{NOTHING_DUE}")"""
TOPICS: Final = """# Each topic: click here to see the code
page.topics"""
RUN_BY_ITSELF: Final = "\n".join((WHERE, RECALL, TOPICS))


@dataclass(frozen=True, slots=True)
class Topic:
    """A notebook, and how its exercises were answered last."""

    number: str
    title: str
    place: str  # its file
    right: int
    wrong: int
    asked: int
    begun: bool  # by an answer, a hint, a prediction or a bet

    @property
    def words(self) -> str:
        """How far it is mastered, in words."""
        if not self.right + self.wrong:
            return f"{'begun, ' if self.begun else ''}{counted(self.asked, 'exercise')}"
        wrong = f", {self.wrong} to mend" if self.wrong else ""
        return f"{self.right} of {self.asked} right{wrong}"


class Topics(tuple[Topic, ...]):
    """The notebooks, in the order of the course; shown by a cell."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(f"{each.number:>2}  {each.words:<24}{each.title}" for each in self)

    def _repr_html_(self) -> str:
        from marvel_widgets.course.start_html import topics_html

        return topics_html(self)


class StartPage:
    """Where a learner is, by the journal beside the notebooks; shown by a cell.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     git_sees = Journal.begin(Path(folder))
    ...     page = StartPage(Journal(Path(folder, NAME)))
    ...     print(repr(page).splitlines()[0])
    Begin: 00 Ninety-one questions or fifty thousand?
    """

    def __init__(self, journal: Journal | None = None, today: date | None = None) -> None:
        self.journal = journal or Journal.here()
        if self.journal and not journal:  # run by its learner, or where they had begun
            note_begun(Path())
        self.today = today or date.today()

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """What was done; nothing without a journal."""
        return self.journal.entries if self.journal else ()

    @cached_property
    def _done(self) -> list[Entry]:
        """What was done in the notebooks, the latest last; no practice."""
        done = [e for e in self.entries if e.kind in (EXERCISE, PREDICTION, BET) and not e.draw]
        return sorted(done, key=lambda e: e.at)

    @cached_property
    def _last(self) -> dict[tuple[str, str], Entry]:
        """The last answer to each exercise that counts, the latest last."""
        found: dict[tuple[str, str], Entry] = {}
        for entry in (e for e in self._done if e.kind == EXERCISE and e.answer):
            found.pop((entry.notebook, entry.name), None)
            found[entry.notebook, entry.name] = entry
        return found

    @property
    def _latest(self) -> Entry | None:
        """What was done last in a notebook that the journal could name."""
        return next((e for e in reversed(self._done) if e.notebook in profiles().notebooks), None)

    @cached_property
    def recall(self) -> list[Check]:
        """The questions that come back today."""
        return [check for _, check in due(self.journal, self.today)] if self.journal else []

    @cached_property
    def topics(self) -> Topics:
        """The notebooks, in the order of the course."""
        return Topics(self._topics())

    def _topics(self) -> Iterator[Topic]:
        folder = self.journal.path.parent if self.journal else Path()
        begun = {entry.notebook for entry in self._done}
        for number, title in profiles().notebooks.items():
            items = [i for i in profiles().items if i.notebook == number]
            found = [self._last.get((number, item.name)) for item in items]
            verdicts = [entry.verdict for entry in found if entry is not None]
            place = next((path.name for path in sorted(folder.glob(f"{number}-*.ipynb"))), "")
            right = verdicts.count("correct") + verdicts.count("recorded")
            wrong = len(verdicts) - right
            yield Topic(number, title, place, right, wrong, len(items), number in begun)

    @cached_property
    def next(self) -> Item | None:
        """The next open exercise; None after all.

        Those of the core path come first, and among them those of the notebook where we were last.
        """
        items = profiles().items
        last = (self._latest.notebook, self._latest.name) if self._latest else ("", "")
        at = next((n for n, i in enumerate(items) if (i.notebook, i.name) == last), 0)

        def late(n: int) -> tuple[bool, bool, bool, int]:
            return not items[n].is_core, items[n].notebook != last[0], n < at, n

        open_ones = [n for n, i in enumerate(items) if (i.notebook, i.name) not in self._last]
        return items[min(open_ones, key=late)] if open_ones else None

    @property
    def cell_of_next(self) -> str:
        """The id of the cell with that exercise, in a notebook that was begun."""
        item, topics = self.next, {topic.number: topic for topic in self.topics}
        if item is None or self.journal is None:
            return ""
        topic = topics[item.notebook]
        if not topic.place or not topic.begun:
            return ""
        return _cell_of(self.journal.path.with_name(topic.place), item.name)

    # -- in words --------------------------------------------------------------------------------

    @property
    def lines(self) -> tuple[str, ...]:
        """Where the learner is, in sentences."""
        if self.journal is None:
            return (NO_JOURNAL,)
        return tuple(filter(None, [*self._where(), self._guesses(), *self._due()]))

    def _where(self) -> Iterator[str]:
        if (last := self._latest) is not None:
            day = _day_words(self.today, last.day)
            title = profiles().notebooks.get(last.notebook, "")
            done = next((t.words for t in self.topics if t.number == last.notebook), "")
            yield f"{day}: {last.notebook} {title} ({done})."

    @property
    def way_on(self) -> str:
        """Where to go on, for the button."""
        if self.next is None:
            return "All exercises are answered."
        title = f"{self.next.notebook} {profiles().notebooks[self.next.notebook]}"
        return f"Go on: {title} ({self.next.section})" if self._done else f"Begin: {title}"

    def _guesses(self) -> str:
        guesses = [e.verdict for e in self.entries if e.kind in (PREDICTION, BET)]
        made = [verdict for verdict in guesses if verdict in ("correct", "incorrect")]
        right = made.count("correct")
        return f"Predictions and bets: {right} of {len(made)} right." if made else ""

    def _due(self) -> Iterator[str]:
        later = sorted(each.due for each in held_beliefs(self.entries).values())
        if self.recall:
            asked = counted(len(self.recall), "question")
            yield f"Two minutes of recall, then go on: {asked} below."
        elif later:
            when = _day_words(self.today, max(later[0], self.today))
            waiting = counted(len(later), "belief")
            first = ", the first" if later[1:] else ""
            yield f"{NOTHING_DUE} {waiting} will come back{first} {when[0].lower()}{when[1:]}."

    def __repr__(self) -> str:
        return "\n".join([*self.lines, self.way_on])

    def _repr_html_(self) -> str:
        from marvel_widgets.course.start_html import start_html

        return start_html(self)


def _cell_of(path: Path, name: str) -> str:
    """Return the id of the first cell that asks an exercise; empty where it can't be found."""
    try:
        cells = json.loads(content_of(path) or b"{}")["cells"]
        asking = (c for c in cells if name in re.findall(r"\bcheck\.(\w+)", "".join(c["source"])))
        return str(next(asking)["id"])
    except (OSError, ValueError, LookupError, TypeError, StopIteration, RecursionError):
        return ""


def _day_words(today: date, day: date) -> str:
    """Return a day as one says it."""
    near = {-1: "Tomorrow", 0: "Today", 1: "Yesterday"}
    return near.get((today - day).days, f"On {day:%B} {day.day}")
