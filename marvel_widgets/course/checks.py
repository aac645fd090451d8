"""The exercises of a notebook as a learner meets them: asked, answered, hinted at, counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache, reduce
from time import monotonic
from typing import Final, cast, get_args

from marvel_widgets._made_for import library_version
from marvel_widgets.assessment.again import asked_again
from marvel_widgets.assessment.exercise import Asked, Builder, Exercise, drawn
from marvel_widgets.assessment.plain import from_code, shown
from marvel_widgets.assessment.program_answers import Program, in_brief
from marvel_widgets.assessment.question import question_svg, question_text
from marvel_widgets.assessment.results import Answered, HandedIn, Submission, submission_of
from marvel_widgets.assessment.signing import digest
from marvel_widgets.assessment.verdict import Kind, Verdict, judge, recorded
from marvel_widgets.assessment.vote import Ballot
from marvel_widgets.course import pre_post
from marvel_widgets.course.journal import Entry, Journal
from marvel_widgets.course.registry import LESSONS, lesson_exercises, number_of

TEST_FORMS = tuple(f"PRE-POST-{form}" for form in pre_post.FORMS)

PROGRAMS_TO_WRITE = "PROGRAMS"

KNOWN = (*LESSONS, *TEST_FORMS, PROGRAMS_TO_WRITE)


def builders(notebook: str) -> Mapping[str, Builder]:
    """Return the builders of the exercises of a notebook or a test by name, in its order."""
    if notebook in LESSONS:
        return lesson_exercises(notebook)
    if notebook in TEST_FORMS:
        return pre_post.EXERCISES
    if notebook == PROGRAMS_TO_WRITE:
        from marvel_widgets.lessons.challenge.exercises import PROGRAMS

        return PROGRAMS
    msg = f"there is no notebook {shown(notebook)} with exercises; choose one of {', '.join(KNOWN)}"
    raise ValueError(msg)


PLACE: Final = ("notebook", "name", "student", "draw")  # of a case, in tokens
PAUSE: Final = 15 * 60  # seconds; nobody knows how much of a longer time was work


class Clock:
    """Says how long ago the last thing was done; a pause counts as nothing."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now, self._last = now, now()

    def tick(self) -> int:
        """Return the seconds since the last tick, and begin again."""
        before, self._last = self._last, self._now()
        passed = round(self._last - before)
        return passed if passed <= PAUSE else 0


CLOCK: Final = Clock()  # of this kernel: whoever shows a question or judges an answer lets it tick


def exercises(notebook: str | int, student: str = "", *, answers: bool = True) -> Checks:
    """Return the exercises of a notebook, drawn for one student.

    Parameters
    ----------
    notebook : str or int
        Its number, such as ``"03"``, or ``"P1"`` or ``"T"``.
    student : str
        An id from which the cases are drawn, a number from the teacher's list for instance;
        with the empty one all students have the same cases.
    answers : bool
        With False it is an exam: answers are recorded, and no verdict, hint or solution is
        shown or kept.

    Raises
    ------
    ValueError
        There is no such notebook, or it has no exercises.

    Examples
    --------
    >>> check = exercises("03")
    >>> check.removable(...).kind
    'open'
    >>> bool(check.removable(check.removable.exercise.solution))
    True
    >>> check.removable.hint()
    Hint 1 of 4: There are 3 of them.
    """
    number = number_of(str(notebook))
    # as text that can be written: half a letter becomes a question mark
    whose = str(student).strip().encode("utf-8", "replace").decode()
    return Checks(number, whose, builders(number), answers, Journal.here())


BEFORE_THE_ANSWER: Final = (
    "The last hint is the answer itself. Try once more first, or ask again to see it."
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a learner has done about one exercise."""

    tries: int = 0
    hints: int = 0
    verdict: Kind = "open"
    answer: str = ""
    seconds: int = 0  # see `Clock`

    def after(self, verdict: Verdict) -> Attempt:
        """Return the record after a verdict; an answer that could not be read changes nothing."""
        if not verdict.answer:
            return self
        again = verdict.answer == self.answer
        tries = self.tries if again else self.tries + 1
        return replace(self, tries=tries, verdict=verdict.kind, answer=verdict.answer)

    def with_entry(self, entry: Entry) -> Attempt:
        """Return the record after what a journal kept of another day."""
        hints = max(self.hints, min(entry.hints, 4))
        seconds = max(self.seconds, entry.seconds)
        if not entry.answer or entry.verdict not in get_args(Kind):
            return replace(self, hints=hints, seconds=seconds)
        tries = self.tries + (entry.answer != self.answer)
        return Attempt(tries, hints, cast("Kind", entry.verdict), entry.answer, seconds)


class Check:
    """One exercise: shown in a cell of its own, called with an answer."""

    def __init__(
        self,
        notebook: str,
        name: str,
        builder: Builder,
        student: str = "",
        draw: int = 0,
        answers: bool = True,
        journal: Journal | None = None,
    ) -> None:
        self.notebook, self.name, self.student, self.draw = notebook, name, student, draw
        self.answers = answers
        self._builder, self._journal = builder, journal
        self._warned = False  # that the next hint is the answer

    @cached_property
    def attempt(self) -> Attempt:
        """What was done about it, also on other days where there is a journal."""
        return reduce(Attempt.with_entry, self._kept(), Attempt())

    def _kept(self, *, older: bool = False) -> list[Entry]:
        """Return what the journal has about this case; or about an older case of the question."""
        if self._journal is None:
            return []
        found = self._journal.about((self.notebook, self.name, self.student, self.draw))
        return [entry for entry in found if (entry.case != self._digest) == older]

    @cached_property
    def _digest(self) -> str:
        return question_digest(self)

    @property
    def kept_words(self) -> str:
        """A sentence on what was kept: an answer to another case, or why it can't be."""
        old = [entry for entry in self._kept(older=True) if entry.answer]  # reads the journal
        if self._journal is None or self._journal.problem:
            return self._journal.problem if self._journal else ""
        if not old or self.attempt.tries:
            return ""
        answer = in_brief(self.asked.kind, old[-1].answer)
        return (
            f"With version {old[-1].version} you answered {answer}; the case has changed "
            "since, so that answer is not judged here."
        )

    @cached_property
    def exercise(self) -> Exercise:
        """The drawn case, with its solution."""
        if not self.answers:
            msg = f"{self.name!r} is part of an exam: its solution is not revealed"
            raise AttributeError(msg)
        return _drawn(self._builder, self.seed)

    @cached_property
    def asked(self) -> Asked:
        """What is asked about the drawn case."""
        whole = _drawn(self._builder, self.seed)
        return Asked(**{each.name: getattr(whole, each.name) for each in fields(Asked)})

    @property
    def seed(self) -> str:
        """What the case is drawn from."""
        return f"{self.notebook}/{self.name}/{self.student}/{self.draw}"

    def ballot(self, turn: int = 0) -> Ballot:
        """Return the case as a room votes on it; with turn 1 the isomorphic one.

        A LookupError says that there is none.
        """
        first = Ballot.of(self.exercise, f"{self.seed}/0")
        if not turn:
            return first
        again, _ = asked_again(self._builder, self.seed, self.exercise)
        return Ballot.of(again, f"{self.seed}/{turn}", first)

    def __call__(self, *answer: object) -> Verdict:
        """Return the verdict on an answer; ``...``, and nothing, stand for no answer yet.

        Several values, ``check.blockers("A", "E")``, are one answer.
        """
        verdict = self.verdict_on(answer if len(answer) > 1 else (*answer, ...)[0])
        if verdict.kind == "open" and self.attempt.answer:
            given = in_brief(self.asked.kind, self.attempt.answer)
            return replace(verdict, text=f"Answered already: {given} ({self.attempt.verdict}).")
        before, self.attempt = self.attempt, self.attempt.after(verdict)
        if self.attempt != before:
            self._keep(verdict.answer, verdict.kind, verdict.misconception)
        return verdict

    def verdict_on(self, raw: object) -> Verdict:
        """Return the verdict on an answer that does not count as a try."""
        return judge(self.exercise, raw) if self.answers else recorded(self.asked.kind, raw)

    def seen_again(self, raw: object) -> Verdict:
        """Return the verdict on an answer that was kept; a program of another kernel is not run."""
        verdict, before = self.verdict_on(raw), self.attempt
        program = isinstance(self.asked.kind, Program) and verdict.kind == "unread"
        if not program or not before.answer or from_code(before.answer) != raw:
            return verdict
        text = (
            f"This program is kept as a text ({before.verdict}), which is not run: run its cell to "
            "have it judged again."
        )
        return Verdict(before.verdict, text, answer=before.answer)

    def _keep(self, answer: str = "", verdict: str = "", belief: str = "") -> None:
        self.attempt = replace(self.attempt, seconds=self.attempt.seconds + CLOCK.tick())
        if self._journal is not None:
            done = Entry(
                notebook=self.notebook, name=self.name, student=self.student, draw=self.draw,
                case=self._digest, answer=answer, verdict=verdict, belief=belief,
                hints=self.attempt.hints, seconds=self.attempt.seconds,
            )  # fmt: skip
            self._journal.write([done])

    def hint(self) -> Hint:
        """Return the next hint: how many, where, the principle; the answer only if asked again."""
        if not self.answers:
            return Hint(0, "There are no hints in an exam.")
        number = min(self.attempt.hints + 1, 4)
        if self.attempt.hints == 3 and not self._warned:
            self._warned = True
            return Hint(0, BEFORE_THE_ANSWER)
        self.attempt = replace(self.attempt, hints=number)
        self._keep()
        return Hint(number, self.exercise.all_hints[number - 1])

    @property
    def hints_given(self) -> tuple[Hint, ...]:
        """The hints that were asked for so far."""
        given = self.attempt.hints
        return tuple(Hint(n + 1, self.exercise.all_hints[n]) for n in range(given))

    def another(self) -> Check:
        """Return the same question about another case, to practice; it does not count."""
        return self.at(self.draw + 1)

    def at(self, draw: int) -> Check:
        """Return the same question about the case of another draw."""
        return Check(
            self.notebook, self.name, self._builder, self.student, draw, self.answers,
            self._journal,
        )  # fmt: skip

    def __repr__(self) -> str:
        return question_text(self.asked)

    def _repr_svg_(self) -> str:
        return question_svg(self.asked)


def question_digest(check: Check, *, exam: bool = False) -> str:
    """Return six letters that agree when two versions of the library ask the same question.

    Those of an exam know nothing of the solution: by trying all answers it could be found.
    """
    if exam or not check.answers:
        return digest(question_text(check.asked))
    exercise = check.exercise
    return digest(f"{question_text(exercise)}\n{exercise.kind.code(exercise.solution)}")


# A case that does not change: a copy of the course, a sheet, its key and a report ask for the same.
_drawn = lru_cache(maxsize=256)(drawn)


@dataclass(frozen=True, slots=True)
class Hint:
    """One of the four hints."""

    number: int
    text: str

    def __repr__(self) -> str:
        return f"Hint {self.number} of 4: {self.text}" if self.number else self.text


class Checks:
    """The exercises of a notebook, as attributes."""

    def __init__(
        self,
        notebook: str,
        student: str,
        items: Mapping[str, Builder],
        answers: bool = True,
        journal: Journal | None = None,
    ) -> None:
        self.notebook, self.student = notebook, student
        self._checks = {
            name: Check(notebook, name, builder, student, answers=answers, journal=journal)
            for name, builder in items.items()
        }

    def result(self, key: str = "", *, clock: bool = False) -> Submission:
        """Return what was answered so far, with the signed string to hand in.

        With `clock` it also says how long each exercise took.
        """
        answers = tuple(
            Answered(
                check.name,
                check.draw,
                question_digest(check),
                check.attempt.answer,
                check.attempt.tries,
                check.attempt.hints,
                check.attempt.verdict,
                check.attempt.seconds if clock else None,
            )
            for check in self
            if check.attempt.tries or check.attempt.hints
        )
        done = HandedIn(self.notebook, self.student, library_version(), answers)
        return submission_of(done, key)

    def __getattr__(self, name: str) -> Check:
        if name.startswith("_") or name not in self._checks:
            msg = f"no exercise is named {shown(name)}; choose one of {', '.join(self.__dir__())}"
            raise AttributeError(msg)
        return self._checks[name]

    def __dir__(self) -> list[str]:
        return list(self.__dict__.get("_checks", ()))

    def __iter__(self) -> Iterator[Check]:
        return iter(self._checks.values())

    def __len__(self) -> int:
        return len(self._checks)

    def __repr__(self) -> str:
        from marvel_widgets.course.registry import items

        deeper = {item.name for item in items() if item.notebook == self.notebook and item.deeper}
        lines: tuple[list[str], list[str]] = [], []
        for check in self:
            verdict = check.attempt.verdict.replace("open", "not answered yet")
            line = f"check.{check.name}: {check.asked.title} ({verdict})"
            lines[check.name in deeper].append(line)
        return "\n".join([*lines[0], *(["More:"] if lines[1] else []), *lines[1]])
