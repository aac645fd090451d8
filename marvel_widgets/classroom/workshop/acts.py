"""The workshop as data: what is asked, which app answers, and what to say when.

Apps, graphs and exercises are the course's own; what learners say stands in the pages of the guide.
"""

from dataclasses import dataclass
from typing import Final

from marvel_widgets.classroom.units.parts import Part, Plan

ROOM: Final = "{room}"  # stands in code where a projector's settings go


@dataclass(frozen=True, slots=True)
class Act:
    """One app in front of a room, with one question and one exercise.

    `vote` is an exercise of the notebook on which the room votes with cards. At the end the room
    alone sees the run on a graph of the gallery, `ending`. `often` is what learners say, in place
    of what the page of the notebook lists.
    """

    key: str
    minutes: int
    title: str
    notebook: str
    asked: str
    code: str
    exercise: str
    cues: tuple[tuple[int, str], ...]
    ending: str = ""
    often: tuple[str, ...] = ()
    vote: str = ""


OPENING: Final = 3
BREAK: Final = 10
BREAK_AFTER: Final = "boundary"
CLOSING: Final = 3

_ASIA_QUESTION: Final = Act(
    "graph",
    7,
    "One question on a graph",
    "00",
    "Arrows say what acts on what: smoking on the lungs, tuberculosis on what the X-ray shows. We "
    "have seen the X-ray. Does it tell us anything about smoking to hear that the patient has "
    "tuberculosis? If not, the two are *d-separated*: the graph's word for independent.",
    "from marvel_widgets import gallery\n"
    "from marvel_widgets.widgets import DSeparationLab\n\n"
    'question = {"x": "tub", "y": "smoke", "given": ["xray"]}\n'
    'DSeparationLab(gallery["asia"], **question, predict=True, hide=["graph", "question"]{room})',
    "",
    (
        (0, "Read the question aloud. Nobody explains anything yet; all write down yes or no."),
        (2, "Show of hands. Click what most say, and let the app answer."),
        (4, "Ask somebody who was right for the reason; follow the path in the picture."),
        (6, "Say what this was: one CI test. Ask how many a method may need for eight variables."),
    ),
    often=(
        '- "We know the X-ray, so the way is closed" (M2, more given blocks more). Ask what lies '
        "above the X-ray on both sides.",
        '- "Only the variable where two arrows meet opens the way" (M3). The X-ray is below it; '
        "ask what it tells about the place above.",
        '- "No arrow leads from one to the other" (M19). Let them walk a path against an arrow.',
    ),
)
_RACE: Final = Act(
    "race",
    12,
    "Which algorithm needs the fewest tests?",
    "00",
    "One cause and 13 effects. Five algorithms learn this graph from CI tests alone. Which one is "
    "done first, and after how many tests? Bet before the clock runs.",
    "from marvel_widgets import gallery\n"
    "from marvel_widgets.widgets import Race\n\n"
    'Race(gallery["star-14"]{room})',
    "whole_star",
    (
        (0, "All bet first: the winner, and the number of tests of the slowest. Place the bets."),
        (2, "Two are done before the first test. Ask what their boundaries have told them."),
        (4, "To the end. Let the room say the ratio, then read the numbers off."),
        (6, "The exercise: it counts by hand what the slowest did. Ask for the exponent first."),
        (11, "Which graph would make this advantage go away? One proposal, no answer."),
    ),
)

ACTS: Final[tuple[Act, ...]] = (
    _ASIA_QUESTION,
    Act(
        "signs",
        15,
        "Which variables block, which open?",
        "01",
        "Find a set that separates A and B. Then put one more variable into it that opens the way "
        "again. Say each time what you expect before you look.",
        "from marvel_widgets.widgets import DSeparationLab\n\n"
        'graph = "{A B C D E F}; A -> C <- B; C -> D; E -> A; E -> F -> B"\n'
        'DSeparationLab(graph, x="A", y="B", predict=True{room})',
        "separator",
        (
            (0, "In pairs, on their own screens; two minutes without you."),
            (2, "Collect sets. Click one that works, then one that opens the way again."),
            (4, "The vote, each alone: cards up at once. Type the numbers and close it."),
            (
                6,
                "Do what the line below the bars says: a hint, or neighbors with different cards. "
                "Ask again, and see in the picture which way the most frequent mistake overlooks.",
            ),
            (10, "The exercise, each alone. Whoever is done asks for another case."),
            (14, "One sentence from the room: when does a collider let through?"),
        ),
        vote="openers",
    ),
    Act(
        "boundary",
        15,
        "What surrounds a variable?",
        "02",
        "Which variables, once known, make all others useless for guessing whether somebody has "
        "lung cancer? Choose one of the four sets, the smallest that does it. Such a set is the "
        "*Markov boundary* of a variable.",
        "from marvel_widgets import gallery\n"
        "from marvel_widgets.widgets import BoundaryLab\n\n"
        'BoundaryLab(gallery["asia"], x="lung", predict=True, hide=["graph"]{room})',
        "boundary",
        (
            (0, "All choose a set; hands up for each. Take two sets: in what do they differ?"),
            (4, "Let the app judge. If a name was missing: which path goes through it?"),
            (7, "Change x and do it again, quicker: a cause, then an effect."),
            (9, "The exercise, each alone."),
            (13, "Two kinds of members: ask for their names, neighbors and co-parents."),
        ),
    ),
    Act(
        "leave",
        15,
        "Which variable may leave?",
        "03",
        "We strike out a variable with its arrows. Do all statements about the others stay as "
        "they were? Then it is *removable*. Decide for X, then for each of the other three.",
        "from marvel_widgets import gallery\n"
        "from marvel_widgets.widgets import RemovabilityLab\n\n"
        'shown = {"x": "X", "predict": True, "hide": ["graph", "conditions"]}\n'
        'RemovabilityLab(gallery["condition-2-trap"], **shown{room})',
        "removable",
        (
            (0, "Show of hands on X. Ask one of each side for a reason, and let the app judge."),
            (2, "Which statement changed? Read its path in the picture."),
            (3, "The vote, each alone: which statement would change? Cards up, numbers, close."),
            (5, "A hint or neighbors, as the line below the bars says. Ask again, and close."),
            (9, "The exercise, each alone."),
            (13, "Ask: must there always be one that may leave? Why would that help a search?"),
        ),
        vote="changed",
    ),
    Act(
        "play",
        10,
        "Be the algorithm",
        "06",
        "The graph is hidden; you may ask CI tests about it. Visit a variable, find its neighbors, "
        "decide whether it may leave, and go on until none is left.",
        "from marvel_widgets import gallery\n"
        "from marvel_widgets.widgets import BeMarvel\n\n"
        'BeMarvel(gallery["figure-2c"]{room})',
        "",
        (
            (
                0,
                "One person plays, the room votes on each move, ten at most. The line says what is "
                "due; the names in it are for later.",
            ),
            (3, "At the first refusal stop and read the reason aloud. Who had foreseen it?"),
            (
                7,
                "Stop, wherever the game is. Below is the same run by rounds: before each step the "
                "room says which variable leaves.",
            ),
            (9, "The last step shows all arrows that tests can tell. How many tests were made?"),
        ),
        ending="figure-2c",
    ),
    _RACE,
)

DEMO: Final[tuple[Act, ...]] = (
    Act(
        "graph",
        1,
        _ASIA_QUESTION.title,
        _ASIA_QUESTION.notebook,
        _ASIA_QUESTION.asked,
        _ASIA_QUESTION.code,
        "",
        ((0, "Read the question, take one answer from the room, click it."),),
    ),
    Act(
        "run",
        2,
        "A run, test by test",
        "06",
        "MARVEL asks such questions until it knows the graph. Which leaves first?",
        "from marvel_widgets import gallery\n"
        "from marvel_widgets.widgets import MarvelPlayer\n\n"
        'MarvelPlayer(gallery["asia"], level="decision", predict="telling"{room})',
        "",
        (
            (0, "Step with the right arrow; where it asks, take one answer from the room."),
            (1, "Play to the end. Pale is the true graph, dark what was learned."),
        ),
    ),
    Act(
        "race",
        2,
        _RACE.title,
        _RACE.notebook,
        _RACE.asked,
        _RACE.code,
        "",
        (
            (0, "One bet from the room, then run to the end."),
            (1, "Read the two extremes. Where to go on: notebook 00."),
        ),
    ),
)


def begins() -> list[int]:
    """Return after how many minutes each act begins."""
    found, at = [], OPENING
    for act in ACTS:
        found.append(at)
        at += act.minutes + (BREAK if act.key == BREAK_AFTER else 0)
    return found


def timetable(acts: tuple[Act, ...] = ACTS) -> Plan:
    """Return the acts with opening, break and closing as a plan."""
    rows: list[Part] = []
    for act in acts:
        app = act.code.rpartition("\n")[2].partition("(")[0]
        rows.append(Part(act.minutes, act.title, (act.notebook,), app))
        if acts is ACTS and act.key == BREAK_AFTER:
            rows.append(Part(BREAK, "Break", (), ""))
    if acts is not ACTS:
        return Plan("A demonstration", tuple(rows))
    opening = Part(OPENING, "Opening", (), "all open the students' page or notebook")
    closing = Part(CLOSING, "Closing", (), "one sentence from some; results are handed in")
    return Plan("The workshop", (opening, *rows, closing))
