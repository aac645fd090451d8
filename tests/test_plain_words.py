"""Docstrings, errors, docs and the list of changes do without the words of a list."""

import re
import tomllib

import pytest

from tests.plain_words import PACKAGE, PLAIN, ROOT, errors, summaries, whole_docstrings
from tests.test_docstrings import on_faces

EXCEPTIONS = tomllib.loads((ROOT / "tests/plain_words.toml").read_text(encoding="utf-8"))
MODULES = sorted(PACKAGE.rglob("*.py"))
# Code in backticks aside. The guide for teachers, docs/guide/, is about people.
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def without_exceptions(text):
    for phrase in EXCEPTIONS:
        text = re.sub(re.escape(phrase), "", text, flags=re.IGNORECASE)
    return text


def found_in(texts):
    return {place: text for place, text in texts if PLAIN.search(without_exceptions(text))}


def docstrings():
    for path in MODULES:
        for name, text in summaries(path):
            yield f"{path.relative_to(ROOT)} {name}", text


def on_the_faces():
    homes = {}
    for home, name in on_faces():
        homes.setdefault(home, set()).add(name)
    for home, names in sorted(homes.items()):
        path = ROOT / f"{home.replace('.', '/')}.py"
        if path.exists():  # else a module of the face itself
            for name, text in whole_docstrings(path, names):
                yield f"{home}.{name}", text


def messages():
    for path in MODULES:
        for line, text in errors(path):
            yield f"{path.relative_to(ROOT)}:{line}", text


def lines():
    for path in PAGES:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.name}:{number}", re.sub(r"`[^`]*`", "", line)


@pytest.mark.parametrize("texts", [docstrings, on_the_faces, messages, lines])
def test_no_text_has_a_word_of_the_list(texts):
    assert found_in(texts()) == {}


@pytest.mark.parametrize(
    "text",
    [
        "Return whom line 6 may still visit.",
        "the name 'A' stands twice",
        "What is told about the question.",
        "net.csv is no file",
        "The file holds no id.",
        "Take out who is independent of x.",
    ],
)
def test_a_planted_sentence_is_found(text):
    assert found_in([("here", text)])


def test_a_planted_error_and_a_planted_docstring_are_read(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(
        'def f(x):\n    """Tell x."""\n    msg = f"{x} is no file"\n    raise ValueError(msg)\n'
        '    raise TypeError("nobody " + f"hears {x}")\n',
        encoding="utf-8",
    )
    assert [text for _, text in summaries(path)] == ["", "Tell x."]
    assert [PLAIN.findall(text) for _, text in errors(path)] == [["is no"], ["nobody", "hears"]]


def test_each_exception_is_needed_and_has_a_reason():
    every = [text for texts in (docstrings, on_the_faces, messages, lines) for _, text in texts()]
    for phrase, reason in EXCEPTIONS.items():
        assert reason
        assert PLAIN.search(phrase), phrase
        assert any(phrase.lower() in text.lower() for text in every), phrase
