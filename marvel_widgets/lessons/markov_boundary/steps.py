"""Boundary discovery in lanes, for the eye: sentences, a picture, a question, tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.boundary import events as ev
from marvel_widgets.lessons.markov_boundary.lanes import Lane, Lanes
from marvel_widgets.pictures.band import Said, band_html
from marvel_widgets.pictures.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_words import said_of
from marvel_widgets.replay.static_views import numbers_html
from marvel_widgets.replay.wording import given_words
from marvel_widgets.text import counted, escaped

WITHHELD = "The answer is withheld."
COUNTING = (
    "CI tests are counted one by one as they are asked; different ones count each statement once."
)


def lane_place(lane: Lane) -> str:
    total = len(lane.film.trace.tests)
    known = f"{lane.known:,} of {counted(len(lane.film.trace.names), 'boundary', 'boundaries')}"
    cut = "" if lane.film.trace.result.complete else ", where the run was stopped"
    end = f"at its end{cut}, " if lane.finished else ""
    tests = f"{lane.frame.tests_done:,} of {counted(total, 'CI test')}{false_words(lane)}"
    return f"{end}{tests}; {known} known"


def false_words(lane: Lane) -> str:
    """Return how many answers of a lane were false, behind their number."""
    return f", {counted(lane.false_answers, 'false answer')}" if lane.false_answers else ""


def lane_sentence(lane: Lane, *, answers: bool = True) -> str:
    """Return what happens in a lane; without answers only what is asked."""
    frame, context = lane.frame, lane.film.context
    if answers:
        return f"{frame.explanation.text} {lane.flaw}".strip()
    if frame.test is not None:
        x, y = context.name(frame.test.x), context.name(frame.test.y)
        given = given_words(context, frame.test.given)
        return f"Are {x} and {y} independent {given}? {WITHHELD}"
    if frame.event is None or isinstance(frame.event, ev.BoundaryStarted):
        return frame.explanation.text
    return f"A decision follows from the tests so far. {WITHHELD}"


def set_rows(lane: Lane, *, answers: bool = True) -> list[tuple[str, str]]:
    """Return the variables in the current set, under test, and out, as rows of a table."""
    if lane.x is None:
        return []
    name = lane.film.context.name
    tested = "none" if lane.tested is None else name(lane.tested)
    if not answers:
        return [("Under test", tested)]

    def some(group: Iterable[int]) -> str:
        return ", ".join(map(name, group)) or "none"

    return [("In", some(lane.inside)), ("Under test", tested), ("Out", some(lane.outside))]


def set_title(lane: Lane) -> str:
    """Return which variable's set the rows are about."""
    return "No set yet" if lane.x is None else f"Set of {lane.film.context.name(lane.x)}"


def lane_lines(lane: Lane, *, answers: bool = True) -> list[str]:
    rows = "; ".join(f"{head.lower()}: {words}" for head, words in set_rows(lane, answers=answers))
    lines = [
        f"{algorithm_name(lane.method)}: {lane_place(lane)}",
        f"  {lane_sentence(lane, answers=answers)}",
    ]
    return [*lines, f"  {set_title(lane)}: {rows}"] if rows else lines


def step_question(lanes: Lanes, tick: int, watched: str = "") -> Question | None:
    """Return the question for the first lane with a CI test after `tick` tests; else None.

    The method that is `watched` comes before the others.
    """
    films = sorted(lanes.films, key=lambda film: film.context.algorithm != watched)
    film = next((film for film in films if len(film.trace.tests) > tick), None)
    if film is None:
        return None
    test, context = film.trace.tests[tick], film.context
    x, y, given = context.name(test.x), context.name(test.y), given_words(context, test.given)
    frame = film.frame(film.position_of_test(tick))
    yes = not test.independent
    if context.algorithm != "tc" and frame.state.boundaries[test.x] >> test.y & 1:
        asked, yes = f"does it leave the set of {x}", test.independent
    elif context.algorithm in ("iamb", "inter-iamb"):
        asked = f"is it a candidate for the set of {x}"
    else:
        asked = f"does it come into the set of {x}"
    title = algorithm_name(context.algorithm)
    key = f"{context.algorithm}|{tick}|{context.names}|{test}|{len(film.trace.tests)}"
    text = f"{title} tests {y} next, {given}: {asked}?"
    return Question(key, text, ("yes", "no"), "yes" if yes else "no", frame.explanation.text)


# -- pictures -------------------------------------------------------------------------------


def lane_drawing(pictures: RunPictures, lane: Lane) -> Drawing:
    """Return each variable joined to its set so far, with the current test marked."""
    drawing = pictures.stage_drawing(lane.frame)
    names = [str(name) for name in lane.film.trace.names]
    gone: set[str] = set()  # marks that would speak of a test although none is shown
    if lane.frame.test is None:
        gone.add("object")
    if isinstance(lane.frame.event, ev.BoundaryFound | ev.BoundarySettled):
        gone.add("given")

    def marked(mark: NodeMark) -> NodeMark:
        if lane.x is not None and mark.name == names[lane.x]:
            return replace(mark, state="subject", note="")
        return replace(mark, state="idle" if mark.state in gone else mark.state, note="")

    return replace(
        drawing,
        title=algorithm_name(lane.method),
        nodes=tuple(map(marked, drawing.nodes)),
        edges=(*drawing.edges, *_row_so_far(pictures, lane)),
        alt="",
    )


def _row_so_far(pictures: RunPictures, lane: Lane) -> list[EdgeMark]:
    """Return the lines to the variables that total conditioning has found before it concludes."""
    x, test = lane.x, lane.frame.test
    if x is None or test is None or lane.method != "tc":
        return []
    names, known = lane.film.trace.names, lane.frame.state.boundaries
    found = [y for y in lane.inside if not (known[x] >> y | known[y] >> x) & 1]
    marks = [pictures.learned_mark(names[x], names[y], False, "undirected") for y in found]
    if not test.independent:
        marks.append(pictures.learned_mark(names[x], names[test.y], False, "new"))
    return marks


# -- whole runs, and all lanes as tables ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one method has cost."""

    method: str
    tests: int
    distinct: int
    largest: int
    mean: float
    complete: bool


def comparisons(lanes: Lanes) -> tuple[Comparison, ...]:
    """Return the cost of each whole run, as counted in its log of tests."""
    found = []
    for film in lanes.films:
        log, sizes = film.trace.tests, film.counters(film.last).by_size
        mean = sum(size * n for size, n in sizes.items()) / max(1, len(log))
        cost = len(log), film.distinct, max(sizes, default=0), mean, film.trace.result.complete
        found.append(Comparison(film.context.algorithm, *cost))
    return tuple(found)


def formula_words(p: int) -> str:
    """Return what total conditioning costs, as a formula."""
    tests = p * (p - 1) // 2
    others = f"the other {counted(p - 2, 'variable')}" if p > 2 else "nothing"
    return (
        f"Total conditioning tests each pair once: p(p - 1)/2 = {p} · {max(0, p - 1)}/2 = "
        f"{counted(tests, 'CI test')}, each given {others}."
    )


def comparison_lines(lanes: Lanes) -> list[str]:
    return [
        f"{algorithm_name(row.method)} in all: {counted(row.tests, 'CI test')}"
        f"{'' if row.complete else ' and more'}, {row.distinct:,} different, largest set "
        f"{row.largest}, mean set {row.mean:.2f}"
        for row in comparisons(lanes)
    ]


def lane_html(lane: Lane, *drawings: Drawing, answers: bool = True) -> str:
    """Return what happens in a lane as HTML, with the statement that it tests; all escaped."""
    if not answers:
        return band_html(Said(lane_sentence(lane, answers=False)), *drawings)
    said = said_of(lane.film, lane.frame)
    if lane.flaw:
        said = Said(said.what, lane.flaw, "no")
    return band_html(said, *drawings)


def bars_html(now: Sequence[Lane], watched: str) -> str:
    """Return the tests of all lanes as bars: the track is the whole run, all on one scale."""
    whole = [len(lane.film.trace.tests) for lane in now]
    most = max(1, *whole)
    rows = (
        f"<li{' aria-current=true' if lane.method == watched else ''}>"
        f'<span class="mw-lane-name">{escaped(algorithm_name(lane.method))}: '
        f"{escaped(lane_place(lane))}</span>"
        f'<div class="mw-grow" style="width:{100 * tests / most:.1f}%">'
        f'<span style="width:{100 * lane.frame.tests_done / max(1, tests):.1f}%"></span></div>'
        + _two(
            f"{lane.frame.tests_done:,} of {tests:,}{false_words(lane)}",
            f"{lane.known:,} of {len(lane.film.trace.names):,}",
        )
        + "</li>"
        for lane, tests in zip(now, whole, strict=True)
    )
    head = _two("CI tests", "boundaries")
    return f'{head}<ul class="mw-lane-bars" aria-label="CI tests by method">{"".join(rows)}</ul>'


def _two(tests: str, boundaries: str) -> str:
    """Return the numbers of a method, or their heads; a lane's name has both in words."""
    spans = f"<span>{tests}</span><span>{boundaries}</span>"
    return f'<div class="mw-place mw-two" aria-hidden="true">{spans}</div>'


def set_html(lane: Lane, *, answers: bool = True) -> str:
    """Return the set of a lane as a table; empty if no variable is selected."""
    rows = "".join(
        f'<tr><th scope="row">{head}</th><td>{escaped(words)}</td></tr>'
        for head, words in set_rows(lane, answers=answers)
    )
    if not rows:
        return ""
    title = f"{algorithm_name(lane.method)}: {set_title(lane)}"
    return (
        f'<table class="mw-table"><caption>{escaped(title)}</caption><tbody>{rows}</tbody></table>'
    )


def comparison_html(lanes: Lanes) -> str:
    """Return the cost of the whole runs as a table, with how it was counted."""
    head = ["method", "CI tests", "different", "largest set", "mean set"]
    rows = [
        [
            algorithm_name(row.method),
            f"{row.tests:,}{'' if row.complete else ' and more'}",
            f"{row.distinct:,}",
            str(row.largest),
            f"{row.mean:.2f}",
        ]
        for row in comparisons(lanes)
    ]
    return numbers_html("The whole runs", head, rows)


def sizes_html(lanes: Lanes, now: Sequence[Lane]) -> str:
    """Return the tests so far by the size of their sets, a column for each method."""
    whole = [film.counters(film.last).by_size for film in lanes.films]
    head = ["size of the set", *(algorithm_name(lane.method) for lane in now)]
    sizes = sorted(set().union(*whole))
    rows = [*([f"{size} given"] for size in sizes), ["all"]]
    for lane, of in zip(now, whole, strict=True):
        for row, size in zip(rows, sizes, strict=False):
            row.append(f"{lane.sizes.get(size, 0):,} of {of.get(size, 0):,}")
        rows[-1].append(f"{lane.frame.tests_done:,} of {sum(of.values()):,}")
    return numbers_html("CI tests by the size of the set, so far and in all", head, rows)
