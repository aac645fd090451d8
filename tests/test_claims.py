"""Every sentence of the notebooks that states a number or a rule has a backing in the ledger."""

import json
import subprocess
import sys

import pytest

from tests.claims.detector import why_a_claim
from tests.claims.ledger import LEDGERS, ROOT, Audit, audit, entry_to_fill_in, ledger_path
from tests.claims.sentences import Cell, Sentence, sentences_of, split

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_claim_is_backed(notebook):
    found = audit(notebook, ledger_path(notebook))
    listed = "\n".join([*found.faults, *map(entry_to_fill_in, found.unbacked)])
    assert not listed, f"python -m tests.claims notebooks/{notebook.name}\n{listed}"


def test_every_ledger_belongs_to_a_notebook():
    assert {path.stem for path in LEDGERS.glob("*.toml")} <= {path.stem for path in NOTEBOOKS}


# What the detector sees, and what it lets pass.


@pytest.mark.parametrize(
    ("sentence", "because"),
    [
        ("The star has 14 variables.", "14"),
        ("It asks 53,248 questions.", "53,248"),
        ("The correlation is -0.5 here.", "-0.5"),
        ("There are three of them.", "three"),
        ("Ninety-one tests are needed.", "Ninety"),
        ("There are $\\binom{p}{2}$ pairs.", "2"),
        ("PC can need $(p-1)\\,2^{p-2}$ tests.", "1"),
        ("$$\\forall S$$ they depend.", "for all"),
        ("Its degree is $13$.", "13"),
        ("In Theorem 1 there are 2 conditions.", "2"),
        ("*Every* DAG has one.", "Every"),
        ("Nobody can do better.", "Nobody"),
        ("At **most** so many.", "most"),
        ("It is never wrong.", "never"),
        ("No set separates them.", "No"),
        ("Exactly as many.", "Exactly"),
        ("Both leave.", "Both"),
        ("Each of the variables was seen.", "Each"),
    ],
)
def test_claims_are_seen(sentence, because):
    assert why_a_claim(sentence) == because


@pytest.mark.parametrize(
    "sentence",
    [
        "A variable may leave when its neighbors stay joined.",
        "Theorem 1 of the paper says when.",
        "Lines 13 and 20 are where it goes wrong.",
        "Conditions 1, 2 and 3 are told in Lemma 5 and Figures 2 to 4.",
        "We write $X_1$ and $X_{(12)}$ for them.",
        "V2 leaves before V3 does.",
        "Look at `Race(14)` and at `0 -> 2`.",
        "They are in each other's boundary.",
        "How many of the 14 variables may leave?",
        "This is anyone's guess, almost.",
        "A notable one is Allen.",
        "See [the page](https://example.org/2021/all.html).",
        "*About 45 minutes.*",
        "The name is M4.",
    ],
)
def test_other_sentences_pass(sentence):
    assert why_a_claim(sentence) == ""


def markdown(*sources):
    return [Cell(f"text-{i}", "markdown", source) for i, source in enumerate(sources)]


def texts(*sources):
    return [sentence.text for sentence in sentences_of(markdown(*sources))]


def test_sentences_of_a_cell():
    cell = """## A heading with 3 words

A sentence over
two lines. Another one, e.g. this! Is $a = 0. B$ split? **No.** E. Mokhtarian wrote it.

- an item
  of two lines
1. Do it. Then rest.

> Quoted text.

| p | tests |
|---|---|
| 3 | 6 |

```python
all_of_it = 12
```
<details><summary>Answer to 2</summary>

Four.

</details>
"""
    assert texts(cell) == [
        "A sentence over two lines.",
        "Another one, e.g. this!",
        "Is $a = 0. B$ split?",
        "**No.**",
        "E. Mokhtarian wrote it.",
        "an item of two lines",
        "Do it.",
        "Then rest.",
        "Quoted text.",
        "| p | tests | |---|---| | 3 | 6 |",
        "Four.",
    ]


def test_a_formula_that_stands_alone_belongs_to_the_sentence_before():
    assert texts("So there are\n\n$$\\binom{p}{2}$$\n\nof them.") == [
        "So there are $$\\binom{p}{2}$$",
        "of them.",
    ]


def test_the_section_on_sources_is_left_out():
    assert texts("Before.", "## Sources\n\nAll 3 of them.", "More of 4.", "## After\n\nSix.") == [
        "Before.",
        "Six.",
    ]


def test_code_cells_are_no_text():
    assert sentences_of([Cell("a", "code", "# all of them")]) == []


def test_split_keeps_every_character():
    text = "It holds. Why? See e.g. Lemma 5. **Bold.** $Z$ leaves. a.b.c (And so on.) 3.5 of it."
    assert " ".join(split(text)) == text


# A ledger that is whole passes; a spoilt one doesn't.

CELLS = [
    {"id": "title", "cell_type": "markdown", "source": ["# Stars\n", "\n", "*About 9 minutes.*"]},
    {"id": "say", "cell_type": "markdown", "source": ["It has **14** variables.\n", "All leave."]},
    {"id": "prove", "cell_type": "code", "source": ["assert p == 14"]},
    {"id": "show", "cell_type": "code", "source": ["# assert nothing\n", "p"]},
]
WHOLE = """
[[claim]]
says = "14 variables"
by = "cell:prove"
[[claim]]
says = "All leave."
by = ["test:tests/test_claims.py::test_every_claim_is_backed", "source:the paper, page 3"]
"""


@pytest.fixture
def audited(tmp_path):
    """Return a function that audits a small notebook against a ledger's text."""

    def judge(ledger_text, cells=CELLS) -> Audit:
        notebook, ledger = tmp_path / "00-stars.ipynb", tmp_path / "00-stars.toml"
        notebook.write_text(json.dumps({"cells": cells}), encoding="utf-8")
        ledger.write_text(ledger_text, encoding="utf-8")
        return audit(notebook, ledger)

    return judge


def test_a_whole_ledger_passes(audited):
    found = audited(WHOLE)
    assert len(found.claims) == 2
    assert (found.unbacked, found.faults) == ((), ())


def test_a_claim_without_backing_is_listed(audited):
    found = audited(WHOLE.replace("14 variables", "About 9"))
    assert found.unbacked == (Sentence("say", "It has **14** variables."),)
    assert "in cell say, because of '14'" in entry_to_fill_in(found.unbacked[0])


def test_a_notebook_without_a_ledger_fails(tmp_path):
    notebook = tmp_path / "00-stars.ipynb"
    notebook.write_text(json.dumps({"cells": CELLS}), encoding="utf-8")
    found = audit(notebook, tmp_path / "00-stars.toml")
    assert len(found.unbacked) == 2
    assert found.faults == ("there is no ledger 00-stars.toml",)


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("14 variables", "15 variables", "stands in no sentence"),
        ("14 variables", "a", "stands in 2 sentences"),
        ("cell:prove", "cell:proof", "no code cell 'proof'"),
        ("cell:prove", "cell:say", "no code cell 'say'"),
        ("cell:prove", "cell:show", "holds no assert"),
        ("::test_every_claim_is_backed", "::test_no_claim", "has no 'test_no_claim'"),
        ("::test_every_claim_is_backed", "::markdown", "names no test function"),
        ("::test_every_claim_is_backed", "", "names no test function"),
        ("tests/test_claims.py", "tests/test_blames.py", "there is no file"),
        ("tests/test_claims.py", "marvel_widgets/cli.py", "there is no file"),
        ("source:the paper, page 3", "source: ", "must say where"),
        ("source:the paper, page 3", "hearsay", "is none of"),
        ("source:the paper, page 3", "", "is none of"),
        ('by = "cell:prove"', "by = []", "a text or a list of texts"),
        ('by = "cell:prove"', "", "must have the two fields"),
        ('says = "14 variables"', 'says = "**"', "must have the two fields"),
        ("[[claim]]", "[[claims]]", "besides [[claim]]"),
        ("[[claim]]", "[[claim", "is no TOML"),
    ],
)
def test_a_spoilt_ledger_fails(audited, right, wrong, fault):
    assert right in WHOLE
    assert any(fault in found for found in audited(WHOLE.replace(right, wrong)).faults)


def test_a_changed_sentence_loses_its_backing(audited):
    changed = json.loads(json.dumps(CELLS).replace("14", "15"))
    found = audited(WHOLE, changed)
    assert [sentence.text for sentence in found.unbacked] == ["It has **15** variables."]
    assert any("stands in no sentence" in fault for fault in found.faults)


def test_an_assert_that_cannot_fail_is_none(audited):
    vacuous = json.loads(json.dumps(CELLS).replace("assert p == 14", "assert True"))
    assert any("holds no assert" in fault for fault in audited(WHOLE, vacuous).faults)


@pytest.mark.parametrize("quoted", ["It's all of 'them'", 'He said "all"', "$\\{A\\}$ is all", "'"])
def test_the_entry_to_fill_in_can_be_read(audited, quoted):
    cells = [{"id": "say", "cell_type": "markdown", "source": f"{quoted} of 5."}]
    filled = entry_to_fill_in(Sentence("say", f"{quoted} of 5.")).replace('""', '"opinion"')
    assert audited(filled, cells) == Audit((Sentence("say", f"{quoted} of 5."),), (), ())


def test_the_command_lists_what_is_missing(tmp_path):
    notebook = tmp_path / "00-stars.ipynb"
    notebook.write_text(json.dumps({"cells": CELLS}), encoding="utf-8")
    command = [sys.executable, "-m", "tests.claims", str(notebook)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    assert "2 claims, 2 without backing" in run.stdout
    assert "says = 'All leave.'" in run.stdout
