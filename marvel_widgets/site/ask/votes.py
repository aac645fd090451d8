"""The votes of a notebook as a phone gets them: words and letters, and no answer in clear."""

from importlib.resources import files
from typing import Any

from marvel_widgets.assessment.vote import LETTERS, Ballot
from marvel_widgets.course.catalog import builders
from marvel_widgets.course.checks import Check
from marvel_widgets.pictures.voting_cards import card_svg
from marvel_widgets.site.ask.forms import as_json


def votes_script(notebook: str) -> str:
    """Return the votes on a notebook's exercises, the isomorphic ones after them, as a script."""
    found = {
        name: [vote(ballot) for ballot in ballots(Check(notebook, name, builder))]
        for name, builder in builders(notebook).items()
    }
    return f"marvelVotes({as_json(notebook)},{as_json(found)});\n"


def ballots(check: Check) -> list[Ballot]:
    """Return the ballot of a case, and that of its isomorphic case where there is one."""
    try:
        return [check.ballot(), check.ballot(1)]
    except LookupError:
        return [check.ballot()]


def vote(ballot: Ballot) -> dict[str, Any]:
    """Return what a phone shows; without the digits `tag` does not give the right letter away."""
    return {
        "title": ballot.exercise.title,
        "lines": ballot.exercise.sentences,
        "options": [option.words for option in ballot.options],
        "seed": ballot.seed,
        "tag": ballot.tag,
    }


def card_program() -> str:
    """Return the script that makes a phone a card."""
    place = files("marvel_widgets").joinpath("site/static/card.js")
    cards = {letter: card_svg(letter) for letter in LETTERS}
    return place.read_text(encoding="utf-8").replace('"CARDS"', as_json(cards), 1)
