"""LemmaBench and Breaker: check a lemma, and break it by dropping a hypothesis."""

from functools import partial

from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.widgets.app_spec import PATH_MARKS, USUAL, AppSpec, Scene, Secret

LEMMA_BENCH = AppSpec(
    name="LemmaBench",
    place=6,
    does="checks a lemma in both directions; sees every subset of its search",
    below="`theory.lemma_checks`",
    steps=(
        "Choose a lemma and click on its variables.",
        "Compare what the graph says with what the tests say.",
        "Look at single sets of the search: each says why it separates, or what stays open.",
    ),
    kind="lemma-bench",
    title="Lemma bench",
    label="Lemma bench",
    places={**USUAL, "set": "sheet", "lemma": "foot", "acts": "foot"},
    names_graph=True,
    acts=(("cell", 1), ("cell", 2)),
    state=("The lemma is checked for {variables}.", ""),
    secrets=(
        Secret(
            name="lemma",
            question="What will the lemma say?",
            topics={"separation", "removability", "boundary", "run"},
            marks=PATH_MARKS,
        ),
    ),
    scene=Scene(
        begin=lambda: {"source": gallery["condition-2-trap"]},
        act=lambda app: app.model.set_role(1, "T"),
        choices=lambda app: {
            str(v): partial(app.model.set_role, 1, v)
            for v in sorted(app.model.graph.dag.markov_boundary("X"))
        },
    ),
)
BREAKER = AppSpec(
    name="Breaker",
    place=7,
    does="leaves out a hypothesis and gets the smallest counterexample",
    below="`theory.counterexamples`",
    steps=(
        "Choose a claim, and the hypothesis to leave out.",
        "Guess whether any graph breaks it.",
        "Press **Search**: the smallest counterexample comes with its reason.",
    ),
    kind="breaker",
    title="Break a claim",
    label="Breaker",
    places={
        **USUAL,
        "result": "picture",
        "cards": "sheet",
        "claim": "foot",
        "search": "foot",
        "bench": "below",
    },
    graph="",
    acts=(("menu", "Claim"),),
    state=("A claim, with one hypothesis left out.", ""),
    secrets=(
        Secret(
            name="counterexample",
            question="How many variables has the smallest graph that breaks this claim?",
            topics={"counterexample"},
        ),
    ),
    scene=Scene(
        begin=lambda: {"claim": "condition-2", "dropped": "condition-1"},
        act=lambda app: app.model.find_now(),  # at once, also within a running event loop
        asked="Left out:",
        says=("A smallest counterexample", "Without the hypothesis", "{X, Y} separates"),
        tone="wrong",
    ),
)
