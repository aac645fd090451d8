"""What the adversary's duel knows: the game, what was asked, the claim; or the roles swapped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import traitlets

from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.lessons.lower_bound.words import contradiction_words, verdict_question
from marvel_widgets.theory import adversary
from marvel_widgets.theory.consistent_dags import ConsistentDags, Question, next_question
from marvel_widgets.theory.examples import Example, ExampleName
from marvel_widgets.widgets import kit as k

MOST_SHOWN: Final = 6  # variables whose cells fit a screen
MOST_UNDONE: Final = 100  # moves; each keeps a game with its answers
ERROR_FIELDS = ("game", "question", "claim", "answer")
MODES: Final = ("ask", "answer")


def draft_edges(draft: str, names: Sequence[Label]) -> tuple[tuple[Label, Label], ...]:
    """Return the edges of a claim that is still being made; a cycle is allowed until then."""
    try:
        edges = Dag(draft).edges
    except GraphError:
        parts = [part.split("->") for part in draft.split(";")]
        edges = tuple((ends[0].strip(), ends[1].strip()) for ends in parts if len(ends) == 2)
    found: dict[frozenset[Label], tuple[Label, Label]] = {}
    for tail, head in edges:
        if tail in names and head in names and tail != head:
            found.setdefault(frozenset((tail, head)), (tail, head))
    return tuple(found.values())


class DuelModel(k.Refusing):
    """A duel with the adversary of the lower bound, or with an algorithm that asks."""

    mode = traitlets.Enum(MODES, "ask", help="Who asks.")
    error_field = traitlets.Enum(ERROR_FIELDS, "game")
    changed = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")
    draft = traitlets.Unicode("", help="The claim as far as it goes, as text; may be no graph yet.")
    waiting = traitlets.Unicode("", help="The first of two variables clicked for the claim.")

    def __init__(self, predictions: k.Predictions, example: Example) -> None:
        super().__init__()
        self.predictions = predictions
        self.adversary = adversary.Adversary(example)
        self.claim = ""
        self.acted = ""  # on the claim, last: "filled" or "drawn"
        self.verdict: adversary.ClaimVerdict | None = None
        self._past: list[tuple[adversary.Adversary, str, adversary.ClaimVerdict | None]] = []
        self.algorithm = "marvel"
        self.space = ConsistentDags(("A", "B", "C"), 2)
        self.replies: tuple[adversary.Answer, ...] = ()
        self.pending: Question | Result = next_question("marvel", self.space.names, ())

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to what `state` returned."""
        try:
            self.adversary = adversary.Adversary(Example(*state["example"]))
            for x, y, given in state["asked"]:
                self.adversary = self.adversary.asked(x, y, given)
            self.claim = self.draft = str(state["claim"])
            if state["done"]:
                self._judged(self.claim, self.adversary.judge(self.claim))
            self.algorithm, p, d = state["swap"]
            self.space = ConsistentDags(tuple("ABCD"[:p]), d)
            self.replies = tuple(
                adversary.Answer(x, y, frozenset(g), bool(i)) for x, y, g, i in state["told"]
            )
            self.pending = next_question(self.algorithm, self.space.names, self.replies)
            self.mode = state["mode"]
        except (KeyError, TypeError, ValueError, traitlets.TraitError) as error:
            msg = "this is not the state of a duel: its mode, example or moves are invalid"
            raise ValueError(msg) from error

    def state(self) -> dict[str, Any]:
        """Return what a token keeps."""
        example = self.adversary.example

        def ordered(names: Iterable[Label], given: frozenset[Label]) -> list[Label]:
            return [name for name in names if name in given]

        return {
            "mode": self.mode,
            "example": [example.name, example.p, example.max_in_degree],
            "asked": [[a.x, a.y, ordered(example.names, a.given)] for a in self.adversary.answers],
            "claim": self.claim,
            "done": self.verdict is not None,
            "swap": [self.algorithm, len(self.space.names), self.space.max_in_degree],
            "told": [
                [a.x, a.y, ordered(self.space.names, a.given), a.independent] for a in self.replies
            ],
        }

    # -- the learner asks --------------------------------------------------------------------

    @k.refusing("game")
    def new_game(self, name: ExampleName, p: int, max_in_degree: int) -> None:
        """Begin a duel on one of the proof's examples."""
        if p > MOST_SHOWN:
            msg = f"p = {p}: the grid shows up to {MOST_SHOWN} variables; take fewer"
            raise ValueError(msg)
        example = Example(name, p, max_in_degree)
        self._keep()
        self.adversary, self.claim, self.verdict = adversary.Adversary(example), "", None
        self.draft = self.waiting = ""
        self.predictions.ask(None)

    @k.refusing("question")
    def ask(self, x: str, y: str, given: Iterable[str] = ()) -> None:
        """Ask the adversary; a claim that was judged is then open again."""
        after = self.adversary.asked(x, y, given)
        self._keep()
        self.adversary, self.verdict = after, None
        self.predictions.ask(None)

    def ask_cell(self, row: int, column: int) -> bool:
        """Ask the question of a cell that holds nothing but the cell's own subset."""
        cell = self.adversary.example.rows[row][column]
        return self.ask(str(cell.x), str(cell.y), [str(v) for v in cell.subset or ()])

    @k.refusing("claim")
    def done(self, claim: str) -> None:
        """Claim a graph, given as the text of a DAG."""
        verdict = self.adversary.judge(claim)
        self._keep()
        self._judged(claim, verdict)

    @property
    def shown(self) -> adversary.ClaimVerdict | None:
        """The verdict, where it may be seen."""
        return self.verdict if self.predictions.revealed else None

    # -- the claim by clicks -----------------------------------------------------------------

    @property
    def draft_edges(self) -> tuple[tuple[Label, Label], ...]:
        """The edges of the draft that join two variables of the game."""
        return draft_edges(self.draft, self.adversary.example.names)

    def pick(self, name: str) -> None:
        """Keep the first of two clicked variables; the second changes the edge between them."""
        first, self.waiting = self.waiting, "" if self.waiting else name
        if first and first != name:
            self.turn(first, name)

    def turn(self, a: str, b: str) -> None:
        """Change the edge between two variables: from none to a -> b, then turned, then none."""
        edges = self.draft_edges
        kept = [edge for edge in edges if set(edge) != {a, b}]
        self.acted = "drawn"
        old = next((edge for edge in edges if set(edge) == {a, b}), None)
        if old is None:
            kept.append((a, b))
        elif old == (a, b):
            kept.append((b, a))
        self.draft = "; ".join(f"{tail} -> {head}" for tail, head in kept)

    def _judged(self, claim: str, verdict: adversary.ClaimVerdict) -> None:
        self.claim, self.verdict = claim, verdict
        self.predictions.ask(verdict_question(self.adversary, verdict))
        self.draft, self.waiting = claim, ""  # last: it shows all, the verdict if that is revealed

    def fill(self) -> None:
        """Draw what the answers suggest."""
        self.acted = "filled"
        self.draft = self.suggestion()
        self.changed += 1

    def suggestion(self) -> str:
        """Return what the answers so far suggest, as text for the claim."""
        return adversary.simplest_claim(self.adversary).to_text()

    @k.refusing("game")
    def play(self, player: str | adversary.Strategy) -> None:
        """Let an algorithm, or a learner's own strategy, play this game from its beginning."""
        strategy = adversary.algorithm_strategy(player) if isinstance(player, str) else player
        result = adversary.duel(strategy, self.adversary.example)
        self._keep()
        self.adversary = result.adversary
        self._judged(adversary.member_text(result.verdict.claim), result.verdict)

    def undo(self) -> bool:
        """Take back the last question, answer, claim or game; up to the last hundred."""
        if self.mode == "answer":
            if not self.replies:
                return self._refuse("there is nothing to take back", "answer")
            self.replies = self.replies[:-1]
            self.pending = next_question(self.algorithm, self.space.names, self.replies)
            return self._accept()
        if not self._past:
            return self._refuse("there is nothing to take back", "claim")
        self.adversary, self.claim, self.verdict = self._past.pop()
        question = None if self.verdict is None else verdict_question(self.adversary, self.verdict)
        self.predictions.ask(question)
        if self.verdict is not None or not self.adversary.answers:
            self.draft = self.claim
        return self._accept()

    # -- the learner answers -----------------------------------------------------------------

    @k.refusing("answer")
    def start_answering(self, algorithm: str, p: int, max_in_degree: int) -> None:
        """Let an algorithm ask from the beginning."""
        space = ConsistentDags(tuple("ABCDEF"[:p]), max_in_degree)
        pending = next_question(algorithm, space.names, ())
        self.algorithm, self.space, self.pending, self.replies = algorithm, space, pending, ()

    def answer(self, independent: bool) -> bool:
        """Answer the question; refused when no DAG would agree with all answers."""
        question = self.pending
        if not isinstance(question, Question):
            return self._refuse("the algorithm has no question left", "answer")
        new = adversary.Answer(question.x, question.y, question.given, independent)
        core = self.space.contradiction([*self.replies, new])
        if core:
            return self._refuse(contradiction_words(self.space, core), "answer")
        self.replies = (*self.replies, new)
        self.pending = next_question(self.algorithm, self.space.names, self.replies)
        return self._accept()

    # -- how a change is made ----------------------------------------------------------------

    def _keep(self) -> None:
        self.acted = ""
        self._past.append((self.adversary, self.claim, self.verdict))
        del self._past[:-MOST_UNDONE]

    def _accept(self, _made: object = None) -> bool:
        with self.hold_trait_notifications():
            self.error = ""
            self.changed += 1
        return True
