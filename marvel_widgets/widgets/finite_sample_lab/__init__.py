"""FiniteSampleLab: the same run with an oracle and with data."""

from typing import Any

from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.widgets.app_spec import USUAL, AppSpec, Scene, Secret, unanswered


def _asks_what_is_lost(app: Any) -> bool:
    question = app.predictions.question
    return question is not None and question.key.endswith(":lost")


FINITE_SAMPLE_LAB = AppSpec(
    name="FiniteSampleLab",
    place=14,
    does=("runs on data beside the oracle: first wrong test, dead ends; a table of one's own"),
    below="`lessons.finite_samples.paired_runs`",
    steps=(
        "Press **First wrong test**: a coincidence in the data, and what follows from it.",
        "Press **Next dead end**: no variable seems removable.",
        "Press **Why**, choose **Your table** and paste data of your own.",
    ),
    kind="finite-sample-lab",
    title="Finite samples",
    label="Finite-sample lab. Space plays, arrow keys step.",
    places={
        **USUAL,
        "jumps": "foot",
        "transport": "foot",
        "samples": "foot",
        "replay": "picture",
        "table": "picture",
    },
    folds={"outcome": "Numbers of this run"},
    within={"samples": "dials"},
    names_graph=True,
    acts=(("button", "Step"), ("button", "Back")),
    state=("Runs on {dials.n} samples.", ""),
    secrets=(
        Secret(
            name="lost",
            question="Which edge of the true graph will the data run not find?",
            topics={"truth", "counts", "run"},
            is_open=lambda app: unanswered(app) and _asks_what_is_lost(app),
        ),
        Secret(
            name="answer",
            question="Is this answer of the data right in the true graph?",
            topics={"truth", "separation"},
            is_open=lambda app: unanswered(app) and not _asks_what_is_lost(app),
        ),
    ),
    scene=Scene(
        begin=lambda: {"source": gallery["condition-2-trap"], "n": 30, "seed": 3},
        act=lambda app: app.model.go_to_flag(),
    ),
)
