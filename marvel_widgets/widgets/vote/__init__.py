"""Vote: a room answers an exercise with cards, and the cards are counted by belief."""

from typing import Any

from marvel_widgets.course.checks import exercises
from marvel_widgets.widgets.app_spec import AppSpec, Scene, Secret


def _voted(app: Any) -> None:
    app.model.count("12 30 4 2 0")
    app.model.close()


VOTE = AppSpec(
    name="Vote",
    place=16,
    does=(
        "counts the cards that a room holds up, by belief, and asks again about an isomorphic case"
    ),
    below="`assessment.vote`, `assessment.again`",
    steps=(
        "Type the cards that are held up, such as `12 30 4 2`, and press Enter; or tap a letter "
        "and then its number.",
        "Press **Close the vote**: a bar for each belief, and the witness in the picture.",
        "Press **Ask again** for an isomorphic case; both votes are then side by side.",
    ),
    kind="vote",
    title="Vote",
    label="Vote",
    places={
        "picture": "picture",
        "code": "picture",
        "counts": "foot",
        "buttons": "foot",
        "lecturer": "more",
    },
    predicts=False,
    graph="",
    example='exercises("03").removable',
    acts=(("button", "A"), ("cell", 12), ("button", "Close the vote")),
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
        says=("Card A: ", "Card B: ", "Card C: ", "Card D: "),
    ),
)
