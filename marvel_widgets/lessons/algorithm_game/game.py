"""An algorithm as a game: the learner makes the decisions, the rest follows automatically.

A `Game` is a value; a move gives a new one. Which algorithm it is, its rule book says. It holds no
grades (`marvel_widgets.lessons.algorithm_game.grading`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, takewhile
from typing import Any, Generic, Literal, TypeVar

from marvel_widgets.assessment.beliefs import Believed
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.boundary.lemmas import pairs_of
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import fitting_rule, meek_steps
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.separation import first_separating, is_separated
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.lessons.algorithm_game import moves
from marvel_widgets.pictures.palette import NodeState
from marvel_widgets.replay.fold import PlayerState
from marvel_widgets.replay.presentation import presentation_of
from marvel_widgets.replay.wording import RunContext

StatementKey = tuple[int, int, int]  # x < y, and the mask of what is given


@dataclass(frozen=True, slots=True)
class GameQuestion:
    """Does one of the allowed sets separate a pair? They are those of a search, or of two."""

    purpose: str
    key: tuple[int, ...]
    search: Search
    settled: bool = False
    other: int | None = None
    second: Search | None = None

    @property
    def pair(self) -> tuple[int, int]:
        return self.search.x, self.search.y

    def sets(self) -> Iterator[int]:
        """Return the allowed sets as masks in the canonical order."""
        if self.settled:
            return iter(())
        first, second = self.search, self.second
        more = () if second is None else (s for s in second.sets() if not first.allows(s))
        return chain(first.sets(), more)

    @property
    def size(self) -> int:
        """How many sets are allowed."""
        if self.second is not None:
            return sum(1 for _ in self.sets())
        return 0 if self.settled else self.search.total

    def allows(self, given: int) -> bool:
        if self.settled:
            return False
        searches = filter(None, (self.search, self.second))
        return given == self.other or any(search.allows(given) for search in searches)

    def answer(self, dag: Dag) -> tuple[int | None, int]:
        """Return the first separating set, or None, and the tests of a search one by one."""
        if self.settled:
            return 0, 0
        if self.second is not None:
            sets = enumerate(self.sets(), start=1)
            hits = ((s, at) for at, s in sets if is_separated(dag, *self.pair, s))
            return next(hits, (None, self.size))
        found, tests = first_separating(dag, self.search)
        return (None if found is None else found | self.search.forced), tests


@dataclass(frozen=True, slots=True)
class Answers:
    """Every CI statement that was answered so far."""

    known: Mapping[StatementKey, bool] = field(default_factory=dict)

    def after(self, dag: Dag, x: int, y: int, given: int) -> tuple[Answers, bool]:
        """Return the answers with one more statement, and what it says."""
        independent = is_separated(dag, x, y, given)
        return Answers({**self.known, statement(x, y, given): independent}), independent

    def of(self, x: int, y: int, given: int) -> bool | None:
        """Return what was answered, or None."""
        return self.known.get(statement(x, y, given))

    def about(self, question: GameQuestion) -> dict[int, bool]:
        """Return what was answered with the sets that a question allows."""
        pair = tuple(sorted(question.pair))
        return {
            given: independent
            for (x, y, given), independent in self.known.items()
            if (x, y) == pair and question.allows(given)
        }

    def separating(self, question: GameQuestion) -> int | None:
        """Return an allowed set known to separate the pair, a smallest one, or None."""
        hits = [given for given, independent in self.about(question).items() if independent]
        return min(hits, key=lambda mask: (mask.bit_count(), tuple(members(mask))), default=None)

    def untried(self, question: GameQuestion) -> int | None:
        """Return the first allowed set that was not asked about yet, or None."""
        if question.other is not None and self.of(*question.pair, question.other) is not None:
            return None
        return next((s for s in question.sets() if self.of(*question.pair, s) is None), None)


def statement(x: int, y: int, given: int) -> StatementKey:
    """Return a CI statement with its pair in order."""
    return (min(x, y), max(x, y), given)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known at one point of any game; a rule book adds what its algorithm remembers."""

    state: PlayerState
    collected: bool = False

    def is_joined(self, x: int, y: int) -> bool:
        """Return whether an edge that was learned says that no set separates two variables."""
        return self.state.has_edge(x, y)

    def unshielded(self) -> tuple[moves.Triple, ...]:
        """Return (a, c, b), a < b, with edges a - c - b and none between a and b."""
        edges = self.state.edges
        return tuple(
            (a, c, b)
            for c, neighbor_mask in enumerate(edges)
            for a, b in pairs_of(neighbor_mask)
            if not edges[a] >> b & 1
        )


Kind = Literal["correct", "legal", "wrong"]


@dataclass(frozen=True, slots=True)
class Witness:
    """A d-separation statement that backs a grade."""

    x: int
    y: int
    given: tuple[int, ...]
    independent: bool
    answer: str
    why: str
    path: Path | None
    more: str = ""

    def words(self, *, hidden: bool = False) -> str:
        """Return the statement; with its reason, unless the graph is hidden."""
        stated = f"{self.answer}." if hidden else f"{self.answer}: {self.why}."
        return f"{stated} {self.more}".rstrip()


@dataclass(frozen=True, slots=True)
class Grade:
    """What a move is worth."""

    kind: Kind
    text: str
    misconception: Believed = ""
    witness: Witness | None = None
    extra: int = 0
    possible: bool = True
    by_graph: str = ""
    seen_in_graph: bool = False

    def sentences(self, *, hidden: bool = False) -> str:
        """Return the reason, the witness, and the mistaken belief that may be behind it.

        While the graph is `hidden` nothing that only it tells: of the witness the statement, and
        no belief that was recognized by the graph.
        """
        parts = [self.text]
        if self.by_graph and not hidden:
            parts.append(self.by_graph)
        if self.witness is not None:
            parts.append(self.witness.words(hidden=hidden))
        if self.misconception and not (hidden and self.seen_in_graph):
            parts.append(self.misconception.told)
        return " ".join(parts)


def impossible(text: str, misconception: Believed = "") -> Grade:
    """Return the grade of a move that the position can't take."""
    return Grade("wrong", text, misconception, possible=False)


Phase = Literal["visit", "questions", "verdict", "update", "collect", "direct", "done"]
G = TypeVar("G")  # the game
Words = tuple[str, str]  # of a button: what it says, and its tooltip


@dataclass(frozen=True, eq=False)
class RuleBook(Generic[G]):
    """The rules, the grades of moves that are the algorithm's own, all words and pictures.

    The rules say what is open at a point, what follows by itself, and what a move changes: all are
    functions of what is known, a value of the rule book's own class. `opening` yields
    the events before the first move, each after its tests; `own_events` are those of a `Visit` or
    a `Verdict`, none where it is impossible; `own_move` is the canonical one, and
    `collecting` has the events of a `Collect`. `round_of` numbers the rounds in which costs are
    counted. `spared` has the purpose of the searches that an event with a reused answer made
    needless; `repeats` says whether a test that was made for another question is made again.

    `name` is what a token has. `no_test_due` and `too_early` are by phase or kind of move.
    Where no separating set is allowed a question is settled, and `settled` says why. A belief is
    that behind a false answer, one that the tests do not show yet (`belief_in_haste`), or a false
    choice of v-structures. `answers` names the two answers to a question, by its purpose. `table`
    is what is known: caption, heads and rows.
    """

    name: str
    # rules
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
    collecting: Callable[[tuple[moves.Triple, ...], Any], tuple[Event, ...]]
    facts: Callable[[Any], tuple[moves.Triple, ...]]
    spared: Mapping[type[Event], str]
    # grades
    grade_own: Callable[[G, moves.Move, bool], Grade]
    no_test_due: Mapping[Phase, str]
    wrong_pair: Callable[[G, int, int], str]
    wrong_set: Callable[[G, GameQuestion, int], Grade]
    too_early: Mapping[str, Grade]
    collected: str
    why_a_fact: Callable[[G, moves.Triple], str]
    why_no_fact: Callable[[G, moves.Triple], str]
    # words
    next_words: Callable[[G], str]
    answers: Mapping[str, Words]
    question_words: Callable[[G, GameQuestion], str]
    buttons: Mapping[str, Words]
    # pictures
    table: Callable[[G], tuple[str, tuple[str, ...], list[tuple[str, ...]]]]
    # what an algorithm may lack
    repeats: bool = True
    own_events: Callable[[moves.Move, Any], tuple[Event, ...]] = lambda *_: ()
    own_move: Callable[[Any], moves.Move] = lambda _: moves.Finish()
    settled: Callable[[G, GameQuestion], str] = lambda *_: ""
    settled_answer: str = ""
    belief_in_dependence: Callable[[G, GameQuestion], Believed] = lambda *_: ""
    belief_in_separation: Callable[[G, GameQuestion], Believed] = lambda *_: ""
    belief_in_haste: Callable[[G, GameQuestion], Believed] = lambda *_: ""
    belief_in_collection: Callable[[G, set[moves.Triple]], Believed] = lambda *_: ""
    own_move_words: Callable[[G, moves.Move], str] = lambda *_: ""
    turn: Callable[[G], int | None] = lambda _: None
    roles: Callable[[G], Mapping[int, NodeState]] = lambda _: {}
    undecided: Callable[[G], Iterable[tuple[int, int]]] = lambda _: ()  # edges that may leave

    @property
    def title(self) -> str:
        return presentation_of(self.algorithm).title


@dataclass(frozen=True, slots=True)
class PlayedTest:
    """One CI test of a game."""

    pair: tuple[int, int]
    given: int
    independent: bool
    purpose: str


@dataclass(frozen=True, slots=True)
class Game:
    """A position of the game."""

    book: RuleBook[Game]
    dag: Dag
    known: Knowledge
    answers: Answers = field(default_factory=Answers)
    entries: tuple[PlayedTest | Event, ...] = ()
    asked_here: tuple[tuple[GameQuestion, int, bool], ...] = ()

    # -- where we are ------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """What kind of decision is next."""
        if self.known.state.finished:
            return "done"
        return "direct" if self.known.collected else self.book.phase(self.known)

    def questions(self) -> tuple[GameQuestion, ...]:
        """Return the open questions in the canonical order."""
        return tuple(self.book.open_questions(self.known))

    def made(self, *, discovery: bool = False) -> list[PlayedTest]:
        """Return the CI tests made after boundary discovery, or in it."""
        tests = (entry for entry in self.entries if isinstance(entry, PlayedTest))
        return [test for test in tests if (test.purpose == BOUNDARY_DISCOVERY) == discovery]

    @property
    def tests(self) -> int:
        """How many CI tests were made after boundary discovery."""
        return len(self.made())

    @property
    def graph(self) -> Pdag:
        return self.known.state.learned_graph(self.dag.nodes)

    @property
    def context(self) -> RunContext:
        """What sentences about a game need to know."""
        return RunContext(self.dag.nodes, self.dag, algorithm=self.book.algorithm)

    # -- moves -------------------------------------------------------------------------

    def after(self, move: moves.Move) -> Game:
        """Return the position after a move that is possible here; right or wrong."""
        match move:
            case moves.Ask(x, y, given):
                return self._asked(x, y, mask_of(given))
            case moves.Judge(purpose, key, separated):
                return self._judged(self.question(purpose, key), separated).settled()
            case moves.Visit() | moves.Verdict():
                return self._own(move).settled()
            case moves.Collect(triples) if self.phase == "collect":
                return self._collected(triples)
            case moves.Direct(tail, head) if self.phase == "direct":
                return self._directed(tail, head)
            case moves.Finish() if self.phase == "direct":
                return self.after_event(ev.Finished())
        msg = f"{move} makes no sense at this point"
        raise ValueError(msg)

    def question(self, purpose: str, key: tuple[int, ...]) -> GameQuestion:
        for question in self.questions():
            if (question.purpose, question.key) == (purpose, key):
                return question
        msg = f"there is no open question about {key} for {purpose}"
        raise ValueError(msg)

    def asking(self, x: int, y: int, given: int) -> GameQuestion | None:
        """Return the open question that a test would serve, or None.

        Of two questions that allow it, the first that was not asked with this set.
        """
        fits = [q for q in self.questions() if {*q.pair} == {x, y} and q.allows(given)]
        fresh = [q for q in fits if given not in self.tried(q)]
        return next(iter(fresh or fits), None)

    def tried(self, question: GameQuestion) -> dict[int, bool]:
        """Return the sets tried for an open question, with the answers."""
        if not self.book.repeats:
            return self.answers.about(question)
        return {given: independent for q, given, independent in self.asked_here if q == question}

    def next_move(self) -> moves.Move:
        """Return what the algorithm does next in the canonical order."""
        phase, book = self.phase, self.book
        if phase in ("visit", "verdict"):
            return book.own_move(self.known)
        if phase == "collect":
            return moves.Collect(book.facts(self.known))
        if phase == "direct":
            step = next(iter(self._meek_order()), None)
            return moves.Finish() if step is None else moves.Direct(*step)
        if phase == "done":
            msg = "the game is over"
            raise ValueError(msg)
        question = next(book.open_questions(self.known))
        tried = self.tried(question)
        separated = question.settled or any(tried.values())
        if not separated and not (question.other is not None and tried):
            for given in question.sets():
                if given not in tried:
                    return moves.Ask(*question.pair, tuple(members(given)))
        return moves.Judge(question.purpose, question.key, separated)

    # -- how moves change the position ---------------------------------------------------

    def after_event(self, event: Event) -> Game:
        known = self.book.known_after(event, self.known)
        return replace(self, known=known, entries=(*self.entries, event))

    def _asked(self, x: int, y: int, given: int) -> Game:
        question = self.asking(x, y, given)
        if question is None:
            msg = f"no open question allows a test of {x} and {y} given {list(members(given))}"
            raise ValueError(msg)
        answers, independent = self.answers.after(self.dag, x, y, given)
        entry = PlayedTest(question.pair, given, independent, question.search.purpose)
        return replace(
            self,
            answers=answers,
            entries=(*self.entries, entry),
            asked_here=(*self.asked_here, (question, given, independent)),
        )

    def _judged(self, question: GameQuestion, separated: bool) -> Game:
        event = self.book.event_of(question, self.known, separated, self._used(question))
        kept = tuple(entry for entry in self.asked_here if entry[0] != question)
        return replace(self.after_event(event), asked_here=kept)

    def _used(self, question: GameQuestion) -> int | None:
        """Return the set that decided: the first tried that separates, or one known before."""
        tried = self.tried(question)
        if question.other is not None:
            return next(iter(tried), None)
        hits = [given for given, independent in tried.items() if independent]
        return hits[0] if hits else self.answers.separating(question)

    def settle(self, question: GameQuestion) -> tuple[Game, int]:
        """Return the position once a question is answered rightly, and the tests still needed.

        The rest of the search is counted, not kept.
        """
        found, tests = question.answer(self.dag)
        tried = self.tried(question)
        if any(tried.values()) or (question.other is not None and tried):
            return self._judged(question, found is not None).settled(), 0
        game = self
        if found is not None and not question.settled:
            answers, _ = self.answers.after(self.dag, *question.pair, found)
            game = replace(self, answers=answers)
            tests -= sum(given in tried for given in takewhile(found.__ne__, question.sets()))
        else:
            tests -= len(tried)
        return game._judged(question, found is not None).settled(), tests

    def _own(self, move: moves.Move) -> Game:
        game, events = self, self.book.own_events(move, self.known)
        if not events:
            msg = f"{move} makes no sense at this point"
            raise ValueError(msg)
        for event in events:
            game = game.after_event(event)
        return replace(game, asked_here=())

    def _collected(self, triples: tuple[moves.Triple, ...]) -> Game:
        if not set(self.known.unshielded()).issuperset(triples):
            msg = "a v-structure needs two edges, and none between its ends"
            raise ValueError(msg)
        kept = sorted(set(triples), key=lambda t: (t[1], t[0], t[2]))
        game = self
        for event in self.book.collecting(tuple(kept), self.known):
            game = game.after_event(event)
        return game

    def _directed(self, tail: int, head: int) -> Game:
        if not self.graph.undirected_masks[tail] >> head & 1:
            msg = "a rule directs an edge that has no direction yet"
            raise ValueError(msg)
        step = fitting_rule(self.graph, tail, head)
        if step is None:
            msg = "no rule of Meek gives this direction now"
            raise ValueError(msg)
        return self.after_event(ev.EdgeDirected(step.rule, tail, head, step.because))

    def _meek_order(self) -> Iterator[tuple[int, int]]:
        """Yield the directions that are still to be drawn, as the algorithm meets them."""
        state = self.known.state
        collected = tuple(arrow for arrow in state.arrows if arrow[2] != "compelled")
        start = replace(state, arrows=collected).learned_graph(self.dag.nodes)
        # After wrong v-structures the rules may fit in another order than from the start.
        for step in (*meek_steps(start)[0], *meek_steps(self.graph)[0]):
            undirected = self.graph.undirected_masks[step.tail] >> step.head & 1
            if undirected and fitting_rule(self.graph, step.tail, step.head) is not None:
                yield step.tail, step.head

    def settled(self) -> Game:
        """Return the position after what follows automatically: reused verdicts, new rounds."""
        game = self
        while (event := self.book.next_by_itself(game.known)) is not None:
            game = game.after_event(event)
        return game
