"""What a game of MARVEL shows beside the graph: the visited variable, the roles, the boundaries."""

from marvel_widgets.lessons.algorithm_game.game import Game
from marvel_widgets.lessons.algorithm_game.marvel.knowledge import MarvelKnowledge
from marvel_widgets.lessons.algorithm_game.marvel.words import known_of
from marvel_widgets.lessons.algorithm_game.position import context_of
from marvel_widgets.pictures.palette import NodeState


def turn(game: Game) -> int | None:
    """Return the variable that is visited."""
    known = known_of(game)
    return known.visited if known.in_visit else None


def roles(game: Game) -> dict[int, NodeState]:
    """Return what each variable is to the one in turn, as far as that is known."""
    known = known_of(game)
    return {x: _role(known, x) for x in range(len(game.dag))} if known.in_visit else {}


def _role(known: MarvelKnowledge, x: int) -> NodeState:
    if x == known.visited:
        return "subject"
    if not known.boundary >> x & 1:
        return "idle"
    return "co_parent" if (known.visited, x) in known.separating else "member"


def table(game: Game) -> tuple[str, tuple[str, ...], list[tuple[str, ...]]]:
    """Return the boundaries: name, size, members, and the variable's place in the run."""
    context, known = context_of(game), known_of(game)
    rows: list[tuple[str, ...]] = []
    for x in range(len(game.dag)):
        boundary = known.state.boundaries[x]
        here = known.state.remaining >> x & 1
        size = str(boundary.bit_count()) if here else ""
        rows.append(
            (context.name(x), size, context.mask(boundary) if here else "", _place(game, x))
        )
    return "Markov boundaries now", ("variable", "size", "boundary", ""), rows


def _place(game: Game, x: int) -> str:
    known = known_of(game)
    state = known.state
    if x in state.removal_order:
        return f"left as number {state.removal_order.index(x) + 1}"
    if known.in_visit and x == known.visited:
        return "its turn"
    if game.phase == "visit" and x not in known.to_visit():
        return "failed in this round"
    if known.in_visit and x in state.passed_over:
        return "failed in this round"
    return "remains"
