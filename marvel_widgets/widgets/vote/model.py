"""A vote of a room, once or twice: its counts, and what is shown after it is closed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

import traitlets

from marvel_widgets.assessment.drawn_facts import with_facts, with_names
from marvel_widgets.assessment.question import question_said
from marvel_widgets.assessment.vote import Ballot
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.course.checks import PLACE, Check, exercises
from marvel_widgets.pictures.band import Said, Sign
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.positions import Pane
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.widgets import kit as k

SITE: Final = "MARVEL_WIDGETS_SITE_URL"
LONGEST: Final = 200  # letters; a longer code can't be read from the last row
NO_SITE: Final = (
    f'Give site="https://..." or set {SITE}. '
    "Without phones: marvel-widgets quiz 03 --cards FILE writes cards to print."
)


def site_address(text: str) -> str:
    """Return the address of a site, ending in a slash; empty where there is none."""
    text = text.strip()
    if not text:
        return ""
    whole = text.removesuffix("index.html").rstrip("/") + "/"
    try:
        parts = urlsplit(whole)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:  # [ without its other bracket
        fits = False
    plain = whole.isascii() and whole.isprintable() and not set(whole) & set(" <>\"'#?")
    if not (fits and plain and len(whole) <= LONGEST):
        msg = (
            f"site={shown(text)} is not the address of a site: give one such as "
            "https://example.org/marvel/"
        )
        raise ValueError(msg)
    return whole


def card_link(check: Check, turn: int, ballot: Ballot) -> str:
    """Return the page of a vote's cards in the site; cases that it does not have get bare cards."""
    if check.student or check.draw or check.notebook.startswith("PRE"):
        return f"ask.html#v={len(ballot.options)}"
    return f"ask.html#v={check.notebook}/{check.name}{'/2' if turn else ''}"


TWICE: Final = 2  # votes on a question
DISCUSS: Final = "Let neighbors with different cards discuss, then ask again."


@dataclass(frozen=True, slots=True)
class Round:
    """One vote: the ballot, a count for each of its cards, and whether it is closed."""

    ballot: Ballot
    counts: tuple[int, ...]
    closed: bool = False


class VoteModel(k.Refusing):
    """A question put to a room; it begins without one: `go_to` gives it, or `load_state`."""

    version = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")

    check: Check
    votes: tuple[Round, ...] = ()
    early = False  # whether the answer is told after one vote
    pane: Pane = "wide"

    def __init__(self, *, answers: bool = True) -> None:
        super().__init__()
        self.answers = answers

    @property
    def now(self) -> Round:
        """The last vote."""
        return self.votes[-1]

    @property
    def turn(self) -> int:
        """Which vote is the last: 0 the first, 1 the second."""
        return len(self.votes) - 1

    @property
    def can_ask_again(self) -> bool:
        """Whether a second vote may follow: nothing shows the right answer before it."""
        return self.now.closed and not (self.turn or self.early) and _has_second(self.check)

    @property
    def told(self) -> bool:
        """Whether the last vote on the question is closed, and beliefs may be named."""
        return self.now.closed and self.answers and not self.can_ask_again

    @property
    def lines(self) -> list[str]:
        """The sentences on a closed vote: the first two are the band's."""
        ballot, counts = self.now.ballot, self.now.counts
        if self.told:
            return ballot.verdict(counts)
        return [ballot.outcome(counts), *([DISCUSS] if self.can_ask_again else [])]

    @property
    def said(self) -> Said:
        """What is asked; of a closed vote its outcome; of the last one the tally, and the witness.

        The sign says that all cards are right.
        """
        ballot, counts = self.now.ballot, self.now.counts
        if not self.now.closed:
            return question_said(ballot.exercise)
        what, *why = self.lines
        all_right = counts[ballot.options.index(ballot.right)] == sum(counts)
        sign: Sign = "yes" if self.told and all_right else ""  # a cross would be beside "is right"
        return Said(what, "".join(why[:1]), sign)

    def go_to(self, check: Check) -> None:
        """Put another question to the room."""
        self.check, self.early = check, False
        self.votes = (_open(check.ballot()),)
        self._changed()

    def count(self, text: str) -> None:
        """Take counts as they were typed; an error changes nothing but the sentence beside them."""
        try:
            self._put(self.now.ballot.read(text))
        except ValueError as error:
            self._refuse(f"{error}.", "counts")

    def tap(self, card: str, number: int) -> str:
        """Count the cards of a shape; return the shape to count next, none after the last."""
        at = self.now.ballot.cards.index(card)
        counts = self.now.counts
        self._put((*counts[:at], number, *counts[at + 1 :]))
        return self.now.ballot.cards[at + 1] if at + 1 < len(counts) else ""

    def close(self) -> None:
        """Close the vote, so that what was counted is shown; one without cards stays open.

        The sentence on the last numbers stays until other numbers are given.
        """
        if self.error_field == "counts":
            return
        if not sum(self.now.counts):
            self._refuse("No card is counted yet: type the numbers, or tap them.", "counts")
            return
        self.votes = (*self.votes[:-1], replace(self.now, closed=True))
        self._changed()

    def again(self) -> None:
        """Ask the isomorphic case."""
        if self.can_ask_again:
            self.votes = (*self.votes, _open(self.check.ballot(1)))
            self._changed()

    def tell(self) -> None:
        """Show the right answer after one vote, where a second is not worth its time."""
        self.early = self.now.closed
        self._changed()

    def another(self) -> None:
        """Begin a vote on another case of the question."""
        self.go_to(self.check.another())

    def lay_out(self, pane: Pane) -> None:
        """Draw the question for another pane."""
        self.pane = pane
        self.version += 1

    def drawing(self) -> Drawing | None:
        """Return the picture of the question; once it is closed for good, with the witness in it.

        A graph that was hidden is shown then.
        """
        exercise = self.now.ballot.exercise
        dag = exercise.hidden if exercise.dag is None and self.told else exercise.dag
        if dag is None:
            return None
        drawn = stage_of(dag, pane=self.pane).drawing("", exercise.marks)
        if self.told:
            drawn = with_facts(drawn, self.now.ballot.witness(self.now.counts))
        sentence = self.said.why if self.told else self.said.what
        return with_names(drawn, sentence, paths=self.told)

    def state(self) -> dict[str, Any]:
        """Return what a token keeps."""
        place = {key: getattr(self.check, key) for key in PLACE}
        votes = [{"counts": list(vote.counts), "closed": vote.closed} for vote in self.votes]
        return {**place, "votes": votes, "early": self.early}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to what `state` returned; a ValueError says what is wrong with it."""
        checks = exercises(state["notebook"], state["student"])
        check = getattr(checks, state["name"]).at(state["draw"])
        kept = list(state["votes"])
        if not 1 <= len(kept) <= TWICE or not all(vote["closed"] is True for vote in kept[:-1]):
            msg = f"a vote has one or two rounds, the first one closed; not {shown(kept)}"
            raise ValueError(msg)
        ballots = [check.ballot(turn) for turn in range(len(kept))]
        self.votes = tuple(
            Round(ballot, ballot.read(" ".join(map(str, vote["counts"]))), bool(vote["closed"]))
            for ballot, vote in zip(ballots, kept, strict=True)
        )
        self.check, self.early = check, state["early"] is True
        self._changed()

    def _put(self, counts: tuple[int, ...]) -> None:
        self.votes = (*self.votes[:-1], replace(self.now, counts=counts))
        self._changed()

    def _changed(self) -> None:
        self._refuse("", "")
        self.version += 1


def _open(ballot: Ballot) -> Round:
    return Round(ballot, (0,) * len(ballot.options))


@lru_cache(maxsize=8)
def _has_second(check: Check) -> bool:
    with suppress(LookupError):
        return bool(check.ballot(1))
    return False
