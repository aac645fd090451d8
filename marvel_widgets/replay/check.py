"""What an algorithm still lacks, all at once, and the first graph on which it goes wrong.

    python -m marvel_widgets.replay.check NAME

It is here, and not beside the algorithms, since the core knows nothing of words and pictures.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import Parameter, signature
from pathlib import Path
from random import Random
from typing import Any

from marvel_widgets import core
from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.algorithms.event_types import EVENTS
from marvel_widgets.core.algorithms.events import Finished
from marvel_widgets.core.algorithms.registry import described_as, options_of, record
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.fold import STORIES, without_story
from marvel_widgets.replay.option_words import TITLES, option_words
from marvel_widgets.replay.presentation import PRESENTATIONS, Presentation
from marvel_widgets.replay.pseudocode import PURPOSES
from marvel_widgets.text import counted
from marvel_widgets.theory.consistent_dags import all_dags

DOCS = "core.md"
# The gallery has the graphs on which the algorithms' known errors show.
LARGEST, DRAWN = 8, 30


def graphs() -> Iterator[Dag]:
    """Yield all DAGs with 1 to 4 variables, the gallery's, and drawn ones of 6 to 8 variables."""
    for p in range(1, 5):
        yield from all_dags("ABCD"[:p])
    yield from (dag for dag in gallery.values() if len(dag) <= LARGEST)
    rng = Random(0)
    for at in range(DRAWN):
        p = 6 + at % 3
        yield Dag.random_erdos_renyi(p, rng, m=rng.randint(p - 1, 2 * p))


def lacking(algorithm: Algorithm, docs: str | None = None) -> list[str]:
    """Return what an algorithm lacks; `docs` is the text of docs/core.md, if it is at hand."""
    found = [*_in_value(algorithm), *_without_words(algorithm)]
    presentation = PRESENTATIONS.get(algorithm.name)
    if presentation is None:
        found.append("no presentation: add one to PRESENTATIONS in replay/presentation.py")
    else:
        found += _in_presentation(algorithm, presentation)
        found += _shared(presentation, (t for t in PRESENTATIONS.values() if t is not presentation))
    if docs is not None and f"| `{algorithm.name}` |" not in docs:
        found.append(f"no row `{algorithm.name}` in the table of docs/{DOCS}")
    return found


def _in_value(algorithm: Algorithm) -> Iterator[str]:
    if algorithm.function.__name__ != algorithm.name:
        yield f"the function is called {algorithm.function.__name__}, not {algorithm.name}"
    if algorithm.name not in core.__all__:
        yield "core/__init__.py does not import the function, so users can't"
    parameters = signature(algorithm.function).parameters
    for name in ("test", "boundaries", "budget"):
        if name not in parameters:
            yield f"the function has no parameter {name}"
    if any(p.kind is Parameter.VAR_KEYWORD for p in parameters.values()):
        yield "the function hides its options in **options; menus read them off its signature"
    for kind in algorithm.events:
        if EVENTS.get(kind.__name__) is not kind:
            yield f"{kind.__name__} is in no module of core/algorithms whose name ends in events"
        if kind not in STORIES:
            yield without_story(kind)


def _without_words(algorithm: Algorithm) -> Iterator[str]:
    for purpose in algorithm.purposes:
        if purpose not in PURPOSES:
            yield f"no words for the purpose {purpose!r}; see PURPOSES in replay/pseudocode.py"
    for name, option in options_of(algorithm.name).items():
        for value in option.choices:
            try:
                _ = TITLES[name], option_words(name, value)
            except (KeyError, ValueError):
                yield f"no words for the option {name}={value!r}; see replay/option_words.py"


def _in_presentation(algorithm: Algorithm, presentation: Presentation) -> Iterator[str]:
    for part in ("title", "short", "words", "lines", "ends_round"):
        if not getattr(presentation, part):
            yield f"the presentation has no {part}"
    numbers = {line.number for line in presentation.lines}
    for purpose in algorithm.all_purposes():
        if presentation.line_of_purpose.get(purpose) not in numbers:
            yield f"no line of the pseudo-code asks the tests of purpose {purpose!r}"
    for kind in algorithm.events:
        line = presentation.line_of_event.get(kind, kind.line)
        if line not in numbers and kind is not Finished:
            yield f"{kind.__name__} is on line {line}, which the pseudo-code does not have"
    known = {(name, v) for name, o in options_of(algorithm.name).items() for v in o.choices}
    for choice, lines in presentation.reworded.items():
        if choice not in known or not numbers.issuperset(lines):
            yield f"reworded speaks of {choice}, an option or a line that is not there"


def _shared(presentation: Presentation, others: Iterable[Presentation]) -> Iterator[str]:
    for other in others:
        for part in ("title", "short", "words"):
            own = getattr(presentation, part)
            if own and own == getattr(other, part):
                yield f"{other.name} has the same {part}: {own}"


def first_fault(algorithm: Algorithm, dags: Iterable[Dag]) -> str:
    """Return the first graph on which a run goes wrong, and how; empty if none does.

    Each is run as by default, as it was published, and with the true boundaries given.
    """
    for dag in dags:
        given = {name: dag.markov_boundary(name) for name in dag.nodes}
        ways: list[tuple[Any, Mapping[str, str]]] = [(None, {}), (given, {})]
        if algorithm.published:
            ways.append((None, algorithm.published))
        for boundaries, options in ways:
            fault = _fault(algorithm, dag, boundaries, options)
            if fault:
                how = "".join(f", {name}={value!r}" for name, value in options.items())
                how += "" if boundaries is None else ", boundaries given"
                return f"first wrong on {dag.to_text()}{how}: {fault}"
    return ""


def _fault(algorithm: Algorithm, dag: Dag, given: Any, options: Mapping[str, str]) -> str:
    try:
        trace = record(algorithm.name, dag, given, **options)
    except Exception as error:  # whatever it is, this is the graph to look at
        return f"{type(error).__name__}: {error}"
    truth, found = essential_graph(dag), trace.result.essential_graph
    if not algorithm.is_right(found, truth):
        return f"its {algorithm.finds} is {found}; the truth is {truth}"
    return _untold(algorithm, trace, dag, options)


def _untold(algorithm: Algorithm, trace: Trace, dag: Dag, options: Mapping[str, str]) -> str:
    """Return the purposes and events of a run that its value or presentation lacks."""
    for step in trace.steps:
        if type(step.event) not in algorithm.events:
            return f"it yields {type(step.event).__name__}, which `events` does not name"
    for purpose in trace.result.counts.by_purpose:
        if purpose not in algorithm.all_purposes(options):
            return f"it asks tests of purpose {purpose!r}, which `purposes` does not name"
    if algorithm.name in PRESENTATIONS:
        film = Film(trace, dag)
        lines = {line.number for line in film.pseudocode()}
        for position in range(film.last + 1):
            try:
                explanation = film.frame(position).explanation
            except Exception as error:
                return f"no sentence at position {position}: {type(error).__name__}: {error}"
            if explanation.line not in lines:
                return f"position {position} is on line {explanation.line}, which is not there"
    return ""


def _docs() -> str | None:
    package = Path(__file__).resolve().parents[1]
    places = (package.parent / "docs" / DOCS, package / "bundled_docs" / DOCS)
    return next((place.read_text("utf-8") for place in places if place.is_file()), None)


def _main(arguments: Sequence[str]) -> int:
    """Print what the named algorithms lack; the exit status is 1 if anything is missing."""
    status = 0
    for name in arguments:
        try:
            algorithm, tried = described_as(name), list(graphs())
            wrong = first_fault(algorithm, tried)
            found = [*lacking(algorithm, _docs()), *([wrong] if wrong else [])]
        except ValueError as error:
            found, tried = [f"{error}; a file of core/algorithms registers it by an Algorithm"], []
        status = status or bool(found)
        right = f"nothing is missing, and it is right on {counted(len(tried), 'graph')}"
        lines = [f"{name}: {counted(len(found), 'fault')}" if found else f"{name}: {right}"]
        sys.stdout.write("\n  ".join([*lines, *found]) + "\n")
    return status


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
