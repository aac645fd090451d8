"""The first page of a working copy: where the learner is, what is mastered, what comes back."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Final

from marvel_widgets.course.checks import Check
from marvel_widgets.course.journal import (
    BET,
    EXERCISE,
    NAME,
    PREDICTION,
    Entry,
    Journal,
    note_begun,
)
from marvel_widgets.course.recall import due, held_beliefs
from marvel_widgets.course.registry import NOT_LEARNERS, NOTEBOOKS, Item, Notebook, items
from marvel_widgets.pictures.palette import COLORS
from marvel_widgets.text import counted, escaped, paragraphs
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
class _Topic:
    """A notebook, and how its exercises were answered last.

    In the core those in folds do not count; beside it nothing is ever open.
    """

    notebook: Notebook
    place: str  # its file
    right: int
    wrong: int
    asked: int
    more: int  # of those in folds that are right
    begun: bool  # by an answer, a hint, a prediction or a bet

    @property
    def is_core(self) -> bool:
        """Whether it counts."""
        return self.notebook.place == "core"

    @property
    def words(self) -> str:
        """How far it is mastered, in words."""
        of_all = f" of {self.asked}" if self.is_core else ""
        asked = [counted(self.asked, "exercise")] if self.is_core else []
        if self.right + self.wrong:
            said = [f"{self.right}{of_all} right"]
            said += [f"{self.wrong} to mend"] if self.wrong else []
        elif self.begun:
            said = ["begun", *asked]
        else:
            said = [*asked, f"{self.notebook.minutes[not self.is_core]} minutes"]
        return ", ".join([*said, *([f"{self.more} more right"] if self.more else [])])


class Topics(tuple[_Topic, ...]):
    """The notebooks of a learner, in the order of the course; shown by a cell."""

    __slots__ = ()

    def __repr__(self) -> str:
        rows = [f"{t.notebook.number:>2}  {t.words:<33}{t.notebook.title}" for t in self]
        core = sum(topic.is_core for topic in self)
        return "\n".join([*rows[:core], "Beside the core:", *rows[core:]])

    def _repr_html_(self) -> str:
        """Return a bar for each topic of the core, and then what is beside it."""
        core, beside = (
            "".join(_bar(topic) for topic in self if topic.is_core == is_core)
            for is_core in (True, False)
        )
        return _section("Each topic", f"<ul>{core}</ul><p>Beside the core</p><ul>{beside}</ul>")


class StartPage:
    """Where a learner is, by the journal beside the notebooks; shown by a cell.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     git_sees = Journal.begin(Path(folder))
    ...     page = StartPage(Journal(Path(folder, NAME)))
    ...     print(repr(page).splitlines()[-1])
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
        return next((e for e in reversed(self._done) if e.notebook in NOTEBOOKS), None)

    @cached_property
    def _begun(self) -> set[str]:
        return {entry.notebook for entry in self._done}

    def _went(self, item: Item) -> bool | None:
        """Return whether the last answer to an exercise was right; None where there is none."""
        last = self._last.get((item.notebook, item.name))
        return None if last is None else last.verdict in ("correct", "recorded")

    @cached_property
    def recall(self) -> list[Check]:
        """The questions that come back today."""
        return [check for _, check in due(self.journal, self.today)] if self.journal else []

    @cached_property
    def topics(self) -> Topics:
        """The notebooks, in the order of the course."""
        theirs = (each for each in NOTEBOOKS.values() if each.place not in NOT_LEARNERS)
        return Topics(map(self._topic, theirs))

    def _topic(self, notebook: Notebook) -> _Topic:
        number, core = notebook.number, notebook.place == "core"
        folder = self.journal.path.parent if self.journal else Path()
        place = next((path.name for path in sorted(folder.glob(f"{number}-*.ipynb"))), "")
        here = [item for item in items() if item.notebook == number]
        went = [self._went(item) for item in here if item.is_core or not core]
        right = went.count(True)
        more = [self._went(item) for item in here].count(True) - right
        begun = number in self._begun
        return _Topic(notebook, place, right, went.count(False), len(went), more, begun)

    @cached_property
    def _way(self) -> tuple[str, list[Item]]:
        """The steps that count: those of the core, or of PC for learners who began nothing else."""
        if {NOTEBOOKS[n].place for n in self._begun & set(NOTEBOOKS)} == {"pc"}:
            return "PC", [item for item in items() if NOTEBOOKS[item.notebook].place == "pc"]
        return "The core", [item for item in items() if item.is_core]

    @cached_property
    def next(self) -> Item | None:
        """The first open step, or else the first to mend; None after all.

        While no notebook before it was passed over, that in which we were last comes first.
        """
        (_, way), last = self._way, self._latest
        left = [item for item in way if self._went(item) is None]
        left = left or [item for item in way if not self._went(item)]
        asked = [(item.notebook, item.name) for item in way]
        numbers = [notebook for notebook, _ in asked]
        here = (last.notebook, last.name) if last else ("", "")
        before = numbers[: numbers.index(here[0])] if here[0] in numbers else numbers
        at = asked.index(here) if here in asked else 0
        if self._begun.issuperset(before):
            left = [item for item in way[at:] if item.notebook == here[0] and item in left] + left
        return next(iter(left), None)

    @property
    def cell_of_next(self) -> str:
        """The id of the cell with that exercise, in a notebook that was begun."""
        item, places = self.next, {t.notebook.number: t.place for t in self.topics if t.begun}
        if item is None or self.journal is None or not (place := places.get(item.notebook)):
            return ""
        path = self.journal.path.with_name(place)
        try:
            cells = json.loads(content_of(path) or b"{}")["cells"]
            asking = (
                c for c in cells if item.name in re.findall(r"\bcheck\.(\w+)", "".join(c["source"]))
            )
            return str(next(asking)["id"])
        except (OSError, ValueError, LookupError, TypeError, StopIteration, RecursionError):
            return ""

    # -- in words --------------------------------------------------------------------------------

    @property
    def lines(self) -> tuple[str, ...]:
        """Where the learner is, in sentences."""
        if self.journal is None:
            return (NO_JOURNAL,)
        verdicts = [e.verdict for e in self.entries if e.kind in (PREDICTION, BET)]
        right, wrong = verdicts.count("correct"), verdicts.count("incorrect")
        made = right + wrong
        guesses = f"Predictions and bets: {right} of {made} right." if made else ""
        return tuple(filter(None, [*self._where(), self._counted(), guesses, *self._due()]))

    def _where(self) -> Iterator[str]:
        if (last := self._latest) is not None:
            day, name = _day_words(self.today, last.day), NOTEBOOKS[last.notebook].name
            done = [f" ({t.words})" for t in self.topics if t.notebook.number == last.notebook]
            yield f"{day}: {name}{''.join(done)}."

    def _counted(self) -> str:
        """Return how much of what counts is done."""
        what, way = self._way
        went = [self._went(item) for item in way]
        if not self._done:
            minutes = sum(NOTEBOOKS[n].minutes[0] for n in {item.notebook for item in way})
            return f"{what}: {len(way)} exercises, about {minutes / 60:.0f} hours."
        mend = f", {went.count(False)} to mend" if False in went else ""
        if None in went:
            answered = len(way) - went.count(None)
            return f"{what}: {answered} of {len(way)} exercises answered{mend}."
        if mend:
            return f"{what}: all {len(way)} exercises are answered{mend}."
        return f"{what} is done: all {len(way)} exercises are right."

    @property
    def way_on(self) -> str:
        """Where to go on, for the button; empty after all."""
        if self.next is None:
            return ""
        title = NOTEBOOKS[self.next.notebook].name
        verb = "Go on" if self._went(self.next) is None else "Mend"
        return f"{verb}: {title} ({self.next.section})" if self._done else f"Begin: {title}"

    def _due(self) -> Iterator[str]:
        later = sorted(each.due for each in held_beliefs(self.entries).values())
        if self.recall:
            asked = counted(len(self.recall), "question")
            yield f"Recall for two minutes: {asked} below."
        elif later:
            when = _day_words(self.today, max(later[0], self.today))
            waiting = counted(len(later), "belief")
            first = ", the first" if later[1:] else ""
            yield f"{NOTHING_DUE} {waiting} will come back{first} {when[0].lower()}{when[1:]}."

    def __repr__(self) -> str:
        return "\n".join(filter(None, [*self.lines, self.way_on]))

    def _repr_html_(self) -> str:
        places, button = {topic.notebook.number: topic.place for topic in self.topics}, ""
        if self.next is not None and (place := places[self.next.notebook]):
            if cell := self.cell_of_next:
                place += f"#cell-id={cell}"
            button = f'<a class="mw-go" href="{escaped(place)}">{escaped(self.way_on)}</a>'
        words = paragraphs(self.lines)
        return _section("Where you are", f'<div class="mw-now">{words}{button}</div>')


def _day_words(today: date, day: date) -> str:
    """Return a day as one says it."""
    near = {-1: "Tomorrow", 0: "Today", 1: "Yesterday"}
    return near.get((today - day).days, f"On {day:%B} {day.day}")


# The colors of kit/static/app.css, which is not on a page without apps.
_STYLE: Final = """
.mw-start { --ink: var(--jp-ui-font-color0, #16202b); --paper: var(--jp-layout-color1, #fff);
  --soft: #4d5b69; --line: #c9d1d9; --panel: #e6ebf0; --pick: ON-LIGHT; --on-pick: #fff;
  --good: #00704f; --bad: #a61b13; box-sizing: border-box;
  max-width: 1100px; color: var(--ink); background: var(--paper); border: 1px solid var(--line);
  border-radius: 12px; overflow: hidden; line-height: 1.45;
  font: 15px "Source Sans 3", "Segoe UI", -apple-system, Arial, sans-serif; }
[data-jp-theme-light="false"] .mw-start { --soft: #b4c0cb; --line: #3a4653; --panel: #2a3540;
  --pick: ON-DARK; --on-pick: #10161c; --good: #5fd3a8; --bad: #ff9d8a; }
.mw-start .mw-now { padding: 12px 14px; }
.mw-start p { margin: 0 0 6px; }
.mw-start a { color: var(--pick); }
.mw-start a.mw-go { display: inline-block; margin-top: 6px; padding: 6px 16px; border-radius: 8px;
  color: var(--on-pick); background: var(--pick); font-weight: 650; text-decoration: none; }
.mw-start a:focus-visible { outline: 3px solid var(--pick); outline-offset: 2px; }
.mw-start.mw-start ul { margin: 0; padding: 10px 14px; list-style: none; }
.mw-start li { display: grid; grid-template-columns: minmax(0, 5fr) minmax(60px, 4fr) 12em;
  gap: 2px 14px; align-items: center; margin: 0; padding: 3px 0; }
.mw-start ul + p { margin: 0 14px; font-weight: 650; }
.mw-start li > span:last-child { color: var(--soft); font-size: 14px; }
.mw-start .mw-mastered { display: flex; height: 10px; overflow: hidden; border-radius: 5px;
  background: var(--panel); }
.mw-start .mw-mastered i { background: var(--good); }
.mw-start .mw-mastered i + i { background: repeating-linear-gradient(
  135deg, var(--bad) 0 3px, var(--paper) 3px 6px); }
@media (max-width: 760px) {
  .mw-start li { grid-template-columns: minmax(0, 1fr) auto; padding: 5px 0; }
  .mw-start li > span:first-child { grid-column: 1 / -1; }
}
""".replace("ON-LIGHT", COLORS["blue"]).replace("ON-DARK", COLORS["sky-blue"])


def _section(label: str, inside: str) -> str:
    return (
        f'<style>{_STYLE}</style><section class="mw-start" aria-label="{label}">{inside}</section>'
    )


def _bar(topic: "_Topic") -> str:
    named = escaped(topic.notebook.name)
    if topic.place:
        named = f'<a href="{escaped(topic.place)}">{named}</a>'
    parts = "".join(
        f'<i style="width:{100 * part / max(topic.asked, 1):.1f}%"></i>'
        for part in (topic.right, topic.wrong)
    )
    bar = f'<span class="mw-mastered" aria-hidden="true">{parts}</span>'
    return (
        f"<li><span>{named}</span>{bar if topic.is_core else '<span></span>'}"
        f" <span>{escaped(topic.words)}</span></li>"  # a space where styles are taken out
    )
