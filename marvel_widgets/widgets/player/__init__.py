"""The player: steps through a recorded run."""

from marvel_widgets.core.graphs import networks
from marvel_widgets.widgets.app_spec import USUAL, AppSpec, Scene, Secret

PLAYER = AppSpec(
    name="MarvelPlayer",
    place=15,
    does="steps one of five algorithms, or your own, through a run, test by test",
    below="`record`, `replay.film`",
    steps=(
        "Press **Step**, or the right arrow key: one decision.",
        "Choose **test** to see each question that it asks.",
        "Press **Play** and watch the variables leave.",
    ),
    kind="player",
    tells=True,
    title="MARVEL",
    label="MARVEL player. Space plays, arrow keys step.",
    places={**USUAL, "editor": "head", "batch": "foot", "transport": "foot"},
    folds={"code": "The whole algorithm, line by line"},
    example='networks.load("asia")',
    acts=(("button", "Step"),),
    state=("{algorithm^} at position {position}, {level} by {level}.", ""),
    secrets=(
        Secret(
            name="next step",
            question="What does the next step show?",
            topics={"run", "separation", "boundary", "removability", "directions"},
            predicted=False,
        ),
    ),
    scene=Scene(begin=lambda: {"source": networks.load("asia"), "position": 91}),
)
