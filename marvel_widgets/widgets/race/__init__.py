"""Race: five algorithms on one graph."""

from marvel_widgets.core.graphs import networks
from marvel_widgets.widgets.app_spec import AppSpec, Scene, Secret

RACE = AppSpec(
    name="Race",
    place=12,
    does="bets, then races five algorithms on one clock of CI tests",
    below="`lessons.race.runs`",
    steps=(
        "Click the lane of the algorithm that you think makes the fewest tests, or **Skip**.",
        "Press **Play**.",
        "Press **Why**, and open **What each racer knows by now**.",
    ),
    kind="race",
    title="Race",
    label="Race. Space plays and pauses, arrow keys step, Home and End go to the ends.",
    places={
        "example": "head",
        "graph": "head",
        "said": "said",
        "bet": "picture",
        "lanes": "picture",
        "skip": "foot",
        "clock": "foot",
        "switch": "foot",
    },
    folds={
        "settings": "Settings",
        "pictures": "What each racer knows by now",
        "charts": "The sets so far, by their size",
        "table": "The counts so far",
    },
    names_graph=True,
    example='networks.load("asia")',
    acts=(("button", "Step"), ("button", "Back")),
    state=("The race after {tick} tests.", ""),
    secrets=(
        Secret(
            name="totals",
            question="Which algorithm makes the fewest tests, and how many do they make?",
            topics={"counts", "run"},
            is_open=lambda app: app.model.race is None or not app.model.at_end,
            predicted=False,
        ),
    ),
    scene=Scene(
        begin=lambda: {"source": networks.load("asia"), "predict": False},
        act=lambda app: app.model.end(),
    ),
)
