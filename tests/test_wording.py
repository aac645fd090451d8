"""A variable is *which*, a person is *who*: no text for learners or teachers mixes them up.

Read are the strings of the package (but for docstrings and the help of traits), its TOML, the
notebooks and the guide. What prints comes from these. The sentences about people are listed.
"""

import ast
import functools
import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PERSONAL = re.compile(
    r"\b(who|whom|who(?:m)?ever|(?:no|some|every|any)body|(?:some|every|any)one|no one)\b",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"(?<=[.?!:;|])[\s*]+|\n\n|\n[-|#]")
PEOPLE = {
    # what learners may type for an empty answer
    "nobody",
    # learners, teachers, and those who look on
    "whether somebody has lung cancer",
    "Nobody explains anything yet",
    "Ask somebody who was right",
    "Whoever is done asks for another case",
    "Who had foreseen it?",
    "nobody was watched with a clock",
    "A reader who finds such a place",
    "A learner who now says",
    "One who says $\\{T, Z\\}$ looks at the boundary",
    "Whoever runs the code can sign",
    "It can't show who answered",
    "who typed the answer",
    "a valid signature says who answered",
    "It can't show who used the key",
    "Whoever has the key can sign",
    "somebody who wants to cheat",
    "one part must be seen, but nobody may operate it",
    "Somebody claims",
    "morning somebody slipped",
    "on which somebody slipped",
    "Given that somebody slipped?",
    "Somebody slipped, so the lawn was probably wet",
    "Whoever writes the site",
    # the guide speaks of a room
    "let somebody say why",
    "Learners who find a blocked path",
    "before anyone scrolls",
    "Ask who finds this plausible",
    "Whoever finds a path with all kinds of steps",
    "surprises everybody",
    "ask everybody for the one hypothesis",
    "everybody says one line",
    "who would have signed this promise",
    "Who believes that 23 are enough",
    "When somebody names the graph",
    "Wait for somebody to be surprised",
    "who finds a better adversary",
    "unless somebody wants to repeat the tables",
    "the learner who is right for a wrong reason",
    "Who does not use nbgrader",
    # algorithms in a race
    "Write down who performs the fewest tests",
    "Write down also who has the smallest mean set",
    "Who wins on one graph need not win on",
    "Who will be first",
    "where nobody was stopped",
}


def docstrings(tree):
    """Return the docstrings of a module, and the help of its traits."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body:
            first = node.body[0]
            found += [first.value] if isinstance(first, ast.Expr) else []
        if isinstance(node, ast.keyword) and node.arg == "help":
            found.append(node.value)
    return {id(each) for each in found}


def strings(path):
    """Yield the strings of a module that may reach a screen; those with values in them in parts."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = docstrings(tree)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in silent
        ):
            yield node.value


def inside(value):
    """Yield the strings of a TOML file."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from inside(one)


def cells(path):
    """Yield the texts and the code of a notebook."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        yield "".join(cell["source"])


def sources():
    """Yield every text by the name of its file."""
    for path in sorted((ROOT / "marvel_widgets").rglob("*.py")):
        if PERSONAL.search(path.read_text(encoding="utf-8")):
            yield from ((path, text) for text in strings(path))
    for path in sorted((ROOT / "marvel_widgets").rglob("*.toml")):
        yield from ((path, text) for text in inside(tomllib.loads(path.read_text("utf-8"))))
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        yield from ((path, text) for text in cells(path))
    for path in [*sorted((ROOT / "docs" / "guide").glob("*.md")), ROOT / "docs" / "guide.md"]:
        yield path, path.read_text(encoding="utf-8")
    yield ROOT / "README.md", (ROOT / "README.md").read_text(encoding="utf-8")


@functools.cache
def told():
    """Return the sentences that speak of somebody, each with its file."""
    return [(str(path.relative_to(ROOT)), s) for path, text in sources() for s in personal(text)]


def personal(text):
    """Return the sentences of a text that speak of somebody."""
    if not PERSONAL.search(text):
        return []
    return [each.strip() for each in SENTENCE_END.split(text) if PERSONAL.search(each)]


def about_people(sentence):
    short = {"nobody"}
    flat = " ".join(sentence.split())
    return flat in short or any(known in flat for known in PEOPLE - short)


def test_only_people_are_who():
    assert [each for each in told() if not about_people(each[1])] == []


def test_each_listed_sentence_is_there():
    everything = [" ".join(sentence.split()) for _, sentence in told()]
    assert [known for known in PEOPLE if not any(known in each for each in everything)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Who may leave?",
        "Left by now: oracle nobody",
        "decide who may leave",
        "everybody else stays",
    ],
)
def test_a_variable_that_is_a_person_is_seen(text):
    assert [each for each in personal(text) if not about_people(each)]


@pytest.mark.parametrize("text", ["Which may leave?", "the one whose boundary is small"])
def test_a_variable_that_is_which_passes(text):
    assert personal(text) == []
