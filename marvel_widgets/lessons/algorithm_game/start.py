"""How a game begins: what its rule book does before the first move; all rule books by name."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.lessons.algorithm_game.game import Game, PlayedTest
from marvel_widgets.lessons.algorithm_game.marvel.book import MARVEL_BOOK
from marvel_widgets.lessons.algorithm_game.pc.book import PC_BOOKS
from marvel_widgets.lessons.algorithm_game.rule_book import RuleBook

__all__ = ["BOOKS", "MARVEL_BOOK", "MOST_VARIABLES", "new_game"]

MOST_VARIABLES = 16  # more is too long by hand
BOOKS: Final[Mapping[str, RuleBook[Game]]] = {
    book.name: book for book in (MARVEL_BOOK, *PC_BOOKS.values())
}


def new_game(dag: Dag, book: RuleBook[Game] = MARVEL_BOOK) -> Game:
    """Return the game on a graph; of MARVEL, the Markov boundaries found by total conditioning."""
    if not 1 <= len(dag) <= MOST_VARIABLES:
        msg = f"a game is for 1 to {MOST_VARIABLES} variables; this graph has {len(dag)}"
        raise GraphError(msg)
    game = Game(book, dag, book.rules.known_at_start(len(dag)))
    for tests, event in book.rules.opening(dag):
        for test in tests:
            given = mask_of(test.given)
            answers, independent = game.answers.after(dag, test.x, test.y, given)
            entry = PlayedTest((test.x, test.y), given, independent, test.purpose)
            game = replace(game, answers=answers, entries=(*game.entries, entry))
        game = game.after_event(event)
    return game.settled()
