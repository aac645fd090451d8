"""List the numbers in the prose of notebooks that their code and its outputs do not show.

    python -m tests.numbers [NOTEBOOK ...]

A part (from one heading ## or ### to the next) is held against its own code, one without code
against the whole notebook's. 0, 1 and 2 pass, as do names (Theorem 1, V2), minutes and sources.
"""

import json
import re
import sys
from itertools import product
from pathlib import Path

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
ONES = " one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
ONES = [*ONES.split(" "), "sixteen", "seventeen", "eighteen", "nineteen"]
TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
WORDS = {f"{TENS[t]}-{ONES[n]}".strip("-"): 10 * t + n for t, n in product(range(10), range(10))}
WORDS |= {word: n for n, word in enumerate(ONES)}
WORD = re.compile(rf"\b(?:{'|'.join(sorted(WORDS, key=len)[:0:-1])})\b", re.IGNORECASE)
NAMED = re.compile(
    r"^\*About .*?\.|^## Sources.*|^\d\. |\]\([^)]*\)|<[^<>]*>|\bthree questions on|_\{.*?\}|_\w"
    r"|\b(?:theorem|lemma|condition|algorithm|line|figure|table|scenario|example|notebook|step"
    r"|appendix|section|part|exercise|rule)s?\s+\d[\d.]*[a-z]?\b(?:(?:,? and|,| or| to)\s+\d+\b)*"
    r"|\b[a-z_]\w*\d\w*|\b0\d\b",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
SILENT = re.compile(r"<style.*?</style>|<[^<>]*>", re.DOTALL)


def numbers(text):
    """Return the numbers of a text, those in words too, without the commas of thousands."""
    text = WORD.sub(lambda word: str(WORDS[word[0].lower()]), text)
    return set(re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d)(,|_|\\,)(?=\d{3})", "", text)))


def shown_by(cell):
    """Return the numbers in the source of a code cell and in its outputs, but for the drawing."""
    datas = [output.get("data", {"text": output.get("text", "")}) for output in cell["outputs"]]
    texts = [
        "".join(text) for data in datas for text in data.values() if not isinstance(text, dict)
    ]
    return numbers(SILENT.sub(" ", " ".join(["".join(cell["source"]), *texts])))


def is_one_of(number, exact):
    """Return whether a number is one of these, or one of them rounded."""
    digits = len(number.partition(".")[2])
    return number in exact or any(f"{float(n):.{digits}f}" == number for n in exact if "." in n)


def unbacked(notebook):
    """Return (cell, number) for each number in the prose that the code nearby does not show."""
    part, prose, shown = 0, [], {}
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code":
            shown.setdefault(part, set()).update(shown_by(cell))
        else:
            part += bool(re.search("^###? ", text, re.MULTILINE))
            prose.append((part, cell["id"], numbers(NAMED.sub(" ", text)) - {"0", "1", "2"}))
    everything = set().union(*shown.values())
    return {
        (name, number)
        for part, name, found in prose
        for number in found
        if not is_one_of(number, shown.get(part, everything))
    }


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:] or sorted(NOTEBOOKS.glob("*.ipynb"))):
        for cell, number in sorted(unbacked(json.loads(path.read_text(encoding="utf-8")))):
            sys.stdout.write(f"{path.stem} {cell} {number}\n")
