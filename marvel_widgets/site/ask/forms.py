"""Answers as a page has them: numbers in place of names, counted in one order.

`site/static/ask_answers.js` has the same forms.
"""

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from itertools import permutations, product
from math import perm, prod
from typing import Any, Final
from urllib.parse import urlsplit

from marvel_widgets.assessment.answers import AnswerKind, Choice, Number, Parts, Statements
from marvel_widgets.assessment.variable_answers import Order, Pairs
from marvel_widgets.site.markdown import Page
from marvel_widgets.site.wheels import release


def kind_as_json(kind: AnswerKind) -> dict[str, Any]:
    """Return a kind of answers as JSON."""
    match kind:
        case Parts(parts=parts):
            return {
                "kind": "parts",
                "parts": {key: kind_as_json(part) for key, part in parts.items()},
            }
        case Number(low=low, high=high):
            return {"kind": "number", "low": low, "high": high}
        case Order():
            length = len(kind.names) if kind.length is None else kind.length
            return {"kind": "order", "names": list(kind.names), "length": length}
        case Pairs(names=names, directed=directed):
            return {"kind": "pairs", "names": list(names), "directed": directed}
    return {"kind": type(kind).__name__.lower(), "names": items_of(kind)}


def items_of(kind: Any) -> list[str]:
    """Return what is ticked, ordered or joined: names, options or sentences."""
    for field in ("names", "options", "sentences"):
        if hasattr(kind, field):
            return list(getattr(kind, field))
    return []


def number_of_answers(kind: AnswerKind) -> int:
    """Return how many answers there are."""
    match kind:
        case Parts(parts=parts):
            return prod(map(number_of_answers, parts.values()))
        case Number(low=low, high=high):
            return high - low + 1
        case Order(names=names, length=length):
            return perm(len(names), len(names) if length is None else length)
        case Choice(options=options):
            return len(options)
    return 1 << len(_units(kind))


def every(kind: AnswerKind) -> Iterator[Any]:
    """Yield all answers, each at its place."""
    match kind:
        case Parts(parts=parts):
            found = product(*map(every, parts.values()))
            yield from (dict(zip(parts, values, strict=True)) for values in found)
        case Number(low=low, high=high):
            yield from range(low, high + 1)
        case Order(names=names, length=length):
            yield from permutations(names, length)
        case Choice(options=options):
            yield from options
        case _:
            units = _units(kind)
            for mask in range(1 << len(units)):
                yield frozenset(unit for i, unit in enumerate(units) if mask >> i & 1)


def _units(kind: Any) -> list[Any]:
    """Return what may be in a set: names, numbers of sentences, pairs."""
    return [each for _, each in getattr(kind, "choices", ())]


def answer_as_json(kind: AnswerKind, value: Any) -> Any:
    """Return an answer as JSON: names as their places."""
    match kind:
        case Parts(parts=parts):
            return {key: answer_as_json(part, value[key]) for key, part in parts.items()}
        case Number():
            return value
        case Statements():
            return sorted(number - 1 for number in value)
        case Choice(options=options):
            return list(options).index(value)
        case Pairs(names=names, directed=directed):
            places = [[list(names).index(end) for end in pair] for pair in value]
            return sorted(pair if directed else sorted(pair) for pair in places)
    places_of = [items_of(kind).index(name) for name in value]
    return places_of if isinstance(kind, Order) else sorted(places_of)


def errors(kind: AnswerKind, value: Any, solution: Any) -> list[str]:
    """Return what of a set is missing or too much, by the places of the names; of sets in parts."""
    if isinstance(kind, Parts):
        found = {k: errors(part, value[k], solution[k]) for k, part in kind.parts.items()}
        return [f"{key}|{name}" for key, names in found.items() for name in names]
    wrong = answer_as_json(kind, frozenset(value) ^ frozenset(solution))
    return ["-".join(map(str, unit)) if isinstance(unit, list) else str(unit) for unit in wrong]


def with_errors(kind: AnswerKind, solution: Any) -> dict[str, Any]:
    """Return by the name of each error that sets may have what of the solution is turned over."""
    if isinstance(kind, Parts):
        nothing: dict[str, frozenset[Any]] = {key: frozenset() for key in kind.parts}
        return {
            f"{key}|{name}": {**nothing, key: turned}
            for key, part in kind.parts.items()
            for name, turned in with_errors(part, solution[key]).items()
        }
    return {errors(kind, {unit}, ())[0]: {unit} for unit in _units(kind)}


def turned_over(value: Any, turned: Any) -> Any:
    """Return an answer with some of its sets' elements taken out or put in."""
    if isinstance(value, dict):
        return {key: turned_over(value[key], turned[key]) for key in value}
    return frozenset(value) ^ frozenset(turned)


def as_json(value: Any) -> str:
    """Return a value as JSON without needless letters."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


_ASKING: Final = re.compile(r"^ExerciseBox\(check\.(\w+)\)", re.MULTILINE)


def ask_page(asked: Mapping[str, tuple[str, str, Mapping[str, Any]]]) -> Page:
    """Return the page: of each notebook its title, the way to its Python, and its cases."""
    lists = "".join(_section(name, *found) for name, found in asked.items())
    body = f"""<main id="main" class="narrow-page" data-kind="exercise-box">
<div data-state></div><div class="ask" data-asking hidden></div>
<div class="ask" data-vote hidden></div>
<p class="way" data-way hidden><a href="#all">All exercises</a> ·
<a href="course/index.html">Course</a></p>
<div data-asked-list id="all"><h1>All exercises</h1>
<p class="lead">Each is asked and judged in this page, also without a network. Answers are kept in
this browser alone.</p><p class="ask-keep" data-kept role="status"></p>
<p class="live ask-keep"><button type="button" data-export>Export as my-progress.jsonl</button>
<label>Import <input type="file" accept=".jsonl" data-import></label>
<button type="button" data-forget>Forget</button></p>
<p>The file is the journal that the notebooks keep: <code>marvel-widgets progress --import</code>
takes it.</p><noscript><p>The questions need JavaScript.</p></noscript>{lists}</div></main>"""
    return Page("ask.html", "Exercises · marvel_widgets", body, sheet="ask.css")


def _section(notebook: str, title: str, live: str, cases: Mapping[str, Any]) -> str:
    number = notebook.partition("-")[0]
    items = "".join(
        f'<li><a href="#q={number}/{name}">{escape(found[0]["title"])}</a></li>'
        for name, found in cases.items()
    )
    return (
        f'<section data-notebook="{number}" data-live="{escape(live)}"><h2>'
        f'<a href="course/{notebook}.html">{number} · {escape(title)}</a></h2>'
        f'<ul class="ask-all">{items}</ul></section>'
    )


def asked_in(source: str) -> str:
    """Return the name of the exercise that a cell asks; empty for other cells."""
    found = _ASKING.search(source)
    return found[1] if found else ""


SIZE = "13 MB"  # of Pyodide's core: the interpreter and its library


def asking_page() -> Page:
    """Return the page that a reader passes once before a notebook runs.

    The name of the notebook is in the address, behind ``#``; site.js passes it on.
    """
    url = release()["url"]
    host = urlsplit(url).hostname
    body = f"""<main id="main" class="narrow-page"><h1>Run it live</h1>
<p class="lead">The notebook runs in this browser: nothing is installed, and what you write stays on
this device. One thing is not part of this site.</p>
<p><b>Python itself comes from {host}</b>, about {SIZE}, which the browser keeps. That host then
learns your address, as every host does that you visit. All else comes from here.</p>
<p class="live"><a class="main" id="start" href="lite/notebooks/index.html">Fetch Python and run</a>
<a href="course/index.html">Read on instead</a></p>
<p class="place">The address is {url}. Whoever writes the site can put Python into it:
<code>marvel-widgets site DIR --pyodide DISTRIBUTION</code>.</p></main>"""
    return Page("run.html", "Run it live · marvel_widgets", body)
