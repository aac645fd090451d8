"""Print what each exercise says of drawn cases: ``python -m tests.verdict_texts [DRAWS] > texts``.

One line of JSON for each verdict on a solution, a typical mistake, a near miss or a guess. Two
files, made at two commits, show with diff what a change made learners read.
"""

import json
import random
import sys

from marvel_widgets.assessment.verdict import judge
from marvel_widgets.course import pre_post
from marvel_widgets.course.checks import Check, builders
from marvel_widgets.course.registry import LESSONS
from tests.course.test_witnesses_and_beliefs import wrong_answers

GUESSES = 10


def asked():
    """Yield (notebook, name, builder) of every exercise there is."""
    for notebook in LESSONS:
        for name, builder in builders(notebook).items():
            yield notebook, name, builder
    for form in pre_post.FORMS:
        for name, builder in builders(f"PRE-POST-{form}").items():
            yield f"PRE-POST-{form}", name, builder


def answers(exercise, seed):
    """The solution, and wrong answers of each sort."""
    rng = random.Random(seed)
    guesses = [exercise.kind.random(rng) for _ in range(GUESSES)]
    parts = one_part_off(exercise, guesses)
    return [exercise.solution, *wrong_answers(exercise, seed), *guesses, *parts]


def one_part_off(exercise, guesses):
    """Right answers in which one part is a mistake's or a guess: each part in its turn."""
    others = [*(mistake.answer for mistake in exercise.mistakes), *guesses[:3]]
    for key in getattr(exercise.kind, "parts", ()):
        for other in others:
            if other[key] != exercise.solution[key]:
                yield {**exercise.solution, key: other[key]}


def lines(draws, only=()):
    """Yield the lines of the file; of some notebooks only where any are named."""
    for notebook, name, builder in asked():
        for draw in range(draws if not only or notebook in only else 0):
            exercise = Check(notebook, name, builder, f"draw {draw}").exercise
            place = f"{notebook} {name} {draw}"
            yield place, "question", [*exercise.sentences, *exercise.all_hints]
            for value in answers(exercise, place):
                yield place, exercise.kind.code(value), judge(exercise, value).text


if __name__ == "__main__":
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    found = {json.dumps(line, ensure_ascii=False) for line in lines(draws, sys.argv[2:])}
    sys.stdout.writelines(f"{line}\n" for line in sorted(found))
