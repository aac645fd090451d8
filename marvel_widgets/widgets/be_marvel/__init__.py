"""BeMarvel and BePC: run an algorithm by hand."""

from dataclasses import replace
from typing import Any

from marvel_widgets.core.graphs import networks
from marvel_widgets.widgets.app_spec import USUAL, AppSpec, Scene, Secret


def _to_a_question(app: Any) -> None:
    """Let the kit play some of the game, up to a test with a given variable."""
    from marvel_widgets.lessons.algorithm_game.moves import Ask

    model = app.model
    while True:
        move = model.game.next_move()
        state = model.game.known.state
        later = state.level or len(state.removal_order) > 2
        if later and isinstance(move, Ask) and move.given:
            break
        model.kit()
    model.choose((move.x, move.y), tuple(move.given))


BE_MARVEL = AppSpec(
    name="BeMarvel",
    place=8,
    does="runs Algorithm 1 on a hidden graph, graded move by move or at the end",
    below="`lessons.algorithm_game.game`, `lessons.algorithm_game.grading`",
    steps=(
        "Click a variable in the picture: the run visits it.",
        "Click two variables, Shift-click a set, press **Test**, and answer what the line asks.",
        "Press **Show me** when you are stuck: it says why.",
    ),
    kind="be-marvel",
    title="Be MARVEL",
    label="Be MARVEL: run the algorithm by hand",
    places={**USUAL, "game": "head", "next": "foot", "moves": "foot", "kit": "foot"},
    within={"given": "moves", "help": "kit"},
    predicts=False,
    graph="begins",
    acts=(("button", "Show me"),),
    state=("A game on a hidden graph, {moves#} moves made.", ""),
    secrets=(
        Secret(
            name="hidden graph",
            question="What does Algorithm 1 find of the hidden graph?",
            topics=frozenset(
                {"graph", "separation", "boundary", "removability", "directions", "run"}
            ),
            is_open=lambda app: app.model.is_hidden,
            predicted=False,
        ),
    ),
    scene=Scene(
        begin=lambda: {"source": networks.load("asia")},
        act=_to_a_question,
        asked="Your move. The graph is hidden; what tests told is drawn.",
        says=("Line 9", "smoke has the neighbors"),
    ),
)

BE_PC = replace(
    BE_MARVEL,
    name="BePC",
    does="runs PC on a hidden graph from the complete graph on, graded as `BeMarvel` is",
    below="`pc`, `lessons.algorithm_game.game`, `lessons.algorithm_game.grading`",
    steps=(
        "Choose two variables that an edge joins, and press **Test**: level 0 gives nothing.",
        "Say whether the edge leaves, and choose the next pair.",
        "Press **Show me** when you are stuck: it says why.",
    ),
    kind="be-pc",
    title="Be PC",
    label="Be PC: run the algorithm by hand",
    secrets=(replace(BE_MARVEL.secrets[0], question="What does PC find of the hidden graph?"),),
    scene=replace(BE_MARVEL.scene, says=("Line 5",)),
)
