"""Vote: the question over its picture, the cards beside it, the counts below."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Unpack

from marvel_widgets.assessment.question import PICTURE_WIDTH, question_html, question_text
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.course.checks import Check
from marvel_widgets.pictures.svg import words_svg
from marvel_widgets.pictures.voting_cards import QrCode, card_svg
from marvel_widgets.text import capitalized, escaped
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.vote import VOTE
from marvel_widgets.widgets.vote.model import (
    NO_SITE,
    SITE,
    Round,
    VoteModel,
    card_link,
    site_address,
)

COUNTED = ("12", "30", "4", "2", "9", "1", "3", "5")  # an example, a number for each card
MOST_TAPPED = 60  # cards of a shape; more are typed
PRIVATE = "No name, no answer and no count leaves this notebook or a phone."


class Vote(k.App):
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
        **settings: Unpack[k.SharedSettings],
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
        k.follow(self._show, (model, "version"))

    def _make_parts(self) -> dict[str, w.Widget]:
        self.picture = k.Picture(big=self.settings["big"], noted=True)
        self.picture_place = w.VBox([self.picture])
        self.band, self.cards, self.code, self.reasons = k.Band(), w.HTML(), w.HTML(), w.HTML()
        self.field = w.Text(description="Cards counted")
        w.lay_out(self.field, width="280px")
        k.hear(self.field, self.model.count)
        self.card, self.pad = k.Switch("Or tap", "", ""), k.CellGrid()
        self.card.observe(lambda _: self._show_pad(), "value")
        self.pad.on_press(
            lambda _, cards: self.card.set_trait("value", model.tap(self.card.value, cards))
        )
        for part, name in ((self.card, "cards"), (self.pad, "pad")):
            part.add_class(f"mw-vote-{name}")
        self.pad.add_class("mw-lattice")
        model, same = self.model, "The same question about an isomorphic case"
        field = w.Row([self.field, self.card])
        counts = w.VBox([field, self.pad, k.ErrorLine(model, "counts")])
        self.close_button = k.button("Close the vote", "Show the counts as bars", model.close)
        self.again_button = k.button("Ask again", same, model.again)
        self.another_button = k.button("Another case", "A vote on another case", model.another)
        told = "Without a second vote: what is right, and why"
        self.tell_button = k.button("Show the answer", told, model.tell)
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
        k.put(self.field, value=" ".join(map(str, now.counts)) if any(now.counts) else "")
        k.put(self.field, placeholder=f"such as {' '.join(COUNTED[: len(now.counts)])}")
        k.put(self.card, shown=not now.closed, options=now.ballot.cards)
        if now.closed:
            self.card.value = ""
        self._show_pad()
        # before one is counted there is nothing to close
        k.put(self.close_button, shown=not now.closed, blue=any(now.counts))
        for control in (self.again_button, self.tell_button):
            w.show_if(control, model.can_ask_again)
        k.put(self.another_button, blue=now.closed and not model.can_ask_again)

    def _show_pad(self) -> None:
        """Show the numbers of cards of the shape that is counted; without one, none."""
        card = self.card.value
        cells = [(str(n), "open", "", f"{n} with a {card}") for n in range(MOST_TAPPED + 1)]
        title = f"Cards with a {card}"
        self.pad.show([(title, cells)] if card else [], title)


def answers_html(votes: Sequence[Round], *, told: bool) -> str:
    """Return the answers of the last vote with what is counted, as bars once it is closed.

    Told, the right one is ticked; a wrong one opens to the belief behind it, and shows the count of
    that belief the first time.
    """
    first, last = votes[0], votes[-1]
    beliefs = [option.belief for option in first.ballot.options]
    before = dict(zip(beliefs, first.counts, strict=True))
    twice = told and len(votes) > 1
    rows = '<div><p></p><p></p><p></p><span class="mw-place">1st → 2nd</span></div>' * twice
    for option, n in zip(last.ballot.options, last.counts, strict=True):
        was = before.get(option.belief, 0)
        bars = (_bar("i", was, first) if twice else "") + _bar("span", n, last)
        bars = f'<div class="mw-grow">{bars}</div>' if last.closed else ""
        words = escaped(option.words.replace(" -> ", "\u00a0→\u00a0"))  # an arrow does not break
        cells = f"{card_svg(option.card, named=False)}<span>{words}</span><span>{bars}</span>"
        count = n if any(last.counts) else ""
        cells += f"<span>{f'{was} → ' if twice else ''}<b>{count}</b></span>"
        if not told:
            rows += f"<div>{cells}</div>"
        elif option.belief:
            cells += '<span><span class="mw-sr">wrong</span></span>'
            rows += f'<details name="mw-vote"><summary>{cells}</summary>'
            rows += f"{escaped(option.named)}</details>"
        else:
            rows += f'<div class="mw-right">{cells}<b>✓ right</b></div>'
    longest = max(len(option.words) for option in last.ballot.options)
    look = "mw-vote mw-told" if told else "mw-vote"
    return f'<div class="{look}" style="--mw-longest:{longest}ch">{rows}</div>'


def _bar(tag: str, n: int, vote: Round) -> str:
    return f'<{tag} style="width:{round(100 * n / max(1, sum(vote.counts)))}%"></{tag}>'


def vote_lines(vote: Round, *, told: bool) -> list[str]:
    """Return the answers of a vote in lines, with their counts and perhaps beliefs."""
    return [
        f"{capitalized(option.card)}: {option.words}{f': {n}' if any(vote.counts) else ''}"
        f"{f'; {option.named}' if told else ''}"
        for option, n in zip(vote.ballot.options, vote.counts, strict=True)
    ]
