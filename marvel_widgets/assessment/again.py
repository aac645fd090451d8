"""A question asked again: the isomorphic case, with the same beliefs behind the same answers."""

import random
from collections.abc import Mapping
from typing import Any, Final

from marvel_widgets.assessment.answers import Parts, Statements
from marvel_widgets.assessment.exercise import Builder, Exercise, drawn
from marvel_widgets.assessment.renaming import Renaming, renamed

TURNS: Final = 12  # renamings that are tried; where none fits, the order of the names matters


def asked_again(builder: Builder, seed: str, first: Exercise) -> tuple[Exercise, dict[str, str]]:
    """Return the case of a seed under other names, and the new name of each variable.

    The builder works all out anew, and the case is taken only if it is the first one renamed:
    graph, question, solution, and each mistake with its belief. A LookupError says that none fits.
    """
    dag = first.graph
    rng = random.Random(f"again {seed}")
    found = None
    names = [] if dag is None else list(map(str, dag.nodes))
    if not all(len(name) == 1 and name.isupper() for name in names):
        names = []  # a renaming of texts knows single letters
    for _ in range(TURNS if names else 0):
        turn = dict(zip(names, rng.sample(names, len(names)), strict=True))
        source = Renaming(seed)
        source.names = turn
        try:
            again = drawn(builder, seed, source)
        except (LookupError, RuntimeError):
            continue
        if is_renamed(first, again, turn) and again.graph != dag:
            found = again, turn
            if again.solution != first.solution:  # whoever kept an answer would be right
                return found
    if found is not None:
        return found
    msg = f"{first.title!r} has no isomorphic case: it has no graph, or the order of names matters"
    raise LookupError(msg)


def is_renamed(first: Exercise, again: Exercise, names: Mapping[str, str]) -> bool:
    """Return whether a case is another one under other names."""
    return _profile(first, names) == _profile(again, {})


def _profile(exercise: Exercise, names: Mapping[str, str]) -> tuple[Any, ...]:
    """Return all that a renaming must carry over."""
    dag = exercise.graph
    answers = {
        (renamed(_comparable(exercise.kind, mistake.answer), names), mistake.misconception)
        for mistake in exercise.mistakes
    }
    marks = {renamed(str(name), names): state for name, state in exercise.marks.items()}
    solution = renamed(_comparable(exercise.kind, exercise.solution), names)
    edges = {renamed((str(a), str(b)), names) for a, b in (dag.edges if dag else ())}
    lines = frozenset(renamed(exercise.question, names).split("\n"))
    return edges, marks, lines, solution, answers


def _comparable(kind: Any, answer: Any) -> Any:
    """Return an answer that can be compared whatever the order of sentences."""
    if isinstance(kind, Parts):
        parts = kind.parts.items()
        return frozenset((key, _comparable(part, answer[key])) for key, part in parts)
    if isinstance(kind, Statements):
        return frozenset(kind.sentences[number - 1] for number in answer)
    return answer
