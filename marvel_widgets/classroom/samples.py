"""Result strings of made-up learners, to try a report before the course begins."""

from __future__ import annotations

from marvel_widgets.assessment.beliefs import Belief, Believed
from marvel_widgets.course.checks import exercises


def sample_submissions(
    notebook: str, student: str, belief: Believed = "", *, key: str = "", names: str = ""
) -> str:
    """Return the result string of a learner with a certain belief, or with none that is wrong.

    Parameters
    ----------
    notebook : str
    student : str
        Whose cases.
    belief : Belief
        Exercises in which it leads to a wrong answer get that answer, all others the right one.
    key : str
        The teacher's key.
    names : str
        The exercises to answer, with blanks between; all by default.

    Raises
    ------
    ValueError
        The belief, the notebook or an exercise is unknown.

    Examples
    --------
    >>> from marvel_widgets.assessment.results import result_of
    >>> result, _ = result_of(sample_submissions("T", "17", Belief.points_are_gain, names="gain"))
    >>> [(answered.name, answered.verdict) for answered in result.answers]
    [('gain', 'incorrect')]
    """
    if belief and belief not in Belief.__members__:
        msg = f"there is no misconception {belief!r}; take one of marvel_widgets.assessment.Belief"
        raise ValueError(msg)
    checks = exercises(notebook, student)
    wanted = names.split() or [check.name for check in checks]
    unknown = [name for name in wanted if name not in dir(checks)]
    if unknown:
        msg = f"there is no exercise {unknown[0]!r} in notebook {checks.notebook}"
        raise ValueError(msg)
    for name in wanted:
        check = getattr(checks, name)
        held = [m.answer for m in check.exercise.mistakes if m.misconception == belief]
        check(held[0] if held else check.exercise.solution)
    return checks.result(key).string
