"""The game knows its algorithm by a rule book alone, and plays by another book as well."""

import ast
import re
from dataclasses import replace
from pathlib import Path

from marvel_widgets import Dag
from marvel_widgets.lessons import algorithm_game
from marvel_widgets.lessons.algorithm_game.game import Grade
from marvel_widgets.lessons.algorithm_game.grading import grade
from marvel_widgets.lessons.algorithm_game.marvel_book import MARVEL_BOOK
from marvel_widgets.lessons.algorithm_game.moves import Verdict, Visit
from marvel_widgets.lessons.algorithm_game.session import Session, new_game, report, trace_of
from marvel_widgets.lessons.algorithm_game.words import move_words
from marvel_widgets.replay.presentation import presentation_of
from tests.lessons.algorithm_game.games import canonical
from tests.reference import equivalence
from tests.reference.checks import dag_of, mixed
from tests.reference.dags import small_dags

FOLDER = Path(algorithm_game.__file__).parent
GAME = ("game", "grading", "moves", "pictures", "words")


def last_first(known):
    """MARVEL's next move, but with the largest boundary first."""
    if known.in_visit:
        return Verdict(known.broken is None)
    return Visit(known.to_visit()[-1])


BACKWARDS = replace(
    MARVEL_BOOK,
    algorithm="grow_shrink",
    options={},
    own_move=last_first,
    own_move_words=lambda game, move: "own words",
)


def names_one(source: str) -> bool:
    """Whether code outside docstrings imports a book or says a name or line of its algorithm."""
    tree = ast.parse(source)
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and isinstance(node.body[0], ast.Expr)
    }
    texts = [
        n.value
        for n in ast.walk(tree)
        if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in docs
    ]
    imported = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    return any(re.search(r"MARVEL|\bPC\b|Algorithm \d|[Ll]ine \d", text) for text in texts) or any(
        re.search(r"\.(marvel|pc)_", module) for module in imported
    )


def test_the_game_names_no_algorithm():
    assert [m for m in GAME if names_one((FOLDER / f"{m}.py").read_text("utf-8"))] == []
    books = ("marvel_book", "pc_book", "session")  # the last has the default one
    assert all(names_one((FOLDER / f"{m}.py").read_text("utf-8")) for m in books)


def test_another_book_is_played_by():
    differ = 0
    for g in list(small_dags(4))[::7]:
        dag = dag_of(g)
        start, end = new_game(dag, BACKWARDS), None
        first = start.next_move()
        differ += first != new_game(dag).next_move()
        assert move_words(start, first) == "own words"
        for game, move in canonical(start):
            end = game.after(move)
        assert end.book is BACKWARDS
        assert mixed(end.graph) == equivalence.essential_graph(g)
        assert trace_of(end).result.algorithm == "grow_shrink"
    assert differ > 10


def test_grades_and_the_report_are_the_books():
    right = Grade("correct", "By this book.")
    book = replace(BACKWARDS, grade_own=lambda game, move, reveal: right)
    game = new_game(Dag("X -> Y <- T"), book)
    assert grade(game, Visit(0)) == right
    session = Session(game, "watch")
    while not session.is_over:
        session = session.kit()
    title = presentation_of("grow_shrink").title
    assert report(session)[0].endswith(f"in a run of {title}.")
