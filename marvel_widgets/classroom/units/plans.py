"""The plans: units from PC and units on MARVEL, the workshop, and an exam on paper."""

from collections.abc import Mapping
from typing import Final

from marvel_widgets.classroom.units.parts import Home, Part, Plan
from marvel_widgets.classroom.workshop.acts import timetable

_READ: Final = "question, recall, vocabulary, worked example; then its exercises of the core"
_ALL_BUT: Final = "all but Your turn, which is for home"
_P1_HOME: Final = ("how_many_sets", "two_orders", "what_pc_asks")
_P2_HOME: Final = ("what_sets_say", "settle", "two_readings")
_BEFORE_TURN: Final = (
    "question", "recall", "vocabulary", "worked example", "predict", "the app"
)  # fmt: skip

_PC: Final = Plan(
    "PC in 90 minutes",
    (
        Part(
            10,
            "What do we have to ask?",
            ("P1",),
            "the first question on all screens",
            shows=("question",),
            cues=(
                (0, "Nothing is explained yet: all answer the notebook's first question."),
                (
                    4,
                    "Ask somebody who was right for the reason, then say what PC may do: CI tests.",
                ),
                (7, "Collect guesses: how many tests for the eight variables of the clinic?"),
            ),
        ),
        Part(
            20,
            "Levels, and sets from the neighbors",
            ("P1",),
            "worked example by projector; all step along",
            shows=("vocabulary", "worked example"),
            cues=(
                (0, "Begin with all edges. Ask which test costs least, and let that be level 0."),
                (6, "Step the worked example. Before each level: from where may its sets come?"),
                (14, "The same with gaps, in pairs. What is kept when an edge goes, and why?"),
            ),
        ),
        Part(
            15,
            "Be PC",
            ("P1",),
            "in pairs; one pair tells its moves",
            shows=("predict", "the app"),
            cues=(
                (0, "The guesses first, each alone. Then they play, five minutes without you."),
                (6, "At a refused move, stop and read the reason aloud. Who had foreseen it?"),
                (11, "To the end. Compare the number of tests with the guesses on the board."),
            ),
        ),
        Part(
            10,
            "One exercise each",
            ("P1",),
            "another case for the quick ones",
            asks=("which_sets",),
            cues=(
                (0, "Each alone. It is under Your turn; the others there are for home."),
                (7, "Ask for a wrong answer that was tempting, and which belief is behind it."),
            ),
        ),
        Part(
            20,
            "Colliders from separating sets",
            ("P2",),
            "by projector",
            shows=("question", "vocabulary", "worked example"),
            cues=(
                (0, "The question first: which of these edges can be directed at all?"),
                (5, "Take the kept sets out again: which variables are in the set?"),
                (
                    13,
                    "Let two sets disagree. What should a program do? Then show the three ways.",
                ),
            ),
        ),
        Part(
            10,
            "One exercise each",
            ("P2",),
            "each alone, then the pairs compare",
            asks=("arrows_at_the_end",),
            cues=(
                (0, "Each alone; then the pairs agree on one answer."),
                (7, "Ask which arrow came from a collider, and which from one of Meek's rules."),
            ),
        ),
        Part(
            5,
            "What did it cost?",
            ("P2",),
            "one sentence from each",
            shows=("clinic", "what we learned"),
            cues=(
                (0, "Read the number of tests again. Must a method ask so many?"),
                (3, "Home: the exercises in homework.ipynb. The last minute is for questions."),
            ),
        ),
    ),
    "For a class that knows d-separation. Notebooks P1 and P2 stand beside the row: a class "
    "that stops here has PC whole, skeleton and directions, and a question to go on with.",
    known=("00", "01"),
    home=(Home("P1", _P1_HOME), Home("P2", _P2_HOME)),
    exam=("P1",),
)
_TO_MARVEL: Final = (
    Home("02", ("split", "grow_shrink")),
    Home("03", ("missing", "order")),
    Home("05", ("first_set", "condition_one_pairs")),
    Home("06", ("update_pairs", "boundaries_after")),
    Home("10", ("who_asks", "fewest_tests")),
)


def _to_marvel(first: Part, meeting: int) -> tuple[Part, ...]:
    """Return two meetings from boundaries to the race; `first` opens the first of them."""
    return (
        first,
        Part(40, "Markov boundaries", ("02",), _READ, meeting),
        Part(40, "Which variables may leave?", ("03",), _READ, meeting),
        Part(32, "From pictures to tests", ("05",), _READ, meeting + 1),
        Part(35, "Be MARVEL", ("06",), "worked example, then the game in pairs", meeting + 1),
        Part(23, "Both on one graph", ("10",), "bets first; the race by projector", meeting + 1),
    )


_PC_MARVEL: Final = Plan(
    "PC and MARVEL in three meetings",
    (
        Part(45, "PC: the skeleton", ("P1",), _ALL_BUT, shows=_BEFORE_TURN),
        Part(45, "PC: the directions", ("P2",), _ALL_BUT, shows=_BEFORE_TURN),
        *_to_marvel(
            Part(
                10,
                "What did PC cost?",
                ("P1",),
                "the last section again, from memory",
                2,
                shows=("clinic",),
                cues=(
                    (0, "From memory: how many tests did PC make on the clinic, and on Asia?"),
                    (5, "What if each variable told first which others surround it? Take guesses."),
                ),
            ),
            2,
        ),
    ),
    "For a class that knows d-separation. The first meeting ends with what PC costs, and the other "
    "two answer it: MARVEL asks for boundaries first, and lets one variable after the other leave.",
    known=("00", "01"),
    home=(
        Home("P1", ("which_sets", *_P1_HOME)),
        Home("P2", ("arrows_at_the_end", *_P2_HOME)),
        *_TO_MARVEL,
    ),
    exam=("06",),
)
_AFTER_FCI: Final = Plan(
    "For a class that knows PC and FCI",
    _to_marvel(
        Part(
            10,
            "Which method asks least?",
            ("00",),
            "a bet on the star, then the race",
            shows=("question",),
            cues=(
                (0, "All bet: which is done first, and after how many tests is the slowest?"),
                (4, "To the end. PC makes so many: from which set does it draw, on this graph?"),
                (7, "FCI doubts that all is measured. MARVEL does not: keep this for the end."),
            ),
        ),
        1,
    ),
    "For a class that knows d-separation, PC and FCI, in two meetings. The kit teaches no FCI: in "
    "all notebooks each common cause is measured. What would change if not is a question for the "
    "last minutes.",
    known=("00", "01", "P1", "P2"),
    home=_TO_MARVEL,
    exam=("05",),
)
_UNIT: Final = Plan(
    "A unit of three weeks, with two sessions in each",
    (
        Part(90, "Week 1, first session", ("00", "01"), "form A of the test first (20 minutes)"),
        Part(90, "Week 1, second session", ("02", "03"), "strings of 03 are handed in", 2),
        Part(
            90, "Week 2, first session", ("04", "05"), "home: one lemma on a graph of one's own", 3
        ),
        Part(90, "Week 2, second session", ("06", "07"), "the game in pairs", 4),
        Part(
            90, "Week 3, first session", ("08", "09"), "home: E, choose one erratum and tell it", 5
        ),
        Part(
            90,
            "Week 3, second session",
            ("10", "11"),
            "without what their pages skip; form B of the test last",
            6,
        ),
    ),
    "The numbered notebooks, two in a session: predictions, apps and talk in class, the exercises "
    "of what is deeper at home.",
    home=(
        Home("01", ("open_paths", "verdicts", "separated_pairs", "openers")),
        Home("03", ("missing", "repair", "order", "remarks")),
        Home("05", ("first_set", "neighbor_tests", "counterexample")),
        Home("06", ("update_pairs", "update_set", "boundaries_after", "second_visit")),
        Home("07", ("v_structures", "meek", "class_size")),
        Home("E", ("misleading_set", "ties")),
    ),
    exam=("06",),
)
_EXAM: Final = Plan(
    "An exam on paper",
    (
        Part(
            5,
            "Sheets are handed out",
            (),
            "marvel-widgets test-form 03 --student 17 --html 17.html",
        ),
        Part(45, "Each student solves their own cases", ("03",), "paper and pencil; no computer"),
        Part(10, "One open question", ("07",), "the same for all: a claim to doubt, in five lines"),
    ),
)
UNITS: Final[Mapping[str, Plan]] = {
    "pc": _PC,
    "pc-marvel": _PC_MARVEL,
    "after-fci": _AFTER_FCI,
    "unit": _UNIT,
    "workshop": timetable(),
}
_PLANS: Final = {**UNITS, "exam": _EXAM}


def plan(name: str) -> Plan:
    """Return a plan, which a notebook shows as a table.

    Raises
    ------
    ValueError
        There is no such plan.

    Examples
    --------
    >>> plan("workshop").minutes
    90
    >>> plan("unit").notebooks[-1]
    '11'
    """
    if name not in _PLANS:
        msg = f"there is no plan {name!r}; choose one of {', '.join(_PLANS)}"
        raise ValueError(msg)
    return _PLANS[name]
