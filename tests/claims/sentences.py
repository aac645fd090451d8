"""A notebook's text cells as sentences: what a reader reads, without headings, code and sources."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
SUMMARY = re.compile(r"<summary>.*?</summary>", re.DOTALL | re.IGNORECASE)
TAG = re.compile(r"</?[A-Za-z][^<>]*>")
HEADING = re.compile(r"^\s{0,3}(#{1,6})\s+(.*)$")
ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+")
QUOTE = re.compile(r"^\s*>\s?")
MATH = re.compile(r"\$\$.+?\$\$|\$[^$\n]+?\$|`[^`]+`", re.DOTALL)
# A sentence ends at a stop that white space and the beginning of another one follow.
STOP = re.compile(r"""[.?!][)"'”’*_]*(?=\s+[("'“‘*_$`]*[A-Z0-9$`À-Þ])""")
ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|cf|vs|al|Fig|Eq|resp|no|vol|pp)|\b[A-Z])\.$")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a notebook: its id, its kind ("markdown" or "code") and its text."""

    id: str
    kind: str
    source: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it stands in a cell, on one line."""

    cell: str
    text: str


def cells_of(path: Path) -> list[Cell]:
    """Return the cells of a notebook."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [
        Cell(cell.get("id", f"number {i}"), cell["cell_type"], "".join(cell["source"]))
        for i, cell in enumerate(cells)
    ]


def sentences_of(cells: list[Cell]) -> list[Sentence]:
    """Return the sentences of the text cells; the section on sources is left out."""
    found: list[Sentence] = []
    in_sources = False
    for cell in cells:
        if cell.kind != "markdown":
            continue
        for block in blocks_of(cell.source):
            if heading := HEADING.match(block):
                if len(heading[1]) <= 2:
                    in_sources = "sources" in heading[2].lower()
            elif not in_sources:
                found += [Sentence(cell.id, text) for text in split(block)]
    return found


def blocks_of(markdown: str) -> list[str]:
    """Return headings, paragraphs, list items and tables, each on one line.

    A formula that stands alone belongs to the paragraph before it.
    """
    text = TAG.sub(" ", SUMMARY.sub("\n\n", COMMENT.sub(" ", FENCE.sub("\n", markdown))))
    blocks: list[str] = []
    for block in _blocks(text):
        alone = block.startswith("$$") and block.rstrip(" .,").endswith("$$")
        if alone and blocks and not HEADING.match(blocks[-1]):
            blocks[-1] += f" {block}"
        else:
            blocks.append(block)
    return blocks


def _blocks(text: str) -> Iterator[str]:
    block: list[str] = []
    for line in [*text.split("\n"), ""]:
        plain = QUOTE.sub("", line).rstrip()
        heading, table = HEADING.match(plain), plain.lstrip().startswith("|")
        begins = heading or ITEM.match(plain) or table != any(b.startswith("|") for b in block)
        if block and (begins or not plain.strip()):
            yield " ".join(block)
            block = []
        if heading:
            yield plain.strip()
        elif plain.strip():
            block.append(ITEM.sub("", plain).strip())


def split(block: str) -> list[str]:
    """Return the sentences of a paragraph; a table is one.

    >>> split("It holds. Why? See e.g. Lemma 5. **Bold.** $Z$ leaves.")
    ['It holds.', 'Why?', 'See e.g. Lemma 5.', '**Bold.**', '$Z$ leaves.']
    """
    text = " ".join(block.split())
    if not text or text.startswith("|"):
        return [text] if text else []
    inside = [(m.start(), m.end()) for m in MATH.finditer(text)]
    parts, start = [], 0
    for stop in STOP.finditer(text):
        in_math = any(a <= stop.start() < b for a, b in inside)
        if not in_math and not ABBREVIATION.search(text[start : stop.start() + 1]):
            parts.append(text[start : stop.end()].strip())
            start = stop.end()
    return [*parts, text[start:].strip()]
