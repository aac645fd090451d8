"""The sentence over the picture of an app: what just happened, and why; or what is asked."""

from dataclasses import replace

from marvel_widgets.pictures.band import Said, band_html
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.predict import Predictions


class Band(w.HTML):
    """What an app says, over its whole width; the question in its place while that is open.

    With `judges` the sentence of the app is the answer to its question: the verdict precedes it,
    as it does where the sentence is word for word the answer. With `ahead` the question is what
    comes next: its verdict stands in place of the sentence until then.
    """

    def __init__(
        self,
        predictions: Predictions | None = None,
        *,
        judges: bool = False,
        ahead: bool = False,
    ) -> None:
        super().__init__()
        self.predictions, self._judges, self._ahead = predictions, judges, ahead

    def show(self, said: Said, *drawings: Drawing) -> None:
        """Say a sentence, with the marks of the drawings."""
        self.value = self.html(said, *drawings)

    def html(self, said: Said, *drawings: Drawing) -> str:
        """Return what `show` sets, for a film that sets it by itself."""
        asks, look = self.predictions, ""
        if asks is not None and asks.on and asks.question is not None:
            if not asks.revealed:
                before = f"{said.what} {said.why}" if said.what != asks.question.text else ""
                said, look = Said(asks.question.text, asks.message or before), "mw-asks"
            elif asks.message and (asks.because or self._ahead):  # because: a teacher's own words
                because = asks.because or asks.question.because
                what, _, why = asks.message.partition(because)
                why = f"{because}{why} {asks.score_words if self._ahead else ''}".strip()
                said, look = Said(what.strip(), why), "mw-asks"
            elif asks.message and (self._judges or said.what == f"{asks.question.answer}."):
                why = " ".join(filter(None, (said.why, asks.guess_words, asks.score_words)))
                guess = asks.given[asks.question.key]
                sign = said.sign
                if sign in ("yes", "no"):  # beside a verdict they would be taken for it
                    sign = "" if guess is None else "yes" if guess == asks.question.answer else "no"
                what = f"{asks.question.judged(guess)}. {said.what}"
                said, look = Said(what, why, sign), "mw-asks"
            elif asks.message:
                # a sign is about the app's sentence, which may be good news to who guessed wrong
                apart = said.sign in ("yes", "no") and not asks.message.startswith("Your ")
                told = asks.message
                if apart:
                    told = f"Your prediction is {told[0].lower()}{told[1:]}"
                why = " ".join(filter(None, (told, asks.score_words)))
                said, look = replace(said, why=why), "mw-asks"
        return f'<div class="{look}">{band_html(said, *drawings)}</div>'
