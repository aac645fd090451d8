"""A token restores a player, or says what is wrong with it."""

import base64
import json
import string
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.replay.film import LEVELS
from marvel_widgets.replay.state_token import PlayerSettings, from_token, to_token
from marvel_widgets.tokens import unpack
from tests import strategies

SOME = PlayerSettings(Dag("X -> Y <- T; Y -> Z"), "marvel", {"orientation": "printed"}, "round", 17)
FIELDS = {"graph": "X -> Y", "algorithm": "marvel", "options": {}, "level": "test", "position": 3}


def packed(plain: bytes) -> str:
    return "mw1." + base64.urlsafe_b64encode(zlib.compress(plain, 9)).decode().rstrip("=")


def token_of(**changes) -> str:
    fields = {name: value for name, value in (FIELDS | changes).items() if value is not None}
    return packed(json.dumps(fields).encode())


options = st.fixed_dictionaries(
    {},
    optional={
        "bookkeeping": strategies.bookkeepings,
        "orientation": strategies.orientations,
        "no_removable": st.sampled_from(["stop", "smallest-boundary"]),
        "removal_alpha": st.one_of(st.none(), st.floats(0.01, 0.99)),
        "budget": st.integers(0, 10**9),
    },
)


@given(strategies.named_dags(), options, st.sampled_from(LEVELS), st.integers(0, 10**9))
def test_round_trip(dag, chosen, level, position):
    try:
        dag.to_text()
    except GraphError:  # a name that no text can hold
        return
    settings = PlayerSettings(dag, "marvel", chosen, level, position)
    token = to_token(settings)
    assert from_token(token) == settings
    assert to_token(from_token(token)) == token
    assert set(token) <= set(string.ascii_letters + string.digits + "-_.")


def test_white_space_around_is_forgiven():
    assert from_token(f"  {to_token(SOME)}\n") == SOME


def test_labels_come_back_as_strings():
    assert from_token(to_token(PlayerSettings(Dag([(1, 2)])))).dag == Dag([("1", "2")])


def test_the_order_of_the_variables_is_kept():
    dag = Dag("{C B A}; A -> B -> C")
    assert from_token(to_token(PlayerSettings(dag))).dag.nodes == ("C", "B", "A")


def test_a_token_by_hand():
    """Holds the format: tokens in saved notebooks stay valid."""
    settings = from_token(token_of())
    assert settings == PlayerSettings(Dag("X -> Y"), "marvel", {}, "test", 3)


def test_a_graph_of_a_thousand_variables():
    from random import Random

    settings = PlayerSettings(Dag.random_fixed_in_degree(1000, 4, Random(0)))
    token = to_token(settings)
    assert len(token) < 40_000
    assert len(from_token(token).dag) == 1000


@pytest.mark.parametrize("settings", [SOME, PlayerSettings(Dag(""))], ids=["some", "empty"])
def test_a_token_cut_short_anywhere_is_refused(settings):
    token = to_token(settings)
    for length in range(len(token)):
        with pytest.raises(ValueError, match="token"):
            from_token(token[:length])


REFUSED = {
    "damaged or cut short": [
        *(to_token(SOME) + more for more in ("A", "AAAA", "!", " x", ".", "=A")),
        *(token_of(**{name: None}) for name in FIELDS),
    ],
    "token": [
        *(packed(json.dumps(value).encode()) for value in ([], [1], 3, "text", None, True)),
        *(token_of(position=position) for position in (True, 1.5, "3", None, [])),
        packed(b"[" * 100_000),
    ],
    "does not contain": [token_of(extra=1)],
    r"a state token starts with 'mw1\.'; this starts with": [
        *("", "A -> B", "mw", "mw1", "MW1.abc", "http://x.org/mw1."),
    ],
    "of another version": [start + to_token(SOME)[4:] for start in ("mw0.", "mw2.", "mw10.")],
    "'ges'; there is": [token_of(algorithm="ges")],
    "'day'; choose one of": [token_of(level="day")],
    "the token has options that marvel does not take": [
        token_of(options={"orientation": "sideways"}),
        token_of(options={"speed": 3}),
        token_of(options={"budget": -1}),
        token_of(options={"budget": "many"}),
        token_of(options={"removal_alpha": "a lot"}),
        token_of(options={"test": "A -> B"}),
        token_of(options={"removal_alpha": 7}),
    ],
    "cycle": [token_of(graph="A -> B -> A")],
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_is_no_token_is_refused_in_these_words(words):
    for token in REFUSED[words]:
        with pytest.raises(ValueError, match=words):
            from_token(token)


@given(st.data())
def test_one_wrong_letter_never_gives_other_settings(data):
    token = to_token(SOME)
    at = data.draw(st.integers(4, len(token) - 1))
    letter = data.draw(st.sampled_from(string.ascii_letters + string.digits + "-_+/=. é"))
    damaged = token[:at] + letter + token[at + 1 :]
    try:
        found = from_token(damaged)
    except ValueError:
        return
    # the last letter has bits that mean nothing
    assert found == SOME


@given(st.text(max_size=60))
def test_any_text_is_a_value_error(text):
    for token in (text, f"mw1.{text}"):
        with pytest.raises(ValueError, match="token"):
            from_token(token)


@given(st.binary(max_size=80))
def test_any_packed_bytes_are_a_value_error(plain):
    with pytest.raises(ValueError, match="token"):
        from_token(packed(plain))


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.sampled_from(sorted(FIELDS)), json_values)
def test_a_field_of_another_kind_is_a_value_error(name, value):
    try:
        settings = from_token(token_of(**{name: value}))
    except ValueError:
        return
    assert isinstance(settings.position, int)
    assert isinstance(settings.options, dict)
    assert settings.level in LEVELS


@pytest.mark.parametrize("size", [3_000_000, 30_000_000])
def test_a_bomb_is_refused_before_it_unfolds(size):
    packer = zlib.compressobj(9)
    chunk = b" " * 1_000_000
    body = b"".join(packer.compress(chunk) for _ in range(size // len(chunk))) + packer.flush()
    token = "mw1." + base64.urlsafe_b64encode(body).decode()
    with pytest.raises(ValueError, match="damaged or cut short") as refused:
        from_token(token.rstrip("="))
    assert str(refused.value.__cause__) == "too long"  # found before the rest is unpacked


@pytest.mark.parametrize("text", ["eNpNTssKgzAQ_JWw", "AAAA", "eJwLT80DAAMDAVI", "é", "e"])
def test_damage_is_told_in_our_words_and_not_in_those_of_a_library(text):
    with pytest.raises(
        ValueError, match=r"^this state token is damaged or cut short; copy it whole$"
    ):
        unpack(f"mwa1.{text}", "mwa1.")
