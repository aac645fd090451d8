"""LiveBoard: a graph that is edited, and all that follows in the same breath."""

from marvel_widgets.core.graphs import networks
from marvel_widgets.widgets.app_spec import AppSpec, Scene, Secret

LIVE_BOARD = AppSpec(
    name="LiveBoard",
    place=0,
    does=(
        "edits a DAG while removable variables, boundary, essential graph, the tests of "
        "five algorithms and both bounds follow; three goals with a score"
    ),
    below="`lessons.living_graph.survey`, `changes`, `GOALS`",
    steps=(
        "Drag from the rim of one variable to another: a new edge, and every number follows.",
        "Click on a variable: its Markov boundary is marked.",
        "Take a goal, such as **Make PC win**.",
    ),
    kind="live-board",
    title="The living graph",
    label="Live board. Left and right arrow keys choose the variable.",
    places={
        "graph": "head",
        "canvas": "picture",
        "essential": "picture",
        "predict": "words",
        "verdicts": "words",
        "bars": "words",
        "goals": "words",
        "table": "more",
    },
    example='networks.load("asia")',
    acts=(("menu", "Boundary of"),),
    state=("The boundary of {chosen} is chosen.", ""),
    secrets=(
        Secret(
            name="edit",
            question="How many CI tests does MARVEL perform after this edit?",
            topics={"counts", "run", "removability", "directions", "boundary"},
        ),
    ),
    scene=Scene(
        begin=lambda: {"source": networks.load("asia"), "x": "either"},
        asked="Change an edge: what follows shows at once.",
        says=("Removable:", "Markov boundary of", "Essential graph:", "MARVEL:", "PC:", "Tests:"),
    ),
)
