"""A token that was forged, or comes from a later version, is refused in a sentence or taken."""

import random

import pytest

from marvel_widgets import exercises
from marvel_widgets.widgets import DSeparationLab, ExerciseBox, Race
from tests.fuzz.tokens import GONE, RAW, WRONG, forged, places, try_out, written
from tests.widgets.every_app import APPS

IN_CI = 8  # for each app; `test_every_field` has them all


def forgeries(name):
    kind, state, token_of = written(name)
    found = [forged(state, at, value) for at in places(state) for value in [*WRONG, GONE]]
    return kind, [token_of(each) for each in [*found, {**state, "later": 1}]]


@pytest.mark.parametrize("name", APPS)
def test_some_forged_fields(name):
    kind, tokens = forgeries(name)
    some = random.Random(1).sample(tokens, IN_CI) + tokens[-1:]
    assert [wrong for wrong in (try_out(kind, token) for token in some) if wrong] == []


@pytest.mark.night
@pytest.mark.parametrize("name", APPS)
def test_every_field_forged(name):
    kind, tokens = forgeries(name)
    assert sorted({wrong for wrong in (try_out(kind, token) for token in tokens) if wrong}) == []


@pytest.mark.parametrize(
    ("name", "field", "value", "said"),
    [
        ("ProofWalk", "gap", "X", "it was changed by hand, or comes from another version"),
        ("DSeparationLab", "given", 1, "it was changed by hand, or comes from another version"),
        ("BoundAnatomy", "neighbors", "X", "changed by hand"),
        ("BoundAnatomy", "across", "q", r"its 'across' expected any of \['p', 'in-degree'\]"),
        ("DSeparationLab", "graph", [1, 2], "not the state of a graph: it needs variables, edges"),
        ("BoundaryLab", "graph", {}, "."),
        ("LiveBoard", "reached", {"pc-wins": "x"}, "a number of edges must be"),
        (
            "ExerciseBox",
            "draw",
            "\ud800",
            "this state token is damaged or cut short; copy it whole",
        ),
        ("Race", "bet", "\udfff", "damaged or cut short; copy it whole"),
        ("LemmaBench", "subset", ["A" * 5_000], r"^\['A+\.\.\.A+'\] can't be given here; the cand"),
        ("Race", "algorithms", "A" * 5_000, "^unknown algorithm 'A'; choose one of marvel"),
        ("LiveBoard", "goal", None, r"its .goal. expected a unicode string, not null\."),
    ],
)
def test_a_state_that_is_none_is_refused_in_words_of_ours(name, field, value, said):
    kind, state, token_of = written(name)
    with pytest.raises(ValueError, match=said) as caught:
        kind(token=token_of({**state, field: value}))
    assert not RAW.search(str(caught.value))
    assert len(str(caught.value)) < 300


def test_a_later_version_is_told():
    _, state, token_of = written("DSeparationLab")
    with pytest.raises(ValueError, match="of a later version: it also has 'later'"):
        DSeparationLab(token=token_of({**state, "later": 1}))


def test_a_winner_that_is_no_name_is_refused():
    _, state, token_of = written("Race")
    with pytest.raises(ValueError, match=r"\[\] is not in this race"):
        Race(token=token_of({**state, "bet": []}))


def test_an_answer_that_the_control_can_t_give_comes_back():
    box = ExerciseBox(exercises("03").removable)
    box.answer(1)
    again = ExerciseBox(token=box.token)
    assert again.model.raw == 1
    assert again.text() == box.text()
