"""A question in a page: some buttons, and a verdict with its reason in its place."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from marvel_widgets.replay.film import Film, Level
from marvel_widgets.replay.prediction_questions import next_question
from marvel_widgets.site.errors import SiteError


@dataclass(frozen=True)
class Asked:
    """A prediction: what is asked, the options, the answer and why; and where a film shows it."""

    text: str
    options: Sequence[str]
    answer: str
    why: str
    position: int


def question_of(film: Film, before: int, level: Level) -> Asked:
    """Return the question that a step of the run answers."""
    question = next_question(film, before, level)
    if question is None:
        msg = f"nothing can be asked at position {before} of the run"
        raise SiteError(msg)
    why = question.because.partition("? ")[2].partition(": ")[2] or question.because
    after = film.next(before, level)
    return Asked(question.text, question.options, str(question.answer), why, after)


def asked_html(film: str, asked: Asked, shown: int) -> str:
    """Return a question whose answer a film on its page shows; without JavaScript, folded."""
    answer, why = escape(asked.answer), escape(asked.why)
    buttons = "".join(
        f'<button type="button" value="{escape(option)}">{escape(option)}</button>'
        for option in asked.options
    )
    return f"""<div class="predict" data-predict="#film-{film}" data-position="{shown}"
 data-answer="{answer}" data-right="Right: {why}" data-wrong="Not so: {why}">
<p class="ask"><span>Predict</span> {escape(asked.text)}</p>
<div class="options">{buttons}</div><p data-verdict role="status"></p>
<noscript><details><summary>Answer</summary><p>{answer}: {why}</p>
</details></noscript></div>"""
