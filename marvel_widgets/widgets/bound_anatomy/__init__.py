"""BoundAnatomy: the upper bound, term by term."""

from functools import partial

from marvel_widgets.widgets.app_spec import USUAL, AppSpec, Scene, Secret, unanswered

BOUND_ANATOMY = AppSpec(
    name="BoundAnatomy",
    place=10,
    does="takes the upper and lower bound apart, beside the tests of their own graph",
    below="`theory.bounds`",
    steps=(
        "Move a slider: both bounds follow.",
        "Press **Why** and let the chart run over **in-degree**.",
        (
            "Draw a graph of your own and press **Take the numbers of my DAG**: what it "
            "spends beside what it may."
        ),
    ),
    kind="bound-anatomy",
    title="Anatomy of the bounds",
    label="Anatomy of the bounds",
    places={
        **USUAL,
        "charts": "picture",
        "bounds": "picture",
        "split": "picture",
        "spending": "picture",
        "table": "picture",
        "numbers": "foot",
    },
    names_graph=True,
    acts=(("slider", "ArrowRight"), ("slider", "ArrowLeft")),
    state=("The bounds for p = {p}.", ""),
    secrets=(
        Secret(
            name="share",
            question="How much of the upper bound does MARVEL use on this graph?",
            topics={"counts", "run"},
            is_open=lambda app: unanswered(app) and app.model.turn is None,
        ),
        Secret(
            name="turn",
            question="How many CI tests does the upper bound allow at another size?",
            topics={"counts"},
            is_open=lambda app: unanswered(app) and app.model.turn is not None,
        ),
    ),
    scene=Scene(
        begin=lambda: {"p": 20, "max_in_degree": 4},
        asked="How many CI tests can it take, and how many must it?",
        says=("Upper bound (Section 4):", "Lower bound (Section 4):"),
        choices=lambda app: {
            f"p = {p}": partial(app.model.choose, p=p) for p in (6, 10, 20, 30, 40, 50, 60)
        },
    ),
)
