"""LiveBoard: a graph that is edited, and all that follows in the same breath."""

from collections.abc import Mapping
from functools import partial
from typing import Final, Literal, get_args

from marvel_widgets.core.graphs import networks
from marvel_widgets.widgets.app_spec import AppSpec, Scene, Secret
from marvel_widgets.widgets.boundary_lab import BOUNDARY_LAB
from marvel_widgets.widgets.player import PLAYER
from marvel_widgets.widgets.removability_lab import REMOVABILITY_LAB
from marvel_widgets.widgets.separation_lab import SEPARATION_LAB

LensName = Literal["draw", "separate", "boundary", "leave", "run"]
LENS_NAMES: Final = get_args(LensName)
# The apps that the lenses are; the first one is the board's own canvas.
LENSES: Final[Mapping[str, AppSpec]] = dict(
    zip(LENS_NAMES[1:], (SEPARATION_LAB, BOUNDARY_LAB, REMOVABILITY_LAB, PLAYER), strict=True)
)
EDIT: Final = Secret(
    name="edit",
    question="How many CI tests does MARVEL perform after this edit?",
    topics={"counts", "run", "removability", "directions", "boundary"},
)

LIVE_BOARD = AppSpec(
    name="LiveBoard",
    place=0,
    does=(
        "edits a DAG and looks at it through five lenses, drawing, separation, boundary, "
        "removal and the run of MARVEL, while the tests of five algorithms follow; two goals"
    ),
    below="`lessons.living_graph.survey`, `changes`, `GOALS`; the apps that are its lenses",
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
        "rail": "below",
        "canvas": "picture",
        "predict": "foot",
        "acts": "foot",
    },
    folds={
        "essential": "The essential graph",
        "table": "The numbers as a table, and what they count",
    },
    example='networks.load("asia")',
    acts=(("button", "Boundary"), ("menu", "Subject"), ("button", "Separate")),
    state=("{chosen} is chosen.", ""),
    secrets=(EDIT, *(secret for app in LENSES.values() for secret in app.secrets)),
    scene=Scene(
        begin=lambda: {"source": networks.load("asia"), "x": "either"},
        act=lambda app: app.model.choose("either", "smoke"),
        choices=lambda app: {
            lens.capitalize(): partial(app.model.choose_lens, lens) for lens in LENS_NAMES
        },
    ),
)
