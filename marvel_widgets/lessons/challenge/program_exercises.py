"""Exercises whose answer is a program: `exercises("programs")` has them."""

import random
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from marvel_widgets.assessment.exercise import Builder, Exercise, Mistake
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.assessment.misconceptions import belief
from marvel_widgets.assessment.program_answers import Program, function_of
from marvel_widgets.lessons.challenge.judge import Judged, challenge
from marvel_widgets.lessons.challenge.tasks import TASKS
from marvel_widgets.lessons.challenge.written import WRITTEN

ProgramDoes = kind("step text graphs x y", "{text}")


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
            return (written.fault,)
        found = judged(step, source)
        name = belief(found.belief) if found.belief else ""
        text = found.text.removeprefix("Not right. ").removesuffix(name)
        return (ProgramDoes(step, text.rstrip(), *_place(found)),)

    return Exercise(
        title=f"Write {step}",
        question=f"Write a function {task.form} that returns {task.gives}. {task.about_tests}",
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
