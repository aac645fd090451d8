"""RemovabilityLab: which variables are removable, and why."""

from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.widgets.app_spec import USUAL, AppSpec, Scene, Secret, each_vertex

REMOVABILITY_LAB = AppSpec(
    name="RemovabilityLab",
    place=4,
    does="picks X: Theorem 1 beside the definition, missing edges in red, to be added",
    below="`explain_removability`, `lessons.removability.view`",
    steps=(
        "Click on a variable: Theorem 1 is checked at each of its children.",
        "Where a condition fails, add the edge that is missing, and both verdicts change.",
        "Press **Next variable** until you know which may leave first.",
    ),
    kind="removability-lab",
    title="Which variable may leave?",
    label="Removability lab. Left and right arrow keys choose the variable.",
    places={**USUAL, "acts": "foot"},
    folds={"definition": "By the definition: what removal changes"},
    names_graph=True,
    acts=(("button", "Next variable"),),
    state=("Is {x} removable?", "A variable is to be chosen."),
    secrets=(
        Secret(
            name="removability",
            question="Is x removable?",
            topics={"removability", "run"},
            marks={"missing"},
            pairs=True,
        ),
    ),
    scene=Scene(
        begin=lambda: {"source": gallery["condition-2-trap"], "x": "X"},
        choices=each_vertex(lambda app, name: app.model.choose(name)),
    ),
)
