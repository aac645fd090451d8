"""Vote: the question and its cards on the stage, the counts beside them, and what they say."""

from __future__ import annotations

import os
from typing import Unpack

from marvel_widgets.assessment.question import PICTURE_WIDTH, question_html, question_text
from marvel_widgets.assessment.vote import MOST
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.course.checks import Check
from marvel_widgets.pictures.svg import words_svg
from marvel_widgets.pictures.voting_cards import QrCode
from marvel_widgets.text import escaped, folded
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.app import App
from marvel_widgets.widgets.kit.chips import CellGrid, Switch
from marvel_widgets.widgets.kit.controls import Echo, ErrorLine, button
from marvel_widgets.widgets.kit.picture import Picture
from marvel_widgets.widgets.kit.settings import SharedSettings
from marvel_widgets.widgets.vote import VOTE
from marvel_widgets.widgets.vote.address import NO_SITE, SITE, card_link, site_address
from marvel_widgets.widgets.vote.model import VoteModel
from marvel_widgets.widgets.vote.rows import answers_html, beliefs_html, vote_lines

# The largest number to tap: where nobody said how many are in the room, and of any room.
USUAL_ROOM, MOST_TAPPED = 60, 99


class Vote(App):
    """A question for a room: lettered answers, cards counted by belief, and a second vote.

    Phones open the address in the corner and turn into cards. No name, no answer and no count
    leaves this notebook or a phone.

    Parameters
    ----------
    check : Check
        Such as ``exercises("03").removable``; with `token`, what the token names.
    site : str, optional
        The address of the course's site, which phones open; by default that of the environment
        variable ``MARVEL_WIDGETS_SITE_URL``. Without one there are cards on paper.
    **settings
        As all apps take them, see `AppSettings`, but no `predict`; without `answers` the cards
        are counted and no belief is named. Parts: "picture", "code", "question", "cards",
        "counts", "buttons", "lecturer" (not in presenter mode).

    Raises
    ------
    ValueError
        There is no check, the address is none, or an argument makes no sense.

    Examples
    --------
    >>> from marvel_widgets import exercises
    >>> vote = Vote(exercises("03").removable)
    >>> vote.model.count("12 30 4 2 0")
    >>> vote.model.close()
    >>> vote.model.now.counts, vote.model.told
    ((12, 30, 4, 2, 0), True)
    """

    spec = VOTE
    model: VoteModel

    def __init__(
        self, check: Check | None = None, *, site: str | None = None,
        **settings: Unpack[SharedSettings],
    ) -> None:  # fmt: skip
        self.read_settings(settings)
        self.site = site_address(os.environ.get(SITE, "") if site is None else site)
        model = VoteModel(answers=self.settings["answers"])
        if self.settings["token"] is None:
            if not isinstance(check, Check):
                msg = f"give an exercise, such as exercises('03').removable, not {shown(check)}"
                raise ValueError(msg)
            model.go_to(check)
        self.model = self.restored(model)
        parts = self._make_parts()
        super().__init__(parts, model=model, keys={"c": self.field.focus})
        self.add_class("mw-wordy")
        self._qr: QrCode | None = None  # of the phones' page
        model.observe(lambda _: self._show(), "version")
        self._show()

    def _make_parts(self) -> dict[str, w.Widget]:
        self.picture = Picture(big=self.settings["big"], noted=True)
        self.picture_place = w.VBox([self.picture])
        self.code, self.question, self.cards = w.HTML(), w.HTML(), w.HTML()
        self.lecturer = w.HTML()
        self.field = w.Text(description="Cards", placeholder="12 30 4 2", continuous_update=False)
        self._echo = Echo()
        self._echo.hear(self.field, self.model.count)
        self.room = w.BoundedIntText(
            min=0, max=MOST, description="In the room", layout=w.layout(width="200px")
        )
        self._echo.hear(self.room, self.model.fill)
        self.letter, self.pad = Switch("Or tap", "", ""), CellGrid()
        self.letter.observe(lambda _: self._show_pad(), "value")
        self.pad.on_press(lambda _, cards: self._tapped(cards))
        for part, name in ((self.letter, "letters"), (self.pad, "pad")):
            part.add_class(f"mw-vote-{name}")
        self.pad.add_class("mw-lattice")
        row = w.Row([self.field, self.room, self.letter])
        counts = w.VBox([row, self.pad, ErrorLine(self.model, "counts", "again")])
        self.close_button = button("Close the vote", "Show the counts by belief", self.model.close)
        self.again_button = button(
            "Ask again", "The same question about an isomorphic case", self.model.again
        )
        self.another_button = button(
            "Another case", "A vote on another case of this question", self.model.another
        )
        self.again_button.add_class("mw-primary")  # once it can be pressed
        buttons = w.HBox(
            [self.close_button, self.again_button, self.another_button],
            layout=w.layout(flex_flow="row wrap"),
        )
        return {
            "picture": self.picture_place,
            "code": self.code,
            "question": self.question,
            "cards": self.cards,
            "counts": counts,
            "buttons": buttons,
            "lecturer": self.lecturer,
        }

    # -- twins -------------------------------------------------------------------------------

    @property
    def sentences(self) -> list[str]:
        """The answers with their cards, and the two digits once the vote is closed."""
        lines = vote_lines(self.model.votes, told=self.model.told)
        return [*lines, self._digits()] if self.model.told else lines

    def text(self) -> str:
        """Return the present state as text."""
        return "\n".join([question_text(self.model.now.ballot.exercise), *self.sentences])

    def svg(self) -> str:
        """Return the present state as SVG."""
        exercise = self.model.now.ballot.exercise
        lines = [*exercise.sentences, *self.sentences]
        below, code = self.model.drawing(), ""
        if self._qr is not None:
            lines.append(f"Cards: {self._qr.address.partition('://')[2]}")
            code = self._qr.svg
        return words_svg(exercise.title, lines, width=PICTURE_WIDTH, below=below, code=code)

    def _digits(self) -> str:
        return f"The digits for phones: {self.model.now.ballot.digits}."

    # -- showing -----------------------------------------------------------------------------

    def _show(self) -> None:
        model = self.model
        now, exercise = model.now, model.now.ballot.exercise
        self._show_picture()
        self._show_code()
        title = exercise.title + (" (second vote)" if model.turn else "")
        self.question.value = question_html(title, exercise.sentences)
        if model.told:
            digits = f'<div class="mw-asked"><strong>{self._digits()}</strong></div>'
            self.cards.value = beliefs_html(model.votes) + digits
        else:
            self.cards.value = answers_html(now)
        self._show_counts()
        words = now.ballot.advice(now.counts, last=model.turn > 0) if model.told else ""
        self.lecturer.value = f'<div class="mw-judged" role="status">{escaped(words)}</div>'

    def _show_picture(self) -> None:
        drawing = self.model.drawing()
        self.picture.show(*([] if drawing is None else [drawing]))

    def _show_code(self) -> None:
        """Show the address of the phones' page, as a code and in letters."""
        model = self.model
        if not self.site:
            self.code.value = folded("No site for phones", escaped(NO_SITE), "mw-place mw-no-site")
            return
        link = self.site + card_link(model.check, model.turn, model.now.ballot)
        if self._qr is not None and link == self._qr.address:
            return  # a code takes longer than all else that a card changes
        self._qr = QrCode(link)
        words = escaped(link.partition("://")[2])
        self.code.value = f'<div class="mw-vote-code">{self._qr.svg}<b>{words}</b></div>'

    def _show_counts(self) -> None:
        now = self.model.now
        with self._echo:
            self.field.value = " ".join(map(str, now.counts)) if any(now.counts) else ""
            self.room.value = self.model.room
        self.letter.options = tuple(now.ballot.letters)
        if now.closed:
            self.letter.value = ""
        self._show_pad()
        self.close_button.disabled = now.closed
        # before one is counted there is nothing to close
        w.mark_if(self.close_button, any(now.counts), "mw-primary")
        self.again_button.disabled = not self.model.can_ask_again

    def _show_pad(self) -> None:
        """Show the numbers of cards of the letter that is counted; without one, none."""
        letter = self.letter.value
        last = min(self.model.room or USUAL_ROOM, MOST_TAPPED) if letter else -1
        cells = [(str(n), "open", "", f"{n} of {letter}") for n in range(last + 1)]
        title = f"Cards of {letter}"
        self.pad.show([(title, cells)] if cells else [], title)

    def _tapped(self, cards: int) -> None:
        self.letter.value = self.model.tap(self.letter.value, cards)
