"""Vote: a room answers an exercise with cards, twice, and the cards are counted by belief."""

from typing import Any

from marvel_widgets.course.checks import exercises
from marvel_widgets.widgets.app_spec import AppSpec, Scene, Secret


def _voted(app: Any) -> None:
    app.model.count("12 30 4 2")
    app.model.close()
    app.model.again()
    app.model.count("6 4 28 10")
    app.model.close()


VOTE = AppSpec(
    name="Vote",
    place=16,
    does=(
        "counts the cards that a room holds up, asks again about an isomorphic case, and then "
        "shows the belief behind each card"
    ),
    below="`assessment.vote`, `assessment.again`",
    steps=(
        "Type the cards that are held up, such as `12 30 4 2`, and press Enter; or tap a shape "
        "and then its number.",
        "Press **Close the vote**: a bar for each card, and no word on which is right.",
        "Press **Ask again** for an isomorphic case; once that vote is closed, the right answer is "
        "ticked, with the witness in the picture, and a wrong one opens to the belief behind it.",
    ),
    kind="vote",
    title="Vote",
    label="Vote",
    places={
        "said": "said",
        "picture": "picture",
        "cards": "sheet",
        "code": "sheet",
        "counts": "foot",
        "buttons": "foot",
    },
    predicts=False,
    graph="",
    example='exercises("03").removable',
    acts=(("button", "circle"), ("cell", 12), ("button", "Close the vote")),
    state=("A vote on {notebook}/{name}, drawing {draw}.", ""),
    secrets=(
        Secret(
            name="right card",
            question="Which card is right, and which belief is behind each of the others?",
            topics={"solution"},
            is_open=lambda app: not app.model.told,
            predicted=False,
        ),
    ),
    scene=Scene(
        begin=lambda: {"check": exercises("03", "site").removable},
        act=_voted,
        asked="Name all removable variables. Which beliefs did the room have?",
        says=("Circle: ", "Square: ", "Triangle: ", "Star: "),
    ),
)
