"""LiveBoard: a graph that is edited, and all that follows in the same breath."""

from functools import partial
from typing import Any

from marvel_widgets.core.graphs import networks
from marvel_widgets.widgets.app_spec import PATH_MARKS, AppSpec, Scene, Secret, unanswered


def _is_open(of: str, app: Any) -> bool:
    """Return whether an edit's question, or that of a lens, is open; without answers all are."""
    return unanswered(app) and (not app.predictions.answers or app.model.asks == of)


LIVE_BOARD = AppSpec(
    name="LiveBoard",
    place=0,
    does=(
        "edits a DAG and looks at it through five lenses, drawing, separation, boundary, "
        "removal and the run of MARVEL, while the tests of five algorithms follow; two goals"
    ),
    below="`lessons.living_graph.survey`, `changes`, `GOALS`, `lenses`",
    steps=(
        "Drag from the rim of one variable to another: a new edge, and every number follows.",
        "Press **Leave** or the key 4, and click on a variable: may it leave?",
        "Press **Why** and take a goal, such as **Make PC win**.",
    ),
    kind="live-board",
    title="Board",
    label="Live board. Keys 1 to 5 choose the lens, left and right arrow keys the variable.",
    places={
        "graph": "head",
        "said": "said",
        "story": "said",
        "rail": "picture",
        "canvas": "picture",
        "predict": "foot",
        "acts": "foot",
        "transport": "foot",
    },
    folds={
        "essential": "The essential graph",
        "table": "The numbers as a table, and what they count",
    },
    example='networks.load("asia")',
    acts=(("button", "Boundary"), ("menu", "Subject"), ("button", "Separate")),
    state=("{chosen} is chosen.", ""),
    secrets=(
        Secret(
            name="edit",
            question="How many CI tests does MARVEL perform after this edit?",
            topics={"counts", "run", "removability", "directions", "boundary"},
            is_open=partial(_is_open, "edit"),
        ),
        Secret(
            name="separate",
            question="Are subject and object d-separated given S?",
            topics={"separation", "run"},
            marks=PATH_MARKS,
            is_open=partial(_is_open, "separate"),
        ),
        Secret(
            name="boundary",
            question="Which variables form the Markov boundary of the subject?",
            topics={"boundary", "removability", "run"},
            marks={"co_parent"},
            is_open=partial(_is_open, "boundary"),
        ),
        Secret(
            name="leave",
            question="Is the subject removable?",
            topics={"removability", "run"},
            marks={"missing"},
            is_open=partial(_is_open, "leave"),
        ),
        Secret(
            name="run",
            question="What does the next step of the run show?",
            # not "run": what it has shown so far stays, and of what comes nothing is in the page
            topics={"separation", "boundary", "removability", "directions"},
            is_open=partial(_is_open, "run"),
        ),
    ),
    scene=Scene(
        begin=lambda: {"source": networks.load("asia"), "x": "either"},
        act=lambda app: app.model.choose("either", "smoke"),
        asked="One graph, five lenses, the variable either.",
        says=(
            "Removable:|either and smoke are|Mb(|either is|Line 1",
            "Markov boundary of|either ←|Given Mb|Condition|Remaining",
            "MARVEL:|CI tests:",
            "PC:|The whole run",
        ),
        choices=lambda app: {
            lens.capitalize(): partial(app.model.choose_lens, lens)
            for lens in ("draw", "separate", "boundary", "leave", "run")
        },
    ),
)
