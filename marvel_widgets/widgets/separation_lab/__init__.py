"""DSeparationLab: paths, blockers, d-separation."""

from marvel_widgets.core.graphs import networks
from marvel_widgets.widgets.app_spec import PATH_MARKS, USUAL, AppSpec, Scene, Secret, each_vertex

SEPARATION_LAB = AppSpec(
    name="DSeparationLab",
    place=2,
    does="asks whether two variables are d-separated; sees the paths and the moral graph",
    below="`lessons.separation.view`",
    steps=(
        "Click on two variables, then on what is given.",
        "Read each path: open, or blocked by which variable.",
        "Press **Give nothing** and see which paths change.",
    ),
    kind="d-separation-lab",
    title="d-separation",
    label="d-separation lab",
    places={**USUAL, "question": "foot"},
    within={"others": "question"},  # the same choice by chips and menus
    names_graph=True,
    acts=(("vertex", "n4"), ("vertex", "n5")),
    state=("Are {x} and {y} separated by {given}?", "Two variables are to be chosen."),
    secrets=(
        Secret(
            name="separation",
            question="Are x and y d-separated given S?",
            topics={"separation", "run"},
            marks=PATH_MARKS,
        ),
    ),
    scene=Scene(
        begin=lambda: {
            "source": networks.load("asia"),
            "x": "tub",
            "y": "bronc",
            "given": ["dysp"],
        },
        choices=each_vertex(lambda app, name: app.model.choose_given([name]), "tub", "bronc"),
    ),
)
