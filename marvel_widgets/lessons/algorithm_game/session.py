"""A game from its beginning to its report: turns, grades, undo, the comparison at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.algorithms.run import Result, Step, Trace
from marvel_widgets.core.boundary import events as ev
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.coercion import check_choice
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY, CountingTest, Tally
from marvel_widgets.core.independence.log import TestLog
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.experiments.metrics import structural_hamming_distance
from marvel_widgets.lessons.algorithm_game.game import Game, Grade, PlayedTest, RuleBook
from marvel_widgets.lessons.algorithm_game.grading import grade
from marvel_widgets.lessons.algorithm_game.marvel_book import MARVEL_BOOK
from marvel_widgets.lessons.algorithm_game.moves import Move, move_from_jsonable, move_to_jsonable
from marvel_widgets.lessons.algorithm_game.pc_book import PC_BOOKS
from marvel_widgets.replay.film import skipped_searches
from marvel_widgets.replay.pseudocode import PURPOSES
from marvel_widgets.text import counted

MOST_VARIABLES = 16  # more is too long by hand
BOOKS: Final[Mapping[str, RuleBook[Game]]] = {
    book.name: book for book in (MARVEL_BOOK, *PC_BOOKS.values())
}


def new_game(dag: Dag, book: RuleBook[Game] = MARVEL_BOOK) -> Game:
    """Return the game on a graph; of MARVEL, the Markov boundaries found by total conditioning."""
    if not 1 <= len(dag) <= MOST_VARIABLES:
        msg = f"a game is for 1 to {MOST_VARIABLES} variables; this graph has {len(dag)}"
        raise GraphError(msg)
    game = Game(book, dag, book.known_at_start(len(dag)))
    for tests, event in book.opening(dag):
        for test in tests:
            given = mask_of(test.given)
            answers, independent = game.answers.after(dag, test.x, test.y, given)
            entry = PlayedTest((test.x, test.y), given, independent, test.purpose)
            game = replace(game, answers=answers, entries=(*game.entries, entry))
        game = game.after_event(event)
    return game.settled()


def trace_of(game: Game) -> Trace:
    """Return everything that happened as a recorded run, tests counted as always."""
    log = TestLog()
    ask = CountingTest(DSeparation(game.dag), Tally(log=log))
    done = []
    for entry in game.entries:
        if isinstance(entry, PlayedTest):
            ask.ask(*entry.pair, entry.given, entry.purpose)
        else:
            done.append(Step(entry, ask.tally.performed))
    for step, searches in zip(done, skipped_searches(done), strict=True):
        if getattr(step.event, "reused", False):
            ask.skip(game.book.spared[type(step.event)], searches)
    names, state = game.dag.nodes, game.known.state
    start = {e.x: e.boundary for e in game.entries if isinstance(e, ev.BoundaryFound)}
    result = Result(
        algorithm=game.book.algorithm,
        options={**game.book.options, "boundaries": "tc" if start else None},
        essential_graph=game.graph,
        removal_order=tuple(names[x] for x in state.removal_order),
        boundaries={
            name: frozenset(names[y] for y in start.get(x, ())) for x, name in enumerate(names)
        },
        counts=ask.tally.counts(),
        dead_ends=state.dead_ends,
        complete=state.finished,
    )
    return Trace(names, tuple(done), log, result)


Mode = Literal["watch", "fill", "all"]
When = Literal["step", "end"]


@dataclass(frozen=True, slots=True)
class Played:
    """One accepted move."""

    move: Move
    grade: Grade
    by_learner: bool
    before: Game


@dataclass(frozen=True, slots=True)
class GameScore:
    """How the learner did so far."""

    correct: int
    legal: int
    wrong: int

    def __str__(self) -> str:
        return (
            f"{self.correct:,} right, {self.legal:,} right but in another order, "
            f"{self.wrong:,} wrong"
        )


@dataclass(frozen=True, slots=True)
class Session:
    """A game with its grades. A value: every method gives a new one."""

    game: Game
    mode: Mode = "all"
    when: When = "step"
    every: int = 3
    played: tuple[Played, ...] = ()
    refused: tuple[Grade, ...] = ()
    last: Grade | None = field(default=None, compare=False)

    @property
    def is_over(self) -> bool:
        return self.game.phase == "done"

    @property
    def learners_turn(self) -> bool:
        """Whether the next move is the learner's."""
        if self.is_over or self.mode == "watch":
            return False
        return self.mode == "all" or len(self.played) % self.every == self.every - 1

    @property
    def score(self) -> GameScore:
        """The learner's moves, counted by grade."""
        kinds = [step.grade.kind for step in self.played if step.by_learner]
        wrong = kinds.count("wrong") + len(self.refused)
        return GameScore(kinds.count("correct"), kinds.count("legal"), wrong)

    def play(self, move: Move, *, reveal: bool = True) -> Session:
        """Return the session after a move of the learner; a refused one changes no position.

        Where the kit moves next, it has moved.
        """
        given = grade(self.game, move, reveal=reveal)
        if self._refuses(given):
            return replace(self, refused=(*self.refused, given), last=given)
        return self._taken(move, given, by_learner=True).kit_to_turn()

    def _refuses(self, given: Grade) -> bool:
        return not given.possible or (given.kind == "wrong" and self.when == "step")

    def kit(self) -> Session:
        """Return the session after one canonical move of the kit."""
        if self.is_over:
            return self
        move = self.game.next_move()
        return self._taken(move, grade(self.game, move), by_learner=False)

    def kit_to_turn(self) -> Session:
        """Let the kit move up to the learner's turn, where the learner fills steps in."""
        session = self
        while session.mode == "fill" and not session.learners_turn and not session.is_over:
            session = session.kit()
        return replace(session, last=self.last)

    def kit_search(self) -> Session:
        """Let the kit make the tests that are left for the first open question."""
        session = self
        while session.game.questions() and type(session.game.next_move()).__name__ == "Ask":
            session = session.kit()
        return session

    def _taken(self, move: Move, given: Grade, *, by_learner: bool) -> Session:
        step = Played(move, given, by_learner, self.game)
        return replace(self, game=self.game.after(move), played=(*self.played, step), last=given)

    @property
    def undone(self) -> int | None:
        """The number of the move that `undo` takes back: the learner's last; None for none.

        In ``"watch"`` the last of all.
        """
        own = (at for at, step in enumerate(self.played) if step.by_learner or self.mode != "fill")
        return max(own, default=None)

    def undo(self) -> Session:
        """Return the session before the move that `undone` says."""
        return self if self.undone is None else self.back_to(self.undone)

    def back_to(self, number: int) -> Session:
        """Return the session before a move, to make it again; refused moves stay counted."""
        if not 0 <= number < len(self.played):
            msg = f"there are {len(self.played)} moves to go back to, counted from 0; got {number}"
            raise ValueError(msg)
        game = self.played[number].before
        return replace(self, game=game, played=self.played[:number], last=None)

    def first_wrong(self) -> int | None:
        """Return the number of the first wrong move that was not taken back, or None."""
        wrong = (at for at, step in enumerate(self.played) if step.grade.kind == "wrong")
        return next(wrong, None)


def new_session(
    dag: Dag,
    mode: Mode = "all",
    when: When = "step",
    every: int = 3,
    book: RuleBook[Game] = MARVEL_BOOK,
) -> Session:
    """Return a game that has not begun; where the kit moves first, it has moved."""
    check_choice("mode", mode, Mode)
    check_choice("grade", when, When)
    if type(every) is not int or every < 1:
        msg = (
            "every= must be a positive integer n: the learner makes each n-th step; got "
            f"{shown(every)}"
        )
        raise ValueError(msg)
    return Session(new_game(dag, book), mode, when, every).kit_to_turn()


def session_to_jsonable(session: Session) -> dict[str, Any]:
    """Return a session as plain values; the refused moves as their number.

    The rule book is named unless it is the first, so that older states say the same.
    """
    book = session.game.book
    named = {} if book is MARVEL_BOOK else {"book": book.name}
    return {
        **named,
        "graph": session.game.dag.to_text(),
        "mode": session.mode,
        "grade": session.when,
        "every": session.every,
        "moves": [[s.by_learner, *move_to_jsonable(s.move)] for s in session.played],
        "refused": len(session.refused),
    }


def session_from_jsonable(data: Mapping[str, Any]) -> Session:
    """Return the session that `session_to_jsonable` wrote, its moves made and graded again."""
    try:
        dag, moves, refused = Dag(data["graph"]), list(data["moves"]), data["refused"]
        book = BOOKS[data.get("book", MARVEL_BOOK.name)]
        blank = new_session(dag, data["mode"], data["grade"], data["every"], book)
        session = replace(blank, game=new_game(dag, book), played=())
        for by_learner, *values in moves:
            move = move_from_jsonable(values)
            given = grade(session.game, move)
            if session._refuses(given):
                msg = f"the move {move} is not possible at its place: {given.text}"
                raise ValueError(msg)
            session = session._taken(move, given, by_learner=bool(by_learner))
    except (KeyError, TypeError) as error:
        msg = "this is not the state of a game: its rules, mode, grading or moves are invalid"
        raise ValueError(msg) from error
    if type(refused) is not int or not 0 <= refused <= 10**6:
        msg = f"the number of refused moves is {shown(refused)}"
        raise ValueError(msg)
    earlier = Grade("wrong", "A move refused earlier.")
    return replace(session, refused=(earlier,) * refused, last=None)


def report(session: Session) -> tuple[str, ...]:
    """Return what a finished game says beside a run of its algorithm: tests, order, graph."""
    game = session.game
    book = game.book
    mine, theirs = trace_of(game).result, record(book.algorithm, game.dag, **book.options).result
    differing = structural_hamming_distance(mine.essential_graph, game.dag)
    return (
        *_tests_made(mine, theirs, book),
        "The graph is the essential graph of the hidden one."
        if not differing
        else "The graph is not the essential graph of the hidden one: "
        f"{counted(differing, 'pair')} differ.",
    )


def _tests_made(mine: Result, theirs: Result, book: RuleBook[Game]) -> Iterator[str]:
    """Yield how many tests both made, and, where variables leave, for what and in which order."""
    later = " after boundary discovery" if theirs.removal_order else ""
    yield (
        f"Tests{later}: {mine.counts.after_boundaries:,} in this run, "
        f"{theirs.counts.after_boundaries:,} in a run of {book.title}."
    )
    if not book.repeats and theirs.counts.distinct != theirs.counts.performed:
        yield (
            f"Of these {theirs.counts.performed:,}, {theirs.counts.distinct or 0:,} are different "
            "tests: the neighbors that two ends share are given twice, and the game asks only once."
        )
    if not theirs.removal_order:
        return
    ours, his = mine.counts.by_purpose, theirs.counts.by_purpose
    purposes = [p for p in PURPOSES if p != BOUNDARY_DISCOVERY and (p in ours or p in his)]
    by_purpose = "; ".join(
        f"{PURPOSES[p]}: {ours.get(p, 0):,} and {his.get(p, 0):,}" for p in purposes
    )
    yield f"By purpose, in this run and in {book.title}'s; {by_purpose or 'none'}."
    yield (
        f"Left in this order: {', '.join(map(str, mine.removal_order))}; "
        f"in {book.title}'s run: {', '.join(map(str, theirs.removal_order))}."
    )
