"""An algorithm as a game: the learner makes the decisions, the rest follows automatically.

A `Game` is a value; a move gives a new one. Which algorithm it is, its rule book says. It holds no
grades (`marvel_widgets.lessons.algorithm_game.grading`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import fitting_rule, meek_steps
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.algorithm_game.knowledge import Knowledge
from marvel_widgets.lessons.algorithm_game.moves import (
    Ask,
    Collect,
    Direct,
    Finish,
    Judge,
    Move,
    Triple,
    Verdict,
    Visit,
)
from marvel_widgets.lessons.algorithm_game.questions import Answers, GameQuestion
from marvel_widgets.lessons.algorithm_game.rule_book import Phase, RuleBook


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
        return "direct" if self.known.collected else self.book.rules.phase(self.known)

    def questions(self) -> tuple[GameQuestion, ...]:
        """Return the open questions in the canonical order."""
        return tuple(self.book.rules.open_questions(self.known))

    @property
    def tests(self) -> int:
        """How many CI tests were made after boundary discovery."""
        return sum(
            isinstance(entry, PlayedTest) and entry.purpose != BOUNDARY_DISCOVERY
            for entry in self.entries
        )

    @property
    def discovers(self) -> bool:
        """Whether boundary discovery made tests."""
        return any(
            isinstance(entry, PlayedTest) and entry.purpose == BOUNDARY_DISCOVERY
            for entry in self.entries
        )

    @property
    def graph(self) -> Pdag:
        """The learned graph."""
        return self.known.state.learned_graph(self.dag.nodes)

    # -- moves -------------------------------------------------------------------------

    def after(self, move: Move) -> Game:
        """Return the position after a move that is possible here; right or wrong."""
        match move:
            case Ask(x, y, given):
                return self._asked(x, y, mask_of(given))
            case Judge(purpose, key, separated):
                return self._judged(self.question(purpose, key), separated).settled()
            case Visit() | Verdict():
                return self._own(move).settled()
            case Collect(triples) if self.phase == "collect":
                return self._collected(triples)
            case Direct(tail, head) if self.phase == "direct":
                return self._directed(tail, head)
            case Finish() if self.phase == "direct":
                return self.after_event(ev.Finished())
        msg = f"{move} makes no sense at this point"
        raise ValueError(msg)

    def question(self, purpose: str, key: tuple[int, ...]) -> GameQuestion:
        """Return an open question."""
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
        if not self.book.rules.repeats:
            return self.answers.about(question)
        return {given: independent for q, given, independent in self.asked_here if q == question}

    def next_move(self) -> Move:
        """Return what the algorithm does next in the canonical order."""
        phase, rules = self.phase, self.book.rules
        if phase in ("visit", "verdict"):
            return rules.own_move(self.known)
        if phase == "collect":
            return Collect(rules.facts(self.known))
        if phase == "direct":
            step = next(iter(self._meek_order()), None)
            return Finish() if step is None else Direct(*step)
        if phase == "done":
            msg = "the game is over"
            raise ValueError(msg)
        return self.next_for(next(rules.open_questions(self.known)))

    def next_for(self, question: GameQuestion) -> Ask | Judge:
        """Return the next step of the search one by one for a question."""
        tried = self.tried(question)
        separated = question.settled or any(tried.values())
        if not separated and not (question.other is not None and tried):
            for given in question.sets():
                if given not in tried:
                    return Ask(*question.pair, tuple(members(given)))
        return Judge(question.purpose, question.key, separated)

    # -- how moves change the position ---------------------------------------------------

    def after_event(self, event: Event) -> Game:
        """Return the position after an event."""
        known = self.book.rules.known_after(event, self.known)
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
        used = self._used(question)
        event = self.book.rules.event_of(question, self.known, separated, used)
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

    def _own(self, move: Move) -> Game:
        game = self
        for event in self.book.rules.own_events(move, self.known):
            game = game.after_event(event)
        return replace(game, asked_here=())

    def _collected(self, triples: tuple[Triple, ...]) -> Game:
        fits = set(self.known.unshielded())
        if not fits.issuperset(triples):
            msg = "a v-structure needs two edges, and none between its ends"
            raise ValueError(msg)
        kept = sorted(set(triples), key=lambda t: (t[1], t[0], t[2]))
        game = self
        for event in self.book.rules.collecting(tuple(kept), self.known):
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
        while (event := self.book.rules.next_by_itself(game.known)) is not None:
            game = game.after_event(event)
        return game
