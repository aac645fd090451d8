"""What a game needs from the algorithm that is played: one value, a rule book."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.lessons.algorithm_game.grade import Grade
from marvel_widgets.lessons.algorithm_game.knowledge import Knowledge
from marvel_widgets.lessons.algorithm_game.moves import Finish, Move, Triple
from marvel_widgets.lessons.algorithm_game.questions import GameQuestion
from marvel_widgets.pictures.palette import NodeState
from marvel_widgets.replay.presentation import presentation_of

Phase = Literal["visit", "questions", "verdict", "update", "collect", "direct", "done"]
G = TypeVar("G")  # the game
Words = tuple[str, str]  # of a button: what it says, and its tooltip


@dataclass(frozen=True, eq=False)
class Rules:
    """What is open at a point, what follows by itself, and what a move changes.

    All are functions of what is known, a value of the rule book's own class. `opening` yields
    the events before the first move, each after its tests; `own_events` are those of a `Visit` or
    a `Verdict`, none where it is impossible; `own_move` is the canonical one, and
    `collecting` has the events of a `Collect`. `round_of` numbers the rounds in which costs are
    counted. `spared` has the purpose of the searches that an event with a reused answer made
    needless; `repeats` says whether a test that was made for another question is made again.
    """

    algorithm: str
    options: Mapping[str, Any]
    known_at_start: Callable[[int], Knowledge]
    known_after: Callable[[Event, Any], Knowledge]
    opening: Callable[[Dag], Iterator[tuple[list[TestRecord], Event]]]
    phase: Callable[[Any], Phase]
    round_of: Callable[[Any], int]
    open_questions: Callable[[Any], Iterator[GameQuestion]]
    next_by_itself: Callable[[Any], Event | None]
    event_of: Callable[[GameQuestion, Any, bool, int | None], Event]
    collecting: Callable[[tuple[Triple, ...], Any], tuple[Event, ...]]
    facts: Callable[[Any], tuple[Triple, ...]]
    spared: Mapping[type[Event], str]
    repeats: bool = True
    own_events: Callable[[Move, Any], tuple[Event, ...]] = lambda *_: ()
    own_move: Callable[[Any], Move] = lambda _: Finish()

    @property
    def title(self) -> str:
        """The name of the algorithm as people write it."""
        return presentation_of(self.algorithm).title


@dataclass(frozen=True, eq=False)
class RuleBook(Generic[G]):
    """The rules, the grades of moves that are the algorithm's own, all words and pictures.

    `name` is what a token has. `no_test_due`, `due` and `too_early` are by phase or kind of move.
    Where no separating set is allowed a question is settled, and `settled` says why. A belief is
    that behind a false answer, one that the tests do not show yet (`belief_in_haste`), or a false
    choice of v-structures. `answers` names the two answers to a question, by its purpose. `table`
    is what is known: caption, heads and rows.
    """

    name: str
    rules: Rules
    # grades
    grade_own: Callable[[G, Move, bool], Grade]
    no_test_due: Mapping[Phase, str]
    wrong_pair: Callable[[G, int, int], str]
    wrong_set: Callable[[G, GameQuestion, int], Grade]
    too_early: Mapping[str, Grade]
    collected: str
    why_a_fact: Callable[[G, Triple], str]
    why_no_fact: Callable[[G, Triple], str]
    # words
    next_words: Callable[[G], str]
    due: Mapping[Phase, str]
    answers: Mapping[str, Words]
    question_words: Callable[[G, GameQuestion], str]
    buttons: Mapping[str, Words]
    # pictures
    table: Callable[[G], tuple[str, tuple[str, ...], list[tuple[str, ...]]]]
    # what an algorithm may lack
    settled: Callable[[G, GameQuestion], str] = lambda *_: ""
    settled_answer: str = ""
    belief_in_dependence: Callable[[G, GameQuestion], Misconception] = lambda *_: ""
    belief_in_separation: Callable[[G, GameQuestion], Misconception] = lambda *_: ""
    belief_in_haste: Callable[[G, GameQuestion], Misconception] = lambda *_: ""
    belief_in_collection: Callable[[G, set[Triple]], Misconception] = lambda *_: ""
    own_move_words: Callable[[G, Move], str] = lambda *_: ""
    turn: Callable[[G], int | None] = lambda _: None
    roles: Callable[[G], Mapping[int, NodeState]] = lambda _: {}
    undecided: Callable[[G], Iterable[tuple[int, int]]] = lambda _: ()  # edges that may leave
