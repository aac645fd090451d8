"""T, the teachers' room: exercises on diagnosis, plans, settings, results."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, permutations
from random import Random
from typing import Any, Final

from marvel_widgets.assessment.answers import Number, Statements
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Fact, Principle, kind
from marvel_widgets.assessment.signing import SignatureError, opened, signed
from marvel_widgets.assessment.true_or_false import numbers, of_one
from marvel_widgets.assessment.variable_answers import Names, Order
from marvel_widgets.core.boundary.removability import removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.counting.facts import Amount, Found, Stated
from marvel_widgets.lessons.removability.exercises import BELIEVED
from marvel_widgets.lessons.separation.by_arrows import letters
from marvel_widgets.text import in_braces

# What may be taken for removable, numbered from 1.
BELIEFS: Final = (
    "all variables without children",
    "all variables with the smallest boundary",
    "all variables at which Condition 1 holds",
    "the variable that MARVEL visits first (smallest boundary, then alphabet)",
    "all variables with the fewest neighbors",
    "all variables without parents",
)

Predicts = kind(
    "number members named",
    lambda number, members, named: (
        f"Belief {number} predicts {in_braces(members) if members else 'none'}; the learner named "
        f"{in_braces(named) if named else 'none'}."
    ),
)
BoundaryShows = kind(
    "x y",
    "The boundary of {x} contains {y}, which is no neighbor of {x}.",
    "The boundary of {x} and its neighbors are the same set, so nothing shows.",
)

SESSION: Final = 90  # minutes
BREAK: Final = 10
BEFORE_BREAK: Final = 40
ITEMS: Final = 10  # of a test form

# What must come before each part of a first session.
NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "tests": (),
    "race": ("tests",),
    "separation": ("tests",),
    "boundaries": ("separation",),
    "removable": ("boundaries",),
    "theorem": ("removable",),
    "game": ("removable",),
}
# Each setting of an app, by the wish that it fulfills.
WISHES: Final[Mapping[str, str]] = {
    "hide": "one part of the app must not be on the screen",
    "lock": "one part must be seen, but nobody may operate it",
    "big": "it is shown by a projector to a large room",
    "answers": "it is an exam, and the app must tell no verdict",
    "predict": "learners must say what they expect before they see it",
    "token": "all must begin at a state that we prepared at home",
}
# What may be done to a result string.
DONE: Final[Mapping[str, str]] = {
    "made": "It is as the notebook made it.",
    "broken": "A mail program broke it into three lines.",
    "copied": "A second student handed in the same string.",
    "signed": "A learner wrote another answer into it and signed it with this library and "
    "the course's key.",
    "edited": "One letter in the middle was changed.",
    "other": "It was made with last year's key.",
    "cut": "The last ten letters are missing.",
}
KEY: Final = "this year"


def _for_which_wish(setting: str, wished: bool) -> str:
    wish, setting = WISHES[setting], written(setting)
    if wished:
        return f"We wish that {wish}: that is what {setting} is for."
    return f"{setting} is for this wish, which we do not have: {wish}."


SettingFor = kind("setting wished", _for_which_wish)
PartNeeds = kind("part before", "{part} comes before {before}, which it needs.")


def _at_the_break(minutes: tuple[tuple[str, int], ...], part: str) -> str:
    if part:
        return f"{part} is cut by the break: no part ends at minute {BEFORE_BREAK}."
    return (
        f"One good order is {', '.join(part for part, _ in minutes)}: a part ends at minute "
        f"{BEFORE_BREAK}, and nothing is used before it is known."
    )


AtTheBreak = kind("minutes part=''", _at_the_break)


def _gain(before: int, after: int, percent: int, right: bool) -> str:
    left, gained = ITEMS - before, after - before
    if right:
        return f"({after} - {before}) / ({ITEMS} - {before}) = {percent / 100:g}."
    return (
        f"{left} points were left to gain, and {gained} of them were gained; {percent} percent of "
        f"{left} would be {percent * left / 100:g}."
    )


NormalizedGain = kind("before after percent right", _gain)
Signature = kind(
    "done valid",
    lambda done, valid: (
        f"We tried it: after '{DONE[done]}' the signature is {'' if valid else 'not '}valid."
    ),
)


def written(setting: str) -> str:
    """Return how a setting is given."""
    return {"big": "big=True", "answers": "answers=False", "predict": "predict=True"}.get(
        setting, f"{setting}="
    )


def tampered(rng: Random) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield what was done to a string, the string, and what was signed."""
    content = {"s": str(rng.randint(1, 99)), "x": rng.sample("ABCDEF", 2)}
    string, other = signed(content, KEY), {**content, "x": ["A", "B", "C"]}
    middle = len(string) // 2
    changed = "A" if string[middle] != "A" else "B"
    yield "made", string, content
    yield "broken", f"{string[:20]}\n{string[20:40]}\n{string[40:]}", content
    yield "copied", string, content
    yield "signed", signed(other, KEY), other
    yield "edited", string[:middle] + changed + string[middle + 1 :], content
    yield "other", signed(content, "last year"), content
    yield "cut", string[:-10], content


CO_PARENTS: Final = Principle(
    "These have a co-parent: a parent of one of their children that is no neighbor."
)
FITTING: Final = "{} {}; one more question, on another graph, tells them apart."

Group = frozenset[str]


def _who(thinks: Callable[[Dag, Label], bool]) -> Callable[[Dag], Group]:
    return lambda dag: frozenset(str(v) for v in dag.nodes if thinks(dag, v))


_SMALLEST: Final = _who(BELIEVED[Belief.small_leaves])
_PREDICT: Final[Sequence[Callable[[Dag], Group]]] = (
    _who(BELIEVED[Belief.only_sinks]),
    _SMALLEST,
    _who(BELIEVED[Belief.condition_1_is_enough]),
    lambda dag: frozenset(sorted(_SMALLEST(dag))[:1]),  # `first_leaves`: what is visited first
    _who(lambda dag, v: len(dag.neighbors(v)) == min(len(dag.neighbors(u)) for u in dag)),
    _who(lambda dag, v: not dag.parents(v)),  # causes first, not effects
)
PREDICTIONS: Final[Mapping[str, Callable[[Dag], Group]]] = dict(zip(BELIEFS, _PREDICT, strict=True))
"""What each belief about removable variables predicts; the learner of `behind` has one of four."""


def behind(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.randint(6, 9))
    right, kind = frozenset(map(str, removable_variables(dag))), Names(names_of(dag))
    given = rng.choice(_PREDICT[:4])(dag)
    predicted = [predict(dag) for predict in _PREDICT]
    fitting = numbers(each == given for each in predicted)
    if given == right or len(fitting) < 2:
        return None
    sharing = numbers(bool(each & given) for each in predicted)
    only_wrong = numbers(each - right == given - right for each in predicted)

    beliefs = Statements([f"Removable: {each}." for each in PREDICTIONS])
    one, words = (min(fitting),), ("belief predicts", "beliefs predict")
    believers = Amount("fitting", one, len(fitting), ",", *words)

    return Exercise(
        title="What does this learner believe?",
        question="We asked a learner for all removable variables of this graph. The answer was "
        f"{kind.say(given)}, which is wrong. Six beliefs about what is removable are listed. "
        "Which of them predict exactly this answer?",
        kind=beliefs,
        solution=fitting,
        believed=(
            (frozenset({min(fitting)}), Belief.one_belief_behind),
            (only_wrong, Belief.understood),
            (sharing, Belief.shared_enough),
        ),
        shows=lambda value: (
            Predicts(
                n := beliefs.told_of(value, fitting), letters(predicted[n - 1]), letters(given)
            ),
        ),
        reasons=(Stated(FITTING, (believers, Found("predicted", one, letters(given), "{}"))),),
        count=f"{len(fitting)} of the six fit.",
        place=f"Begin with belief {min(fitting)}.",
        rule="A belief fits when it predicts each name in the answer, and no other name.",
        dag=dag,
    )


def revealing(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 7, rng.randint(7, 9))
    names = names_of(dag)
    showing = frozenset(v for v in names if dag.co_parents(v))
    colliders = frozenset(v for v in names if len(dag.parents(v)) > 1)
    all_sharing = frozenset(p for v in colliders for p in map(str, dag.parents(v)))
    with_neighbors = frozenset(v for v in names if dag.neighbors(v))
    if not showing or len(with_neighbors) < len(names):
        return None

    return Exercise(
        title="Where does the belief show?",
        question="A learner believes that a Markov boundary holds neighbors only. We ask: 'What "
        "is the boundary of X?' For which variables X is the learner's answer wrong, so that the "
        "belief shows?",
        kind=Names(names),
        solution=showing,
        believed=(
            (frozenset(names), Belief.understood),
            (colliders, Belief.seen_at_the_child),
            (all_sharing, Belief.parents_apart),
        ),
        shows=lambda value: (
            BoundaryShows(
                v := min(value ^ showing), min(map(str, dag.co_parents(v)), default=None)
            ),
        ),
        reasons=(CO_PARENTS,),
        count=f"There are {len(showing)}.",
        place=f"Begin at the parents of {min(str(middle) for _, middle, _ in dag.v_structures())}.",
        rule="The belief shows where boundary and neighbors differ: where there is a co-parent.",
        dag=dag,
    )


def ninety_minutes(rng: random.Random) -> Exercise | None:
    left_out = rng.choice(["race", "theorem", "game"])
    parts = [part for part in NEEDS if part != left_out]
    minutes = {part: rng.choice([5, 10, 15, 20, 25]) for part in parts}
    rng.shuffle(parts)
    minutes = {part: minutes[part] for part in parts}
    if sum(minutes.values()) != SESSION - BREAK:
        return None
    arrows = [(before, part) for part in parts for before in NEEDS[part] if before in parts]

    def needs_kept(order: tuple[str, ...]) -> bool:
        return all(order.index(before) < order.index(part) for before, part in arrows)

    def break_kept(order: tuple[str, ...]) -> bool:
        return BEFORE_BREAK in accumulate(minutes[part] for part in order)

    def at_the_break(order: tuple[str, ...], part: str = "") -> Fact:
        return AtTheBreak(tuple((part, minutes[part]) for part in order), part)

    def wrong_with(order: tuple[str, ...]) -> Fact:
        for before, after in arrows:
            if order.index(before) > order.index(after):
                return PartNeeds(after, before)
        ends = accumulate(minutes[part] for part in order)
        return at_the_break(order, order[sum(end <= BEFORE_BREAK for end in ends)])

    orders = list(permutations(parts))
    good = [o for o in orders if needs_kept(o) and break_kept(o)]
    cut = [o for o in orders if needs_kept(o) and not break_kept(o)]
    early = [o for o in orders if not needs_kept(o) and break_kept(o)]
    neither = [o for o in orders if not needs_kept(o) and o[0] == "tests"]
    if not (good and cut and early):
        return None
    text = ", ".join(f"{part} {minutes[part]}" for part in parts)

    return Exercise(
        title="Ninety minutes",
        question=f"A session has {SESSION} minutes, with a break of {BREAK} after the first "
        f"{BEFORE_BREAK}. Six parts, with their minutes: {text}. In the picture, an arrow goes "
        "from each part to a part that needs it. Give an order in which each part comes after "
        "all that it needs, and the break cuts no part in two.",
        kind=Order(parts),
        solution=good[0],
        believed=(
            (rng.choice(cut), Belief.all_time_teaches),
            (rng.choice(early), Belief.parts_in_any_order),
            (rng.choice(neither), Belief.parts_in_any_order),
        ),
        beliefs=2,
        shows=lambda value: (wrong_with(value),),
        reasons=(at_the_break(good[0]),),
        count=f"{len(good)} of the 720 orders {'is' if len(good) == 1 else 'are'} good.",
        place=f"It begins with {good[0][0]}.",
        rule="List the orders that follow the arrows, then add up the minutes until 40.",
        dag=Dag(arrows, nodes=parts),
        accepts=lambda value: needs_kept(value) and break_kept(value),
        explains=lambda value: (at_the_break(value),),
        diagnose=lambda value: (
            Belief.all_time_teaches if needs_kept(value) else Belief.parts_in_any_order
        ),
    )


KEY_FITS: Final = Principle(
    "A signature shows that letters and key fit. It can't show who used the key, so a report "
    "judges each answer again."
)


def settings(rng: random.Random) -> Exercise | None:
    needed = {rng.choice(["hide", "lock"]), rng.choice(["answers", "predict"])}
    needed |= set(rng.sample(["big", "token"], rng.randint(1, 2)))
    solution, wishes = frozenset(needed), sorted(WISHES[setting] for setting in needed)
    rng.shuffle(wishes)
    each = tuple(f"{written(s)}, so that {WISHES[s]}" for s in WISHES if s in solution)

    return Exercise(
        title="Which settings?",
        question=f"For tomorrow we have these wishes: {'; '.join(wishes)}. Which of the settings "
        "hide, lock, big, answers, predict, token must we give to the app? Name those, and no "
        "other.",
        kind=Names(list(WISHES)),
        solution=solution,
        believed=(
            (solution ^ {"hide", "lock"}, Belief.locked_is_hidden),
            (solution | {"answers", "predict"}, Belief.hidden_answers),
            (frozenset(WISHES), Belief.settings_do_no_harm),
        ),
        shows=lambda value: (SettingFor(s := min(value ^ solution), s in solution),),
        reasons=(Stated("Each wish has one setting: {}.", (Found("settings", (), each, ";"),)),),
        count=f"There are {len(solution)}.",
        place="Read the wish about one part of the app: may it be seen?",
        rule="What is hidden can't be seen; what is locked can be seen, and not operated.",
    )


def gain(rng: random.Random) -> Exercise | None:
    before, after = rng.randint(2, 6), rng.randint(4, 9)
    left = ITEMS - before
    if after <= before or (after - before) * 100 % left:
        return None
    percent = (after - before) * 100 // left
    return Exercise(
        title="What did the class gain?",
        question=f"In form A, before the course, the mean is {before} of {ITEMS} points. In form "
        f"B, after it, the mean is {after}. What is the normalized gain, in percent? It is the "
        "part that was gained of what was left to gain.",
        kind=Number(0, 100),
        solution=percent,
        believed=(
            ((after - before) * 100 // ITEMS, Belief.points_are_gain),
            (after * 100 // ITEMS, Belief.second_test),
            (round((after - before) * 100 / before), Belief.gain_over_start),
        ),
        shows=lambda value: (NormalizedGain(before, after, value, right=False),),
        reasons=(NormalizedGain(before, after, percent, right=True),),
        count=f"It is a number between {percent // 10 * 10} and {percent // 10 * 10 + 10}.",
        place=f"How many points can a class with {before} of {ITEMS} still gain?",
        rule="Divide the points that were gained by the points that were left.",
    )


def _is_valid(string: str) -> bool:
    try:
        return opened(string, KEY).genuine
    except SignatureError:
        return False


def signatures(rng: random.Random) -> Exercise | None:
    valid = {done: _is_valid(string) for done, string, _ in tampered(rng)}
    cases = rng.sample(list(DONE), 6)
    kept = {case for case in cases if valid[case]}
    if not {"signed", "broken"} <= kept or len(kept) == len(cases):
        return None

    def those(wanted: set[str]) -> frozenset[int]:
        return numbers(case in wanted for case in cases)

    solution = those(kept)
    kind = Statements([DONE[case] for case in cases])
    return Exercise(
        title="What does a signature show?",
        question="Six result strings are checked with this year's key. Whose signature is valid?",
        kind=kind,
        solution=solution,
        believed=(
            (those(kept - {"signed", "copied"}), Belief.signature_says_who),
            (those(kept - {"broken"}), Belief.any_change_breaks),
            (those(set(cases) - {"cut"}), Belief.readable_is_valid),
        ),
        shows=of_one(kind, solution, lambda n: (Signature(c := cases[n], valid[c]),)),
        reasons=(KEY_FITS,),
        count=f"{len(solution)} of the six are valid.",
        place=f"Number {min(those({'signed'}))} is one of them.",
        rule="Whoever has the key can sign; white space inside a string does not count.",
    )


EXERCISES: Final = by_name(behind, revealing, ninety_minutes, settings, gain, signatures)
