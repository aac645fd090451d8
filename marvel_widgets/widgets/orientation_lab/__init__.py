"""OrientationLab: from v-structures to the essential graph."""

from marvel_widgets.core.graphs import networks
from marvel_widgets.widgets.app_spec import USUAL, AppSpec, Scene, Secret

ORIENTATION_LAB = AppSpec(
    name="OrientationLab",
    place=9,
    does="steps Meek's rules, browses the class, compares the printed rule with the repaired one",
    below="`lessons.orientation.view`, `lessons.orientation.printed_rule`",
    steps=(
        "Press **Step**: one edge after the other gets its direction. Click an edge: why?",
        "Choose **The class**: all graphs that no CI test can tell apart.",
        "Choose **Printed rule**: where the rule as printed and the repaired one differ.",
    ),
    kind="orientation-lab",
    title="Orientation",
    label="Orientation lab. Space plays, arrow keys step forwards and backwards",
    places={**USUAL, "editor": "head", "step": "foot"},
    names_graph=True,
    acts=(("button", "Step"), ("button", "Back")),
    state=("Step {position} of orienting its edges.", ""),
    secrets=(
        Secret(
            name="direction",
            question="Which edge does a Meek rule direct next?",
            topics={"directions", "run"},
            marks={"compelled"},
        ),
    ),
    scene=Scene(begin=lambda: {"source": networks.load("asia"), "position": 2}),
    further=(Scene(begin=lambda: {"source": networks.load("asia"), "view": "class", "member": 3}),),
)
