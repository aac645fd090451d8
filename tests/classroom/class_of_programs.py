"""A class that hands in programs: ordinary ones, and four that do what a program should not."""

from marvel_widgets import exercises
from marvel_widgets.course.checks import Attempt
from marvel_widgets.lessons.challenge.program_exercises import sources
from marvel_widgets.lessons.challenge.written import WRITTEN

_BEGIN = "def neighbors(ask, x, boundary):\n    "
BAD = {
    "is endless": "while True:\n        pass",
    "loops in C": "return sum(range(10**12))",
    "raises": "return [][9]",
    "peeks": "return ask.__closure__[0].cell_contents.dag.neighbors(x)",
}


def programs(size):
    """Return for each student what the program does, the step and the source, no two alike."""
    found = [(what, "neighbors", f"{_BEGIN}{body}") for what, body in BAD.items()]
    for at in range(size - len(found)):
        step = list(WRITTEN)[at // 2 % len(WRITTEN)]
        right, *wrong = sources(step)
        what = "is right" if at % 2 else "is wrong"
        source = right if at % 2 else wrong[at // 2 % len(wrong)]
        found.append((what, step, f"{source}  # by student {at}"))
    return found


def hand_in(folder, size):
    """Write a class's result strings into a folder; return what each student's program does."""
    does = {}
    for student, (what, step, source) in enumerate(programs(size), start=1):
        check = exercises("programs", student=str(student))
        one = getattr(check, step)
        one.attempt = Attempt(1, 0, "incorrect", one.exercise.kind.code(source))
        (folder / f"{student}.txt").write_text(check.result().string)
        does[str(student)] = what
    return does
