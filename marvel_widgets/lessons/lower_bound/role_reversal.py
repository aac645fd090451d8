"""The duel with the roles swapped, as text, table and picture."""

from collections.abc import Sequence
from typing import Final

from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.lessons.lower_bound.pictures import claim_drawing, hidden_drawing
from marvel_widgets.lessons.lower_bound.words import (
    answer_words,
    given_phrase,
    left_words,
    question_words,
    result_words,
)
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.text import counted, escaped, folded, row_html, table_html
from marvel_widgets.theory.adversary import Answer
from marvel_widgets.theory.consistent_dags import ConsistentDags, Question

MOST_DRAWN: Final = 4  # classes that are left
RULE = (
    "You are the adversary: no graph is fixed. Answer as you like, as long as some DAG with "
    "in-degree at most {d} agrees with every answer."
)
STAKES: Final = (
    "Keep {name} asking: while graphs of two classes agree with your answers, "
    "whatever it claims may be wrong."
)


def reversal_lines(
    space: ConsistentDags,
    algorithm: str,
    replies: Sequence[Answer],
    pending: Question | Result,
    tell: bool = True,
) -> list[str]:
    """Return the state of a swapped duel, line by line."""
    lines = [RULE.format(d=space.max_in_degree)]
    if isinstance(pending, Question):
        lines.append(question_words(space.names, algorithm, pending))
        if tell:
            lines += [left_words(space, replies), choice_words(space, replies, pending)]
    else:
        lines.append(result_words(space, replies, pending, tell))
    return lines + [f"{n}. {answer_words(space.names, a)}" for n, a in enumerate(replies, 1)]


def reversal_html(
    space: ConsistentDags,
    algorithm: str,
    replies: Sequence[Answer],
    pending: Question | Result,
    tell: bool = True,
) -> str:
    """Return the question as HTML, or what was found; how many graphs are left."""
    first, *rest = reversal_lines(space, algorithm, replies, pending, tell)[1:]
    head, _, more = first.partition(". ")  # of a question the whole
    said = [more, *rest[:1]] if isinstance(pending, Question) and tell else [more]
    lines = "".join(f'<div class="mw-said">{escaped(line)}</div>' for line in said if line)
    return (
        '<div class="mw-sentence" role="status" aria-live="polite">'
        f"<div>{escaped(head)}{'.' if more else ''}</div>{lines}</div>"
    )


def stakes_html(space: ConsistentDags, algorithm: str) -> str:
    """Return what the learner is after, and the rule, folded."""
    stakes, rule = STAKES.format(name=algorithm_name(algorithm)), RULE.format(d=space.max_in_degree)
    return f'{escaped(stakes)}<div class="mw-claim">{folded("The rule", escaped(rule), "")}</div>'


def choices_left(
    space: ConsistentDags, replies: Sequence[Answer], question: Question
) -> tuple[str, str]:
    """Return how many classes "independent" would leave, and "dependent"."""
    x, y, given = question.x, question.y, question.given
    left = (len(space.classes([*replies, Answer(x, y, given, said)])) for said in (True, False))
    first, second = (counted(n, "class", "classes") for n in left)
    return first, second


def choice_words(space: ConsistentDags, replies: Sequence[Answer], question: Question) -> str:
    """Return how many classes each answer would leave, in one sentence."""
    first, second = choices_left(space, replies, question)
    return f'"Independent" would leave {first}, "dependent" {second}.'


def answers_html(space: ConsistentDags, replies: Sequence[Answer]) -> str:
    """Return the learner's answers as a table."""
    rows = []
    for n, a in enumerate(replies, 1):
        question = f"{a.x} and {a.y} {given_phrase(space.names, a.given)}"
        rows.append(row_html(str(n), [question, "independent" if a.independent else "dependent"]))
    return table_html("Your answers", ("no.", "question", "your answer"), rows)


def reversal_drawings(
    space: ConsistentDags, replies: Sequence[Answer], pending: Question | Result, tell: bool = True
) -> tuple[Drawing, ...]:
    """Return what an algorithm found, and a DAG of each of the first classes that are left."""
    found: tuple[Drawing, ...] = ()
    if isinstance(pending, Result):
        found = (
            claim_drawing(pending.essential_graph, f"{algorithm_name(pending.algorithm)} says"),
        )
    if not tell:
        return found
    classes = space.classes(replies)
    asked = pending if isinstance(pending, Question) else None
    shown = (
        hidden_drawing(dag, f"Class {n} of {len(classes)} left", asked=asked)
        for n, dag in enumerate(classes[:MOST_DRAWN], 1)
    )
    return (*found, *shown)


def reversal_svg(
    space: ConsistentDags,
    algorithm: str,
    replies: Sequence[Answer],
    pending: Question | Result,
    tell: bool = True,
) -> str:
    """Return a swapped duel as one SVG element; empty where nothing may be drawn."""
    drawings = reversal_drawings(space, replies, pending, tell)
    if not drawings:
        return ""
    caption = " ".join(
        reversal_lines(space, algorithm, replies, pending, tell)[: -len(replies) or None]
    )
    return side_by_side(drawings, caption=caption, legend=False)
