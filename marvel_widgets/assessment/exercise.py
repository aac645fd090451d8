"""An exercise: a question about a drawn case, its computed answer, and the typical wrong ones."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from string import ascii_uppercase
from typing import Any, Final

from marvel_widgets.assessment.answers import AnswerKind, Statements
from marvel_widgets.assessment.beliefs import Belief, Believed
from marvel_widgets.assessment.facts import Facts, said
from marvel_widgets.assessment.renaming import Renaming
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.palette import NodeState
from marvel_widgets.pictures.stage import stage_of

FEWEST_MISTAKES: Final = 3
DRAWS: Final = 2000
WIDEST_GRAPH: Final = 400  # px


class CoincidenceError(ValueError):
    """Two answers of a drawn case coincide, but should differ: another case is drawn."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """What a holder of a mistaken belief would answer."""

    answer: Any
    misconception: Belief


@dataclass(frozen=True, slots=True)
class Slip:
    """What may be answered by oversight, without a belief: such as an exponent off by one."""

    answer: Any
    words: str


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question about one drawn case, without its solution."""

    title: str
    question: str
    kind: AnswerKind
    dag: Dag | None = None
    marks: Mapping[Label, NodeState] = field(default_factory=dict)  # of what the question names

    @property
    def sentences(self) -> tuple[str, ...]:
        """The lines of the question, and the numbered statements that it is about, if any."""
        listed: tuple[str, ...] = ()
        if isinstance(self.kind, Statements):
            listed = tuple(f"{n}. {text}" for n, text in enumerate(self.kind.sentences, start=1))
        return (*self.question.split("\n"), *listed)

    @cached_property
    def drawing(self) -> Drawing | None:
        """The picture of the graph that the question is about, if there is one."""
        if self.dag is None:
            return None
        return stage_of(self.dag, widest=WIDEST_GRAPH).drawing("", self.marks)


@dataclass(frozen=True, kw_only=True)
class Exercise(Asked):
    """A question with its solution, typical mistakes, and the facts about an answer."""

    solution: Any
    believed: Sequence[tuple[Any, Belief]]  # answers by beliefs: some may be right, or coincide
    shows: Callable[[Any], Facts]  # what is wrong with an answer that is not right
    reasons: Facts  # why the solution is right
    count: str  # the first hint: how many or how much
    place: str  # the second: where to look
    rule: str  # the third: by what principle
    fewest: int = FEWEST_MISTAKES  # so many of the believed are wrong and different,
    beliefs: int = FEWEST_MISTAKES  # and of so many beliefs
    accepts: Callable[[Any], bool] | None = None
    explains: Callable[[Any], Facts] | None = None  # why an answer is right, where several are
    rights: Callable[[], Iterable[Any]] | None = None  # all that it accepts, where they are few
    diagnose: Callable[[Any], Believed] | None = None
    slips: tuple[Slip, ...] = ()
    hidden: Dag | None = None  # the graph where the question does not show it

    def __post_init__(self) -> None:
        if not all(self.hints):
            msg = f"{self.title!r} needs three hints"
            raise ValueError(msg)
        wrong = [m.answer for m in self.mistakes] + [slip.answer for slip in self.slips]
        if len(set(map(self.kind.code, wrong))) < len(wrong) or any(map(self.is_right, wrong)):
            msg = f"mistakes of {self.title!r} coincide with each other or with what is right"
            raise CoincidenceError(msg)

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """What of the believed answers is wrong, each once."""
        kept: list[Mistake] = []
        for answer, belief in self.believed:
            if not self.is_right(answer) and all(mistake.answer != answer for mistake in kept):
                kept.append(Mistake(answer, belief))
        beliefs = {mistake.misconception for mistake in kept}
        if len(kept) < self.fewest or len(beliefs) < self.beliefs:
            msg = (
                f"{len(kept)} mistakes of {self.title!r} are wrong and different; it takes "
                f"{self.fewest}, of {self.beliefs} beliefs"
            )
            raise CoincidenceError(msg)
        return tuple(kept)

    def is_right(self, value: Any) -> bool:
        """Return whether a value is right."""
        return self.accepts(value) if self.accepts is not None else bool(value == self.solution)

    def misconception(self, value: Any) -> Believed:
        """Return the belief that may be behind a wrong value, or empty."""
        for mistake in self.mistakes:
            if mistake.answer == value:
                return mistake.misconception
        return "" if self.diagnose is None else self.diagnose(value)

    def behind_part(self, value: Any) -> Believed:
        """Return the belief that may be behind part of a wrong answer on sentences, or empty.

        It errs in the sentence that the verdict is about; the answer has at least half of its
        errors, and no other belief fits as well.
        """
        if not isinstance(self.kind, Statements):
            return ""
        number, wrong = self.kind.told_of(value, self.solution), value ^ self.solution
        fits: dict[Belief, int] = {}
        for mistake in self.mistakes:
            errors = mistake.answer ^ self.solution
            fit = 2 * len(errors & wrong) - len(errors)
            if number in errors and fit >= fits.get(mistake.misconception, 0):
                fits[mistake.misconception] = fit
        best = [belief for belief, fit in fits.items() if fit == max(fits.values())]
        return best[0] if len(best) == 1 else ""

    def slip(self, value: Any) -> str:
        """Return what was perhaps overlooked, where a wrong value is a known slip, or empty."""
        return next((slip.words for slip in self.slips if slip.answer == value), "")

    @property
    def graph(self) -> Dag | None:
        """The graph that facts on an answer are about, shown or hidden."""
        return self.dag if self.hidden is None else self.hidden

    def witness(self, value: Any) -> str:
        """Return what shows that a wrong value is wrong, in sentences."""
        return said(self.shows(value))

    def why(self, value: Any) -> Facts:
        """Return why a right value is right: this one, where several are."""
        return self.reasons if self.explains is None else self.explains(value)

    @property
    def because(self) -> str:
        """Why the solution is right, in sentences."""
        return said(self.reasons)

    @property
    def hints(self) -> tuple[str, str, str]:
        """Count, place and rule."""
        return self.count, self.place, self.rule

    @property
    def all_hints(self) -> tuple[str, str, str, str]:
        """The three, and the answer."""
        words = self.kind.say(self.solution)
        answer = f"The answer:\n{words}\n" if "\n" in words else f"The answer: {words}. "
        return (*self.hints, answer + self.because)


# Takes a source of randomness; returns an exercise, or None where this draw has too little in it.
Builder = Callable[[random.Random], Exercise | None]


def by_name(*builders: Builder) -> Mapping[str, Builder]:
    """Return the exercises of a lesson under the names of their functions, in this order."""
    return {builder.__name__: builder for builder in builders}


def drawn(builder: Builder, seed: str, rng: random.Random | None = None) -> Exercise:
    """Return the first good case that a builder draws from a seed, or from a source with it."""
    rng = random.Random(seed) if rng is None else rng
    why = "None was returned"
    for _ in range(DRAWS):
        try:
            exercise = builder(rng)
        except CoincidenceError as error:
            why = str(error)
            continue
        if exercise is not None:
            return exercise
    msg = f"{builder.__name__} found no good case in {DRAWS} draws from the seed {seed!r}: {why}"
    raise RuntimeError(msg)


def first_letters(rng: random.Random, number: int) -> list[str]:
    """Return the letters A, B, C, ... as names; where a case is asked again, their new ones."""
    first = ascii_uppercase[:number]
    return [rng.names.get(name, name) for name in first] if isinstance(rng, Renaming) else [*first]


def arrows_of(roles: str) -> list[tuple[str, str]]:
    """Return the arrows of roles: ``"vx xy"`` is v -> x -> y."""
    return [(arrow[0], arrow[1]) for arrow in roles.split()]


def some_of(rng: random.Random, roles: str, chance: float) -> list[tuple[str, str]]:
    """Return each arrow of roles with a chance."""
    return [arrow for arrow in arrows_of(roles) if rng.random() < chance]


def dealt(
    rng: random.Random, roles: str, arrows: Iterable[tuple[str, str]]
) -> tuple[Dag, dict[str, Label]]:
    """Return a graph of roles with letters in their place, dealt at random; the letter of each."""
    hands = rng.sample(roles, len(roles))
    at: dict[str, Label] = dict(zip(hands, first_letters(rng, len(roles)), strict=True))
    return Dag(((at[a], at[b]) for a, b in arrows), nodes=sorted(at.values(), key=str)), at


def names_of(dag: Dag) -> tuple[str, ...]:
    """Return the variables of a graph as text, which answers are made of."""
    return tuple(map(str, dag.nodes))


def random_dag(rng: random.Random, variables: int, edges: int) -> Dag:
    """Return a random graph of the model G(p, m) with the variables A, B, C, ..."""
    dag, at = Dag.random_erdos_renyi(variables, rng, m=edges), first_letters(rng, variables)
    return Dag(((at[dag.position(a)], at[dag.position(b)]) for a, b in dag.edges), nodes=sorted(at))
