"""AdversaryDuel: the lower bound as a game against an adversary."""

from typing import Any

from marvel_widgets.widgets.app_spec import USUAL, AppSpec, Scene, Secret


def _claim_too_early(app: Any) -> None:
    """Ask each pair given nothing, and claim what the answers suggest."""
    for row in range(3):
        app.model.ask_cell(row, 0)
    app.model.done(app.model.suggestion())


ADVERSARY_DUEL = AppSpec(
    name="AdversaryDuel",
    place=11,
    does="plays against the adversary of the lower bound, or is the adversary",
    below="`theory.adversary`",
    steps=(
        "Click on the cells that you want to ask.",
        "Press **Draw from answers**, then **Claim it**: while a cell is open, another DAG fits.",
        "Choose **I answer** and be the adversary.",
    ),
    kind="adversary-duel",
    title="Adversary duel",
    label="Adversary duel",
    places={
        **USUAL,
        "grid": "sheet",
        "drawn": "picture",
        "claim": "foot",
        "answers": "foot",
        "classes": "picture",
    },
    folds={
        "game": "Another game, or an algorithm that plays it",
        "certificate": "Each answer, checked on H",
    },
    graph="",
    acts=tuple(("cell", at) for at in range(40)),
    state=("A duel, {asked#} questions asked.", ""),
    secrets=(
        Secret(
            name="concession",
            question="Must the adversary concede this claim?",
            topics={"graph"},
            marks={"differs", "absent"},
        ),
    ),
    scene=Scene(
        begin=dict,
        act=_claim_too_early,
        asked="Find the hidden DAG: ask CI tests, then claim a graph.",
        says=("Too early.",),
        tone="wrong",
    ),
)
