"""Vote: the question over its picture, the cards beside it, the counts below."""

from __future__ import annotations

import os
from typing import Unpack

from marvel_widgets.assessment.question import PICTURE_WIDTH, question_html, question_text
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.course.checks import Check
from marvel_widgets.pictures.svg import words_svg
from marvel_widgets.pictures.voting_cards import QrCode
from marvel_widgets.text import escaped
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.app import App
from marvel_widgets.widgets.kit.band import Band
from marvel_widgets.widgets.kit.chips import CellGrid, Switch
from marvel_widgets.widgets.kit.controls import ErrorLine, button, follow, hear, put
from marvel_widgets.widgets.kit.picture import Picture
from marvel_widgets.widgets.kit.settings import SharedSettings
from marvel_widgets.widgets.vote import VOTE
from marvel_widgets.widgets.vote.address import NO_SITE, SITE, card_link, site_address
from marvel_widgets.widgets.vote.model import VoteModel
from marvel_widgets.widgets.vote.rows import answers_html, vote_lines

MOST_TAPPED = 60  # cards of a shape; more are typed
PRIVATE = "No name, no answer and no count leaves this notebook or a phone."


class Vote(App):
    """A question for a room: answers on cards, a second vote, and then the beliefs behind them.

    Phones open the address below the answers and turn into cards. No name, no answer and no count
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
        are counted and no belief is named. Parts: "said", "picture", "cards", "code", "counts",
        "buttons", "reasons".

    Raises
    ------
    ValueError
        There is no check, the address is none, or an argument makes no sense.

    Examples
    --------
    >>> from marvel_widgets import exercises
    >>> vote = Vote(exercises("03").removable)
    >>> vote.model.count("12 30 4 2")
    >>> vote.model.close()
    >>> vote.model.now.counts, vote.model.told
    ((12, 30, 4, 2, 0), False)
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
        self.add_class("mw-votes")
        self._qr: QrCode | None = None  # of the phones' page
        follow(self._show, (model, "version"))

    def _make_parts(self) -> dict[str, w.Widget]:
        self.picture = Picture(big=self.settings["big"], noted=True)
        self.picture_place = w.VBox([self.picture])
        self.band, self.cards, self.code, self.reasons = Band(), w.HTML(), w.HTML(), w.HTML()
        self.field = w.Text(
            description="Cards counted", placeholder="such as 12 30 4 2", continuous_update=False
        )
        w.lay_out(self.field, width="280px")
        hear(self.field, self.model.count)
        self.card, self.pad = Switch("Or tap", "", ""), CellGrid()
        self.card.observe(lambda _: self._show_pad(), "value")
        self.pad.on_press(
            lambda _, cards: self.card.set_trait("value", model.tap(self.card.value, cards))
        )
        for part, name in ((self.card, "cards"), (self.pad, "pad")):
            part.add_class(f"mw-vote-{name}")
        self.pad.add_class("mw-lattice")
        model, same = self.model, "The same question about an isomorphic case"
        field = w.Row([self.field, self.card])
        counts = w.VBox([field, self.pad, ErrorLine(model, "counts")])
        self.close_button = button("Close the vote", "Show the counts as bars", model.close)
        self.again_button = button("Ask again", same, model.again)
        self.another_button = button("Another case", "A vote on another case", model.another)
        told = "Without a second vote: what is right, and why"
        self.tell_button = button("Show the answer", told, model.tell)
        self.again_button.add_class("mw-primary")
        acts = [self.close_button, self.again_button, self.tell_button, self.another_button]
        return {
            "said": self.band,
            "picture": self.picture_place,
            "cards": self.cards,
            "code": self.code,
            "counts": counts,
            "buttons": w.Row(acts),
            "reasons": self.reasons,
        }

    # -- twins -------------------------------------------------------------------------------

    @property
    def sentences(self) -> list[str]:
        """What a closed vote says, the answers with their cards, and the digits at the end."""
        model = self.model
        said = model.lines if model.now.closed else []
        return [*said, *vote_lines(model.now, told=model.told), *self._digits()]

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

    def _digits(self) -> list[str]:
        if not (self.site and self.model.told):
            return []
        digits = self.model.now.ballot.digits
        return [f"Type {digits} on a phone: it says whether its card was right."]

    # -- showing -----------------------------------------------------------------------------

    def _show(self) -> None:
        model = self.model
        drawing = model.drawing()
        drawings = [] if drawing is None else [drawing]
        self.picture.show(*drawings)
        w.mark_if(self.picture_place, drawing is None, "mw-undrawn")
        said = model.said
        self.band.show(said, *drawings)
        self._show_code()
        title = model.now.ballot.exercise.title
        self.shell.subtitle = f"{title} · second vote" if model.turn else title
        asked = model.now.ballot.exercise.sentences
        whole = model.now.closed or len(f"{said.what} {said.why}") >= len(" ".join(asked))
        question = "" if whole else question_html("", asked)
        digits = "".join(f'<p class="mw-place">{each}</p>' for each in self._digits())
        self.cards.value = question + answers_html(model.votes, told=model.told) + digits
        reasons = [*(model.lines[2:] if model.told else []), PRIVATE]
        reasons += [] if self.site else [NO_SITE]
        self.reasons.value = "".join(f"<p>{escaped(each)}</p>" for each in reasons)
        self._show_counts()

    def _show_code(self) -> None:
        """Show the address of the phones' page, as a code and in letters, until cards are up."""
        model = self.model
        w.show_if(self.code, self.site and not model.now.closed)
        if not self.site:
            return
        link = self.site + card_link(model.check, model.turn, model.now.ballot)
        if self._qr is not None and link == self._qr.address:
            return  # a code takes longer than all else that a card changes
        self._qr = QrCode(link)
        words = escaped(link.partition("://")[2])
        self.code.value = f'<div class="mw-vote-code">{self._qr.svg}<b>{words}</b></div>'

    def _show_counts(self) -> None:
        model, now = self.model, self.model.now
        put(self.field, value=" ".join(map(str, now.counts)) if any(now.counts) else "")
        put(self.card, shown=not now.closed, options=now.ballot.cards)
        if now.closed:
            self.card.value = ""
        self._show_pad()
        # before one is counted there is nothing to close
        put(self.close_button, shown=not now.closed, blue=any(now.counts))
        for control in (self.again_button, self.tell_button):
            w.show_if(control, model.can_ask_again)
        put(self.another_button, blue=now.closed and not model.can_ask_again)

    def _show_pad(self) -> None:
        """Show the numbers of cards of the shape that is counted; without one, none."""
        card = self.card.value
        cells = [(str(n), "open", "", f"{n} with a {card}") for n in range(MOST_TAPPED + 1)]
        title = f"Cards with a {card}"
        self.pad.show([(title, cells)] if card else [], title)
