"""A question in a page: some buttons, and a verdict with its reason in its place."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from html import escape
from typing import Any

from marvel_widgets.lessons.race.runs import racer_title
from marvel_widgets.lessons.race.words import ranking_words
from marvel_widgets.pictures.svg import to_svg, without_words
from marvel_widgets.replay.film import Film, Level
from marvel_widgets.replay.prediction_questions import next_question
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.films import last_name, names_for
from marvel_widgets.text import capitalized


@dataclass(frozen=True)
class PageQuestion:
    """A prediction: what is asked, the options, the answer and why; and what shows it."""

    text: str
    options: Sequence[str]
    answer: str  # of several, with "; " between them
    why: str
    position: int = 0  # of a film
    unit: str = ""  # of a number
    many: bool = False
    pictures: Sequence[str] = ("", "")  # before the answer, and after it


def question_at(film: Film, before: int, level: Level) -> PageQuestion:
    """Return the question that a step of the run answers; its pictures are of the true graph."""
    question = next_question(film, before, level)
    if question is None:
        msg = f"nothing can be asked at position {before} of the run"
        raise SiteError(msg)
    why = question.because.partition("? ")[2].partition(": ")[2] or question.because
    after = film.next(before, level)
    drawings = (RunPictures(film).true_drawing(film.frame(at)) for at in (before, after))
    with without_words():
        shown = ["" if each is None else to_svg(each) for each in drawings]
    answer = str(question.answer)
    return PageQuestion(question.text, question.options, answer, why, after, pictures=shown)


def questions_of(call: ast.Call, before: Sequence[ast.stmt], judged: str) -> Iterator[PageQuestion]:
    """Yield what an app asks before it shows anything, or a form, by the answers of its `judge`."""
    from marvel_widgets import widgets

    name = last_name(call.func)
    asks = name in ("Race", "Guesses") or any(each.arg == "predict" for each in call.keywords)
    if not asks or not hasattr(widgets, name):
        return
    names = names_for(call, before) | {name: getattr(widgets, name)}
    if name == "Guesses":
        form = _opened(call, names)
        said = dict(re.findall(r"^\d+\. (.*?) It is (.*)\.$", judged, re.MULTILINE))
        for guess in form.guesses:
            found = said[guess.text]
            if guess.many:
                found = "; ".join(o for o in guess.options if o in re.split(", | and ", found))
            yield PageQuestion(
                guess.text, guess.options, found, "", unit=guess.unit, many=guess.many
            )
        return
    open_ = _opened(call, names, predict=False)
    with without_words():
        if name == "Race":
            race = open_.model.race
            options = [racer_title(racer.name) for racer in race.racers]
            first = "; ".join(map(racer_title, race.ranking()[0].algorithms))
            text = "Which performs the fewest CI tests on this graph?"
            pictures = "", open_.svg()
            yield PageQuestion(text, options, first, ranking_words(race), pictures=pictures)
            return
        asking = _opened(call, names)
        asking.predictions.ask_again()  # whatever is in a journal here
        if asking.predictions.question is None:
            if not hasattr(asking.model, "film"):
                return  # it asks after an act
            asking.model.seek(asking.model.film.last)  # it asks on the way
            open_.model.seek(asking.model.position)
        shown = [app.svg() for app in (asking, open_)]
    question = asking.predictions.question
    why = asking.predictions.because or question.because
    yield PageQuestion(question.text, question.options, question.answer, why, pictures=shown)


def _opened(call: ast.Call, names: Mapping[str, Any], **changed: Any) -> Any:
    """Return the app that a call opens, with other settings."""
    call = deepcopy(call)
    call.keywords = [each for each in call.keywords if each.arg not in changed]
    call.keywords += [ast.keyword(each, ast.Constant(value)) for each, value in changed.items()]
    made = ast.fix_missing_locations(ast.Expression(call))
    return eval(compile(made, "<notebook>", "eval"), dict(names))


def asked_html(asked: PageQuestion, film: str = "", shown: int = 0) -> str:
    """Return a question; what shows its answer is a film on its page, or its own pictures.

    Without JavaScript the answer is folded.
    """
    answers = asked.answer.replace("; ", ", ")
    told = asked.why if film else f"{answers}. {capitalized(asked.why)}".strip()
    pictures = ("", "") if film else asked.pictures
    before, after = (f'<figure class="picture">{p}</figure>' if p else "" for p in pictures)
    moves = f' data-predict="#film-{film}" data-position="{shown}"' if film else ""
    answer = f"<details><summary>Answer</summary><p>{escape(answers)}: {escape(asked.why)}</p>"
    answer = f"{answer}{after}</details>"
    return f"""<div class="predict"{moves} data-answer="{escape(asked.answer)}"
 data-right="Right: {escape(told)}" data-wrong="Not so: {escape(told)}">
<p class="ask"><span>Predict</span> {escape(asked.text)}</p>{before}
<div class="options">{_controls(asked)}</div><p data-verdict role="status"></p>
{answer if after else f"<noscript>{answer}</noscript>"}</div>"""


def _controls(asked: PageQuestion) -> str:
    check = '<button type="button">Check</button>'
    if not asked.options:
        label = f"a number of {asked.unit}" if asked.unit else "a number"
        return f'<input type="text" inputmode="decimal" aria-label="{escape(label)}"> ' + (
            f"{escape(asked.unit)} {check}"
        )
    one = (
        '<label><input type="checkbox" value="{0}"> {0}</label>'
        if asked.many
        else '<button type="button" value="{0}">{0}</button>'
    )
    made = "".join(one.format(escape(option)) for option in asked.options)
    return made + check if asked.many else made
