"""An exercise for teachers: an order of parts that keeps what needs what, and the break."""

import random
from collections.abc import Mapping
from itertools import accumulate, permutations

from marvel_widgets.assessment.exercise import Exercise, Mistake
from marvel_widgets.assessment.facts import Fact
from marvel_widgets.assessment.variable_answers import Order
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.teachers.facts_courses import (
    BEFORE_BREAK,
    BREAK,
    NEEDS,
    SESSION,
    AtTheBreak,
    PartNeeds,
)


def ninety_minutes(rng: random.Random) -> Exercise | None:
    """Ask for an order of six parts that keeps what needs what, and the break."""
    left_out = rng.choice(["race", "theorem", "game"])
    parts = [part for part in NEEDS if part != left_out]
    minutes = {part: rng.choice([5, 10, 15, 20, 25]) for part in parts}
    rng.shuffle(parts)
    minutes = {part: minutes[part] for part in parts}
    if sum(minutes.values()) != SESSION - BREAK:
        return None
    orders = list(permutations(parts))
    good = [o for o in orders if _needs_kept(o) and _break_kept(o, minutes)]
    cut = [o for o in orders if _needs_kept(o) and not _break_kept(o, minutes)]
    early = [o for o in orders if not _needs_kept(o) and _break_kept(o, minutes)]
    neither = [o for o in orders if not _needs_kept(o) and o[0] == "tests"]
    if not (good and cut and early):
        return None
    text = ", ".join(f"{part} {minutes[part]}" for part in parts)
    wrong_break = rng.choice(cut)

    return Exercise(
        title="Ninety minutes",
        question=f"A session has {SESSION} minutes, with a break of {BREAK} after the first "
        f"{BEFORE_BREAK}. Six parts, with their minutes: {text}. In the picture, an arrow goes "
        "from each part to a part that needs it. Give an order in which each part comes after "
        "all that it needs, and the break cuts no part in two.",
        kind=Order(parts),
        solution=good[0],
        mistakes=(
            Mistake(wrong_break, "M53"),
            Mistake(rng.choice(early), "M52"),
            Mistake(rng.choice(neither), "M52"),
        ),
        shows=lambda value: (_wrong_with(value, minutes),),
        reasons=(AtTheBreak(tuple((part, minutes[part]) for part in good[0])),),
        hints=(
            f"{len(good)} of the 720 orders {'is' if len(good) == 1 else 'are'} good.",
            f"It begins with {good[0][0]}.",
            "List the orders that follow the arrows, then add up the minutes until 40.",
        ),
        dag=Dag(_arrows(parts), nodes=parts),
        accepts=lambda value: _needs_kept(value) and _break_kept(value, minutes),
        explains=lambda value: (AtTheBreak(tuple((part, minutes[part]) for part in value)),),
        diagnose=lambda value: "M53" if _needs_kept(value) else "M52",
    )


def _arrows(parts: list[str]) -> list[tuple[str, str]]:
    return [(before, part) for part in parts for before in NEEDS[part] if before in parts]


def _needs_kept(order: tuple[str, ...]) -> bool:
    place = {part: at for at, part in enumerate(order)}
    return all(place[before] < place[part] for part in order for before in NEEDS[part])


def _break_kept(order: tuple[str, ...], minutes: Mapping[str, int]) -> bool:
    return BEFORE_BREAK in accumulate(minutes[part] for part in order)


def _wrong_with(order: tuple[str, ...], minutes: Mapping[str, int]) -> Fact:
    for before, after in _arrows(list(minutes)):
        if order.index(before) > order.index(after):
            return PartNeeds(after, before)
    ends = accumulate(minutes[part] for part in order)
    cut = next(part for part, end in zip(order, ends, strict=True) if end > BEFORE_BREAK)
    return AtTheBreak(tuple((p, minutes[p]) for p in order), cut)
