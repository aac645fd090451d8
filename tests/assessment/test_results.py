"""Result strings: what they hold, that they survive mail, and what a signature notices."""

import base64
import hashlib
import hmac
import json
import re
import zlib
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import _made_for, exercises
from marvel_widgets.assessment import results
from marvel_widgets.assessment.results import result_of
from marvel_widgets.assessment.signing import (
    DEFAULT_KEY,
    PREFIX,
    SignatureError,
    digest,
    opened,
    signed,
    strings_in,
)
from marvel_widgets.course.checks import question_digest

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
CONTENT = st.dictionaries(st.text(), JSON, max_size=4)


def answered(student="17", **answers):
    check = exercises("T", student)
    for name, answer in answers.items():
        getattr(check, name)(answer)
    return check


@given(content=CONTENT, key=st.text(max_size=9))
def test_what_is_signed_is_opened_again(content, key):
    string = signed(content, key)
    assert opened(string, key).content == content
    assert opened(string, key).genuine
    assert string == signed(content, key)
    assert not opened(string, key + "x").genuine


def test_the_signature_is_hmac_sha256_of_what_stands_before_it():
    body, _, signature = signed({"a": 1}, "spring").rpartition(".")
    whole = hmac.new(b"spring", body.encode(), hashlib.sha256).digest()
    assert base64.urlsafe_b64decode(signature + "==") == whole[:16]
    packed = base64.urlsafe_b64decode(body.removeprefix(PREFIX) + "==")
    assert json.loads(zlib.decompress(packed)) == {"a": 1}


def test_the_empty_key_is_the_public_one():
    assert signed({"a": 1}) == signed({"a": 1}, DEFAULT_KEY)


def test_any_other_letter_is_noticed():
    string = signed({"student": "17", "answers": ["A"]}, "k")
    for at, letter in enumerate(string):
        changed = string[:at] + ("A" if letter != "A" else "B") + string[at + 1 :]
        with suppress(SignatureError):
            assert not opened(changed, "k").genuine, at


def test_every_cut_is_noticed():
    string = signed({"student": "17"}, "k")
    for length in range(len(string)):
        with pytest.raises(SignatureError):
            opened(string[:length], "k")


def packed(text):
    return base64.urlsafe_b64encode(zlib.compress(text)).decode().rstrip("=")


@pytest.mark.parametrize(
    ("string", "said"),
    [
        ("", "starts with 'mwr1.'"),
        ("mw1.eJx", "starts with 'mwr1.'"),
        ("mwr2.abc.def", "of version 'mwr2.'"),
        ("mwr1.", "cut short"),
        ("mwr1." + "A" * 22, "cut short"),
        ("mwr1.!!!." + "A" * 22, "damaged"),
        ("mwr1." + packed(b"[]") + "." + "A" * 22, "damaged"),
        ("mwr1." + packed(b"[" * 99_999) + "." + "A" * 22, "damaged"),
        ("mwr1." + packed(b" " * 9_000_000) + "." + "A" * 22, "damaged"),
        ("mwr1.éé." + "A" * 22, "damaged"),
        ("mwr1.A\ud800A." + "A" * 22, "damaged"),
        ("mwr1.AAA." + "A" * 21 + "\udfff", "damaged"),
    ],
)
def test_the_error_on_another_string_is_a_sentence(string, said):
    with pytest.raises(SignatureError, match=re.escape(said)):
        opened(string)


@given(
    contents=st.lists(CONTENT, min_size=1, max_size=3),
    every=st.integers(5, 100),
    mark=st.sampled_from(["\n", "\n> ", "\n>> ", "\r\n", "\n    ", "=\n", "=\r\n"]),
)
def test_strings_are_found_in_a_mail_that_broke_them(contents, every, mark):
    strings = list(dict.fromkeys(signed(content) for content in contents))
    broken = [mark.join(s[i : i + every] for i in range(0, len(s), every)) for s in strings]
    mail = "Hi,\n> my results:\n> " + ", and\n> ".join(broken) + "\n-- \nNo. 17, see mw1.eJx"
    assert list(strings_in(mail)) == strings


def test_strings_are_found_between_quotes_and_tags():
    string = signed({"a": 1})
    for text in (f"<pre>{string}</pre>", f"'{string}'", f"({string}).", f"&#x27;{string}&#x27;"):
        assert strings_in(text) == (string,)


def test_a_string_that_lost_its_end_does_not_swallow_the_next():
    one, two = signed({"a": 1}), signed({"b": 2})
    found = strings_in(f"{one[:-30]}\n{two}\n")
    assert found[-1] == two
    with pytest.raises(SignatureError):
        opened(found[0])


def test_a_string_that_lost_its_dot_does_not_take_the_next_one_for_its_signature():
    letters = "A" * 22
    assert strings_in(f"mwr1.{letters}\nmwr1.{letters}\n") == (f"mwr1.{letters}",)
    assert strings_in(f"mwr1.BBBB\nmwr1.{letters}\n") == ("mwr1.BBBB", f"mwr1.{letters}")


def test_a_text_without_strings():
    assert strings_in("mwr stands for Markov; mwr1 too. amwr1.x is a word") == ()


def test_nothing_answered_is_nothing_to_hand_in():
    result = exercises("T", "17").result()
    assert result.string == ""
    assert "nothing to hand in" in repr(result)


def test_a_result_holds_what_was_done():
    check = answered(gain=0)
    check.gain(1)
    check.gain.hint()
    check.revealing.hint()
    check.settings.another()("big")  # practice does not count
    result, genuine = result_of(check.result("k").string, "k")
    assert genuine
    assert (result.notebook, result.student) == ("T", "17")
    rows = {a.name: (a.draw, a.answer, a.tries, a.hints, a.verdict) for a in result.answers}
    assert rows == {"gain": (0, "1", 2, 1, check.gain(1).kind), "revealing": (0, "", 0, 1, "open")}
    assert [a.question for a in result.answers] == [
        question_digest(c) for c in (check.revealing, check.gain)
    ]


def test_a_result_is_short():
    check = exercises("T", "17")
    for each in check:
        each(each.exercise.solution)
    assert len(check.result().string) < 80 * len(check)


def test_an_id_of_any_letters_is_kept():
    for student in ("Zoë", "1\n2", "=1+1", "mwr1.x"):
        result, _ = result_of(answered(student, gain=50).result().string)
        assert result.student == student


def test_the_same_answers_give_the_same_string():
    strings = {answered(gain=50, revealing="A").result("k").string for _ in range(2)}
    assert len(strings) == 1
    assert answered(gain=51, revealing="A").result("k").string not in strings


def test_what_a_cell_shows_can_be_handed_in_as_it_stands():
    check = answered(gain=50, revealing="A, B", behind={1, 2})
    shown = repr(check.result("k"))
    assert strings_in(shown) == (check.result("k").string,)
    assert max(map(len, shown.splitlines())) <= 100
    assert shown.startswith("Notebook T, student 17: 3 answered")


@pytest.mark.parametrize(("student", "told"), [("17", False), ("", False), ("Jane Doe", True)])
def test_a_name_instead_of_a_number_is_reported(student, told):
    check = answered(student, gain=50)
    assert (results.NO_NUMBER in repr(check.result())) == told


def test_a_result_of_another_course_is_refused():
    with pytest.raises(SignatureError, match="course 'cooking'"):
        result_of(signed({"c": "cooking"}))


ROW = ["gain", 0, "abcdef", "50", 1, 0, "correct"]


@pytest.mark.parametrize(
    "rows",
    [
        None,
        {},
        [3],
        ["gain"],
        [ROW[:-1]],
        [[*ROW[:-1], "perfect"]],
        [[*ROW[:4], "1", 0, "correct"]],
        [[*ROW[:4], True, 0, "correct"]],
        [[*ROW[:3], None, 1, 0, "correct"]],
    ],
)
def test_other_content_is_refused(rows):
    content = {"c": results.COURSE, "n": "T", "s": "17", "v": "", "x": rows}
    with pytest.raises(SignatureError, match="does not contain"):
        result_of(signed(content))
    assert result_of(signed({**content, "x": [ROW]}))[0].answers[0].answer == "50"
    for times in ("1", [1, 2, 3], [True], [-1], [1.5]):
        with pytest.raises(SignatureError, match="a time for each answer"):
            result_of(signed({**content, "x": [ROW], "t": times}))


def test_the_digest_distinguishes_questions():
    check = exercises("T", "1")
    others = {question_digest(exercises("T", str(n)).revealing) for n in range(30)}
    assert len(others) > 25
    assert question_digest(check.revealing) == question_digest(exercises("T", "1").revealing)
    assert len(digest("x")) == 6


def test_without_an_installation_the_version_is_empty(monkeypatch):
    def missing(name):
        raise _made_for.PackageNotFoundError(name)

    monkeypatch.setattr(_made_for, "version", missing)
    assert _made_for.library_version() == ""
    result, _ = result_of(answered(gain=50).result().string)
    assert replace(result, library="x").library != result.library == ""
