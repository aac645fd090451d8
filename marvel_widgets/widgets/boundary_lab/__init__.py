"""BoundaryLab: Markov boundaries, and the methods that find them."""

from marvel_widgets.core.graphs import networks
from marvel_widgets.widgets.app_spec import USUAL, AppSpec, Scene, Secret, each_vertex, unanswered

BOUNDARY_LAB = AppSpec(
    name="BoundaryLab",
    place=3,
    does="reads Markov boundaries from the graph; watches TC, GS, IAMB and Inter-IAMB find them",
    below="`lessons.markov_boundary.view`, `record_boundaries`",
    steps=(
        "Click on a variable: its boundary is marked, each member with its reason.",
        "Choose **Discover by tests**: four methods look for the same sets.",
        "Press **Play** and compare what they cost.",
    ),
    kind="boundary-lab",
    title="Markov boundary",
    label="Boundary lab. While discovering, Space plays and arrow keys step.",
    places={**USUAL, "lanes": "picture", "mode": "foot", "transport": "foot"},
    folds={"methods": "Which methods run", "tables": "What the runs cost"},
    within={"mode": "question"},
    names_graph=True,
    acts=(("button", "Step"), ("button", "Back")),
    state=("The Markov boundary of {x}.", "A variable is to be chosen."),
    secrets=(
        Secret(
            name="boundary",
            question="Which variables form the Markov boundary of x?",
            topics={"boundary", "removability", "run"},
            marks={"member", "parent", "child", "co_parent"},
            is_open=lambda app: unanswered(app) and app.model.mode == "read",
        ),
        Secret(
            name="discovery",
            question="What does the next test answer, and what does the method do then?",
            topics={"boundary", "separation", "run", "counts"},
            is_open=lambda app: unanswered(app) and app.model.mode == "discover",
        ),
    ),
    scene=Scene(
        begin=lambda: {"source": networks.load("asia"), "x": "lung"},
        choices=each_vertex(lambda app, name: app.model.choose(name)),
    ),
    further=(
        Scene(
            begin=lambda: {"source": networks.load("asia"), "mode": "discover", "clock": "decision"}
        ),
    ),
)
