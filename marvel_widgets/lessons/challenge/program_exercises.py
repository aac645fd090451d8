"""Exercises whose answer is a program: `exercises("programs")` has them."""

import random
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from marvel_widgets.assessment.exercise import Builder, Exercise, Mistake
from marvel_widgets.assessment.facts import Case, Facts, Principle
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.assessment.misconceptions import Misconception, belief
from marvel_widgets.assessment.program_answers import Program, function_of
from marvel_widgets.lessons.challenge.judge import Judged, challenge
from marvel_widgets.lessons.challenge.tasks import TASKS

_IMPORT: Final = "from itertools import combinations\n"


class Written(NamedTuple):
    """A step as a program: its source, what typical wrong ones have in place of a part, hints."""

    source: str
    part: str
    wrong: tuple[tuple[Misconception, str], ...]
    hints: tuple[str, str, str]


WRITTEN: Final = MappingProxyType(
    {
        "separate": Written(
            _IMPORT
            + """def separate(ask, x, y, candidates):
    for size in range(len(candidates) + 1):
        for given in combinations(sorted(candidates), size):
            if ask(x, y, given):
                return set(given)
    return None""",
            "range(len(candidates) + 1)",
            (
                ("M8", "[len(candidates)]"),
                ("M17", "range(1, len(candidates) + 1)"),
                ("M28", "[0]"),
            ),
            (
                "Four nested lines are enough.",
                "Begin with the empty set; the whole set of candidates is the last one.",
                "Some subset separates, or none: only all of them can show that none does.",
            ),
        ),
        "neighbors": Written(
            _IMPORT
            + """def neighbors(ask, x, boundary):
    found = set()
    for y in boundary:
        others = sorted(boundary - {y})
        sets = [s for n in range(len(others) + 1) for s in combinations(others, n)]
        if not any(ask(x, y, s) for s in sets):
            found.add(y)
    return found""",
            "range(len(others) + 1)",
            (("M8", "[len(others)]"), ("M17", "range(1, len(others) + 1)"), ("M28", "[0]")),
            (
                "Each member of the boundary is tried by itself.",
                "For a member y, take the sets out of the others in the boundary.",
                "y is a neighbor of x exactly when no set of the others separates the two.",
            ),
        ),
        "skeleton": Written(
            _IMPORT
            + """def skeleton(ask, names):
    edges = {frozenset(pair) for pair in combinations(names, 2)}
    for size in range(len(names) - 1):
        for x, y in combinations(names, 2):
            for a, b in ((x, y), (y, x)):
                near = [w for w in names if w not in (a, b) and frozenset((a, w)) in edges]
                for given in combinations(near, size):
                    if frozenset((a, b)) in edges and ask(a, b, given):
                        edges.remove(frozenset((a, b)))
    return edges""",
            "range(len(names) - 1)",
            (("M8", "[len(names) - 2]"), ("M17", "range(1, len(names) - 1)"), ("M28", "[0]")),
            (
                "It begins with all pairs, and takes pairs out.",
                "Go by the size of the set: first none, then one variable, and so on.",
                "Two variables without an edge are separated by neighbors of one of them.",
            ),
        ),
    }
)


@kind("{text}")
def ProgramDoes(  # noqa: N802 - the name of a kind
    case: Case, step: str, text: str, graphs: tuple[str, ...], x: str | None, y: str | None
) -> bool:
    """Return whether the judge finds this of the program again, on these graphs."""
    found = judged(step, case.answer)
    return text in found.text and (graphs, x, y) == _place(found)


def _place(found: Judged) -> tuple[tuple[str, ...], str | None, str | None]:
    """Return the graphs on which a program goes wrong, and at which variables."""
    graphs = [dag.to_text() for dag in (found.counterexample, found.rival) if dag is not None]
    at = [each for each in (found.call.case if found.call else ()) if isinstance(each, str)]
    x, y = [*at, None, None][:2]
    return tuple(graphs), x, y


@lru_cache(maxsize=64)
def judged(step: str, source: str) -> Judged:
    """Return the verdict on a program of this kernel."""
    return challenge(step)(function_of(source))


def sources(step: str) -> tuple[str, ...]:
    """Return the kit's programs for a step, the right one first."""
    written = WRITTEN[step]
    return (written.source, *(written.source.replace(written.part, w) for _, w in written.wrong))


def _exercise(step: str) -> Exercise:
    task, written = TASKS[step], WRITTEN[step]
    right, *wrong = sources(step)

    def accepts(source: str) -> bool:
        return source == right or (source not in wrong and judged(step, source).right)

    def shows(source: str) -> Facts:
        if source in wrong:
            return (Principle("It does not try all the sets that may separate."),)
        found = judged(step, source)
        name = belief(found.belief) if found.belief else ""
        text = found.text.removeprefix("Not right. ").removesuffix(name)
        return (ProgramDoes(step, text.rstrip(), *_place(found)),)

    return Exercise(
        title=f"Write {step}",
        question=f"Write a function {task.form} that returns {task.gives}. "
        "ask(x, y, given) is True where x and y are independent given a set of names.",
        kind=Program(task.form, sources(step)),
        solution=right,
        mistakes=tuple(
            Mistake(source, name) for source, (name, _) in zip(wrong, written.wrong, strict=True)
        ),
        shows=shows,
        reasons=(Principle("It is right on all small classes, and on the larger hidden graphs."),),
        hints=written.hints,
        accepts=accepts,
        diagnose=lambda source: judged(step, source).belief,
    )


def _builder(step: str) -> Builder:
    def build(_: random.Random) -> Exercise:
        return _exercise(step)

    return build


PROGRAMS: Final = MappingProxyType({step: _builder(step) for step in WRITTEN})
