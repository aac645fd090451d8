"""Sentences that were false once, and words that a reader would stumble over, come back nowhere.

Spelling is codespell's, the form of docstrings ruff's.
"""

import json
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Each beside the test, or the reason, that shows it to be false.
FALSE = {
    # five variables refute it
    "the second half alone": r"second (half )?says:? ([\"“']adjacent|[^.]*are adjacent)",
    # test_distinct_tests_stay_below_the_upper_bound, and two lines prove it
    "tried where proved": r"in (every|each) graph that we (have )?tried",
    # the printed bookkeeping remembers what passed, the full one what failed as well
    "what is remembered": r"what passed or failed (then )?is not asked again",
    # notebook 10 prints 1.6, 5.6, 7.7 and 6.7: the last is smaller
    "a growing gap": r"\bgap (to the next best |between MARVEL and the next best )?grows\b",
    # at in-degree 3 the bound is 780, and CS performs 793 in the mean
    "only from 4 on": r"From 4 on the bound is|bound starts to hold at 4",
    # the printed numbers are means
    "medians against means": r"median of 20 runs of ours is [\d.]+ to [\d.]+ times",
    # one effect of twelve causes: MARVEL 24,708, another algorithm 101
    "nobody does better": r"^# (\d\d: )?Nobody can do (much )?better",
    # tests performed after the boundaries beside different tests, boundaries included
    "two units": r"greedy ancestral search \(2026\), asks 101",
    # of the 197 families p is 0.16: whether the parents resemble each other nobody knows
    "a false independence": r"cancel, so the one false independence took",
    # one effect of twelve causes is the graph on which the bound is not met
    "not the worst graph": r"on the worst graph: on one effect",
    # italics are for the words of the paper
    "no quotation": r"\*the learned graph has the same skeleton",
    "a plural of one": r"(?<![\d.,/^-])\b1 (pairs|tests|neighbors|sets|co-parents)\b",
    "a belief is certain": r"A belief that leads here, and is wrong",
}
# A variable is *which*: in what learners and teachers read, a person does none of this.
PERSON = re.compile(
    r"\b(?:who(?:m|ever)?|(?:no|some|every|any)(?:body|one)|no one)(?: else| may| can| must| is)*"
    r" (?:leaves?|stays?|removed|removable|visited|independent|dependent|separated|given|tested)\b",
    re.IGNORECASE,
)
# In docstrings, errors and docs; each comment has the usual words.
PLAIN = re.compile(
    r"\b(?:who|whom|who(?:m)?ever|(?:no|some|any|every)body|(?:some|any|every)one|no one"  # which
    r"|tell(?:s|ing)?(?! \w+ (?:from|apart))|told"  # return, report, show, distinguish
    r"|stands?|stood|standing|trouble|hears?|heard|speaks?|spoken|said"  # is; error; concerns
    r"|looked at|anew|by now|lets? go"  # considered; again; so far
    r"|(?:what|that|one|which) is none|(?<!there )(?:is|are|was) no(?! longer| more)"  # is not a
    r"|(?:file|string|cell|line|mask|folder|page|list|text|token|table|JSON|notebook) holds?"
    r"|what (?:\w+ ){1,4}holds?|(?:what|that) (?:came|comes) (?:out|of|after)"  # contains; results
    r")\b(?! apart| for\b| in for\b| from\b)",
    re.IGNORECASE,
)
# Where such a word is right: people; labels and names of the kit.
RIGHT = re.compile(
    r"(?:learners?|students) who|for one who has|this is no exam|knows by now|You said|\"said\""
    r"|\"?telling(?:\"| question)|`[^`]*`|\{[^{}]*\}",
    re.IGNORECASE,
)
DOCSTRING = re.compile(r'^([^\n]*?)"""(.*?)(?:\n\n.*?)?"""', re.DOTALL | re.MULTILINE)
MESSAGE = re.compile(r"\b(?:msg|message) = (?:\((.*?)\n *\)|([^\n]*))", re.DOTALL)


@cache
def texts(pattern):
    """Return the text of each file that matches, of a notebook its Markdown and code."""
    found = {}
    for path in sorted(ROOT.glob(pattern)):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".ipynb":
            cells = json.loads(text)["cells"]
            text = "\n\n".join("".join(cell["source"]) for cell in cells)
        found[path.relative_to(ROOT).as_posix()] = text
    return found


def matches(pattern, pages):
    kept = ((name, text) for name, text in pages.items() if "CHANGELOG" not in name)
    return [(name, match[0]) for name, text in kept for match in pattern.finditer(text)]


@pytest.mark.parametrize("name", FALSE)
def test_what_was_wrong_comes_back_nowhere(name):
    assert (
        matches(
            re.compile(FALSE[name], re.MULTILINE),
            texts("notebooks/*.ipynb") | texts("docs/**/*.md"),
        )
        == []
    )


def test_only_people_are_who():
    read = ("notebooks/*.ipynb", "docs/guide/*.md", "marvel_widgets/**/*.toml")
    pages = {name: text for pattern in read for name, text in texts(pattern).items()}
    assert matches(PERSON, pages | texts("marvel_widgets/**/*.py")) == []


def test_docstrings_errors_and_docs_are_plain():
    said = texts("README.md") | texts("docs/*.md")
    for name, source in texts("marvel_widgets/**/*.py").items():
        errors = ["".join(parts) for parts in re.findall(MESSAGE, source)]
        docstrings = [text for before, text in re.findall(DOCSTRING, source) if not before.strip()]
        said[name] = "\n".join(docstrings + errors)
    assert matches(PLAIN, {name: RIGHT.sub("", text) for name, text in said.items()}) == []
