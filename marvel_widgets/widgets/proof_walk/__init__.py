"""ProofWalk: the proof of Theorem 1 on a graph."""

from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.widgets.app_spec import PATH_MARKS, USUAL, AppSpec, Scene, Secret, unanswered

PROOF_WALK = AppSpec(
    name="ProofWalk",
    place=5,
    does="walks both directions of the proof of Theorem 1 on a graph of their own",
    below="`theory.removability_proof`",
    steps=(
        "Choose the variable that leaves, and a path through it.",
        "Press **Step**: the proof takes the path apart, in your own graph.",
        "Choose a variable that is not removable: a separating set is lost.",
    ),
    kind="proof-walk",
    title="The proof of Theorem 1",
    label="Walk through the proof of Theorem 1. Space plays, arrow keys go back and on.",
    places={**USUAL, "steps": "foot"},
    names_graph=True,
    acts=(("button", "Step"), ("button", "Back")),
    state=("The proof for {x}, step {step+}.", ""),
    secrets=(
        Secret(
            name="blocker",
            question="Which vertex blocks the path?",
            topics={"separation"},
            marks=PATH_MARKS,
            is_open=lambda app: unanswered(app) and not app.model.hides_side,
        ),
        Secret(
            name="gap",
            question="Is x removable, and where does a condition fail?",
            topics={"removability", "separation", "run"},
            marks={"missing"},
            is_open=lambda app: app.model.hides_side,
        ),
    ),
    scene=Scene(
        begin=lambda: {
            "source": gallery["proof-collider"],
            "x": "X",
            "path": ("Y", "Pl", "X", "Pr", "Z"),
            "given": "T",
        },
        act=lambda app: app.model.seek(2),
    ),
)
