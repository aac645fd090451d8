"""The index of the site's search: which words occur in which section of which page.

What answers a question is in no result: of the notebooks the learner's text is read, without what
is folded and without outputs, and of the teacher's pages the headings alone.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any, Final

from marvel_widgets.classroom.editions import learners_edition
from marvel_widgets.site.markdown import Page, anchor, page_of

SHOWN: Final = 150  # letters of a section that a result shows
# What a word counts, by where it stands: as the page's title, there and in each section of the
# page, in a heading, and each time in the text, up to a limit: long sections are not better ones.
TITLE, OF_TITLE, HEADING, MOST_OF_TEXT = 9, 2, 5, 3
HEADING_LINE: Final = re.compile(r"^(#{1,4}) (.+)$", re.MULTILINE)
FOLDED: Final = re.compile(r"<details\b.*?</details>", re.DOTALL)
FENCE: Final = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class PageEntry:
    """A section that can be found."""

    page: str
    heading: str
    address: str
    kind: str
    text: str
    shown: bool = True


def entries_of(
    notebooks: Mapping[str, dict[str, Any]], docs: Mapping[str, str]
) -> Iterator[PageEntry]:
    """Yield the sections of all notebooks and pages."""
    for name, notebook in notebooks.items():
        cells = learners_edition(notebook)["cells"]
        text = "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
        yield from _sections(text, f"course/{name}.html", "Course")
    for source, text in docs.items():
        if source == "docs/guide/README.md":
            continue
        guide = source.startswith("docs/guide")
        kind = "For teachers" if guide else "Docs"
        yield from _sections(text, page_of(source), kind, words=not guide)


def _sections(text: str, page: str, kind: str, *, words: bool = True) -> Iterator[PageEntry]:
    text = FENCE.sub("", FOLDED.sub("", text))
    parts = HEADING_LINE.split(text)
    title = searched_words(parts[2]) if len(parts) > 2 else page
    for level, heading, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        top = level == "#"
        place = "" if top else f"#{anchor(heading.strip())}"
        said = searched_words(body) if words else ""
        yield PageEntry(
            title, "" if top else searched_words(heading), f"{page}{place}", kind, said, words
        )


def searched_words(markdown: str) -> str:
    """Return Markdown as words alone."""
    text = re.sub(r"!?\[([^\[\]]*)\]\([^()]*\)", r"\1", markdown)
    text = re.sub(r"\$\$?([^$]*)\$\$?", lambda found: _formula(found[1]), text)
    text = re.sub(r"<[^<>]*>|^[ \t]*[-*>] |^\|?[-: |]+\|?$", " ", text, flags=re.MULTILINE)
    text = re.sub(r"[*`|]+", " ", unescape(text))
    return re.sub(r" ([:;,.!?])", r"\1", " ".join(text.split()))


def _formula(latex: str) -> str:
    """Return a short formula as letters, and three dots for one that would be no reading."""
    latex = re.sub(r"\\(to|rightarrow)\b", "→", re.sub(r"\\leftarrow\b", "←", latex))
    letters = re.sub(r"\\(?:mathbf|mathrm|text|operatorname)|[{}_]", "", latex).strip()
    return "…" if re.search(r"[\\^]", letters) else letters


def terms_of(text: str) -> list[str]:
    """Return the words of a text as they are compared: in small letters, plurals as singulars."""
    words = re.findall(r"[^\W_]{2,}", text.lower())
    singular = (re.sub(r"(?<=..)ies$", "y", word) for word in words)
    return [re.sub(r"(?<=[^s]{3})(?<![siu])s$", "", word) for word in singular]


def index_script(entries: Iterable[PageEntry]) -> str:
    """Return the index as a script that a page loads.

    For each word there are numbers of sections, each followed by what the word counts there.
    """
    shown, postings = [], dict[str, list[int]]()
    for number, entry in enumerate(entries):
        beginning = entry.text[:SHOWN] if entry.shown else ""
        if len(entry.text) > SHOWN and beginning:
            beginning = f"{beginning.rpartition(' ')[0]} …"
        shown.append([entry.page, entry.heading, entry.address, entry.kind, beginning])
        for term, weight in _weights(entry).items():
            postings.setdefault(term, []).extend([number, weight])
    data = json.dumps([shown, postings], ensure_ascii=False, separators=(",", ":"))
    return f"marvelIndex({data});\n"


def _weights(entry: PageEntry) -> dict[str, int]:
    found = {term: min(n, MOST_OF_TEXT) for term, n in Counter(terms_of(entry.text)).items()}
    title = OF_TITLE if entry.heading else TITLE
    for text, weight in ((entry.page, title), (entry.heading, HEADING)):
        for term in dict.fromkeys(terms_of(text)):  # in one order, whatever the hashes
            found[term] = found.get(term, 0) + weight
    return found


def search_page() -> Page:
    body = """<main id="main" class="narrow-page"><h1>Search</h1>
<form class="seek-words" role="search" data-search>
<label for="words">Words in course, apps, teacher's pages, docs and reference</label>
<input id="words" type="search" name="q" autocomplete="off" spellcheck="false"></form>
<p data-found role="status"></p><ol class="results" data-results></ol>
<noscript><p>The search needs JavaScript; <a href="course/index.html">the course</a> and
<a href="docs/index.html">the docs</a> list all their pages.</p></noscript>
<script defer src="assets/search.js"></script></main>"""
    return Page("search.html", "Search · marvel_widgets", body)
