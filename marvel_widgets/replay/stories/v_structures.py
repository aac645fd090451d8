"""MARVEL's lines 10 and 11: the v-structures in which the visited variable is a parent."""

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.replay.state import PlayerState, with_arrow
from marvel_widgets.replay.stories.story import Asked, Focus, story, unchanged, yes_no_question
from marvel_widgets.replay.wording import Parts, RunContext
from marvel_widgets.text import listed


@story(
    ev.SeparatingSetRenewed,
    fold=unchanged,
    focus=lambda event, _: Focus((event.x, event.t), event.separating_set or ()),
    question=None,
)
def _separating_set_renewed(
    event: ev.SeparatingSetRenewed, before: PlayerState, context: RunContext
) -> Parts:
    x, t = context.name(event.x), context.name(event.t)
    boundary = context.mask(before.boundaries[event.x])
    if event.separating_set is None:
        text = (
            f"The set kept for {x} and {t} is not inside the present boundary {boundary}, and no "
            "other is found there; we keep the old one."
        )
    else:
        text = (
            f"The set kept for {x} and {t} is not inside the present boundary {boundary}, where "
            f"the lemma needs it; we search again and find {context.some(event.separating_set)}."
        )
    alone = before.boundaries[event.x].bit_count() == 1  # then there is no proper subset
    return text, lemmas.V_STRUCTURES, "no test" if alone else "performed"


def _ask_v_structure_decided(event: ev.VStructureDecided, context: RunContext) -> Asked:
    x, y, t = map(context.name, (event.x, event.y, event.t))
    return yes_no_question(f"Is {x} → {y} ← {t} a v-structure?", event.found)


@story(
    ev.VStructureDecided,
    fold=unchanged,
    focus=lambda event, _: Focus((event.y, event.t), event.separating_set or ()),
    question=_ask_v_structure_decided,
)
def _v_structure_decided(
    event: ev.VStructureDecided, _before: PlayerState, context: RunContext
) -> Parts:
    x, y, t = (context.name(v) for v in (event.x, event.y, event.t))
    if event.found:
        text = (
            f"{x} → {y} ← {t} is a v-structure{context.claimed}: {y} is not in the set that "
            f"separates {x} and {t}, and no set tried separates {y} and {t}."
        )
        return text, lemmas.V_STRUCTURES, "performed"
    if event.in_separating_set:
        text = (
            f"{y} is no common child of {x} and {t}{context.claimed}: it is in the set that "
            "separates them. No test is needed."
        )
        return text, lemmas.V_STRUCTURES, "no test"
    text = (
        f"{y} is no common child of {x} and {t}{context.claimed}: "
        f"{context.some(event.separating_set or ())} separates {y} and {t}, so there is no edge "
        "between these two."
    )
    return text, lemmas.V_STRUCTURES, "performed"


def _fold_v_structures_known(event: ev.VStructuresKnown, state: PlayerState) -> PlayerState:
    for y, t in event.v_structures:
        for tail in (event.x, t):
            state = with_arrow(state, tail, y, "v_structure")
    return state


@story(
    ev.VStructuresKnown,
    fold=_fold_v_structures_known,
    focus=None,
    question=None,
    marks_new=True,
)
def _v_structures_known(
    event: ev.VStructuresKnown, before: PlayerState, context: RunContext
) -> Parts:
    x = context.name(event.x)
    found = [f"{x} → {context.name(y)} ← {context.name(t)}" for y, t in event.v_structures]
    if event.reused:
        kept = listed(found) if found else "there is none now"
        text = f"The v-structures with {x} as a parent were looked for before: {kept}."
        return text, "bookkeeping", "reused"
    if not found:
        # v-structures with a variable that has left were found at its turn, and stay drawn
        left = " of the variables left" if before.removal_order else ""
        text = f"{x} is a parent in no v-structure{left}; no further edge gets a direction."
    else:
        text = f"We direct the edges of {listed(found)}."
    return text, lemmas.V_STRUCTURES, "no test"
