"""When what all lessons say is true."""

from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.true_or_false import SentenceIs
from tests.truths import holds, true_when


@true_when(Principle)
def _(case):  # `tests/course/test_facts.py` holds that only constants are given
    return True


@true_when(SentenceIs)
def _(case, number, true, shown, text, wrongly):
    judged = (number in case.answer) == (true != wrongly)
    asked = not text or f"{number}. {text}" in case.asked
    return judged and asked and all(holds(fact, case) for fact in shown)
