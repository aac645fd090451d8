"""Facts on programs: what a changed one returns, what it keeps, which lines need which."""

from marvel_widgets.assessment.kinds import kind


def _returned(answer: str, right: str) -> str:
    if answer == right:
        return "What it returns is right."
    return f"It returns {answer}; right is {right}."


Returns = kind("step change x answer right", _returned)


_WHY = {
    "begins": "Line {earlier} begins what line {later} is inside.",
    "once": "Line {earlier} runs once, before the loop that line {later} begins.",
    "makes": "Line {later} needs {name}, which line {earlier} makes.",
    "changes": "Line {later} changes {name}, which line {earlier} needs as before.",
    "loop": "Line {earlier} is in the loop, and line {later} comes after it.",
}


LineComesLater = kind(
    "later earlier why name",
    lambda later, earlier, why, name: _WHY[why].format(later=later, earlier=earlier, name=name),
)
