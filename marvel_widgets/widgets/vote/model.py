"""A vote of a room, once or twice: its counts, and what is shown after it is closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import traitlets

from marvel_widgets.assessment.drawn_facts import with_facts
from marvel_widgets.assessment.vote import MOST, Ballot
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.course.checks import Check, exercises
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.widgets.kit.moving import Refusing

TWICE: Final = 2  # votes on a question


@dataclass(frozen=True, slots=True)
class Round:
    """One vote: the ballot, a count for each of its cards, and whether it is closed."""

    ballot: Ballot
    counts: tuple[int, ...]
    closed: bool = False


class VoteModel(Refusing):
    """A question put to a room; it begins without one: `go_to` gives it, or `load_state`."""

    version = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")

    check: Check
    votes: tuple[Round, ...] = ()
    room = 0  # how many there are, where that is known

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
    def told(self) -> bool:
        """Whether the last vote is closed, and beliefs may be named."""
        return self.now.closed and self.answers

    @property
    def can_ask_again(self) -> bool:
        """Whether a second vote may follow."""
        return self.now.closed and len(self.votes) < TWICE

    def go_to(self, check: Check) -> None:
        """Put another question to the room."""
        self.check = check
        self.votes = (_open(check.ballot()),)
        self._changed()

    def count(self, text: str) -> None:
        """Take counts as they were typed; an error changes nothing but the sentence beside them."""
        try:
            self._put(self.now.ballot.read(text, self.room))
        except ValueError as error:
            self._refuse(f"{error}.", "counts")

    def fill(self, room: int) -> None:
        """Say how many are in the room: the last number is then the rest, and need not be typed."""
        self.room = room
        self._changed()

    def tap(self, letter: str, cards: int) -> str:
        """Count the cards of a letter; return the letter to count next, none after the last.

        Where it is known how many are in the room, the last letter has the rest of it.
        """
        letters, counts = self.now.ballot.letters, list(self.now.counts)
        following = letters[letters.index(letter) + 1 :]
        whole = sum(counts) == self.room or len(following) == 1
        counts[letters.index(letter)] = cards
        if rest := bool(self.room and following and whole):
            counts.pop()
        self.count(" ".join(map(str, counts)))
        if self.error:
            return letter
        return "" if rest else following[:1]

    def close(self) -> None:
        """Close the vote: what was counted is shown by belief. A vote without cards stays open."""
        if not sum(self.now.counts):
            self._refuse("No card is counted yet: type the numbers, or tap them.", "counts")
            return
        self.room = self.room or sum(self.now.counts)
        self.votes = (*self.votes[:-1], replace(self.now, closed=True))
        self._changed()

    def again(self) -> None:
        """Ask the isomorphic case; where there is none, say so."""
        if not self.can_ask_again:
            return
        try:
            self.votes = (*self.votes, _open(self.check.ballot(1)))
        except LookupError as error:
            self._refuse(f"{error.args[0]}. Press Another case.", "again")
            return
        self._changed()

    def another(self) -> None:
        """Begin a vote on another case of the question."""
        self.go_to(self.check.another())

    def drawing(self) -> Drawing | None:
        """Return the picture of the question; after the vote with the witness in it."""
        drawn = self.now.ballot.exercise.drawing
        if drawn is None or not self.told:
            return drawn
        return with_facts(drawn, self.now.ballot.witness(self.now.counts))

    def state(self) -> dict[str, Any]:
        """Return what a token keeps."""
        check = self.check
        votes = [{"counts": list(vote.counts), "closed": vote.closed} for vote in self.votes]
        return {
            "notebook": check.notebook,
            "name": check.name,
            "student": check.student,
            "draw": check.draw,
            "votes": votes,
            "room": self.room,
        }

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to what `state` returned; a ValueError says what is wrong with it."""
        checks = exercises(state["notebook"], state["student"])
        check = getattr(checks, state["name"]).at(state["draw"])
        kept = list(state["votes"])
        if not 1 <= len(kept) <= TWICE or not all(vote["closed"] is True for vote in kept[:-1]):
            msg = f"a vote has one or two rounds, the first one closed; not {shown(kept)}"
            raise ValueError(msg)
        room = _people(state.get("room", 0))
        votes = [_open(check.ballot(turn)) for turn in range(len(kept))]
        self.votes = tuple(
            replace(vote, counts=_counted(vote.ballot, each["counts"]), closed=bool(each["closed"]))
            for vote, each in zip(votes, kept, strict=True)
        )
        self.check, self.room = check, room
        self._changed()

    def _put(self, counts: tuple[int, ...]) -> None:
        self.votes = (*self.votes[:-1], replace(self.now, counts=counts))
        self._changed()

    def _changed(self) -> None:
        self._refuse("", "")
        self.version += 1


def _open(ballot: Ballot) -> Round:
    return Round(ballot, (0,) * len(ballot.options))


def _people(room: Any) -> int:
    if type(room) is not int or not 0 <= room <= MOST:
        msg = f"a room has 0 to {MOST} people, not {shown(room)}"
        raise ValueError(msg)
    return room


def _counted(ballot: Ballot, counts: Any) -> tuple[int, ...]:
    """Return counts of a token, read as those that are typed."""
    return ballot.read(" ".join(map(str, counts)))
