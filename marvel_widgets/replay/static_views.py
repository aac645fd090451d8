"""Twins of a frame: the same content as text and as SVG, for readers without a widget."""

from collections.abc import Sequence

from marvel_widgets.core.algorithms.registry import described_as, options_of
from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.replay.explanations import purpose_words
from marvel_widgets.replay.film import Film, Frame
from marvel_widgets.replay.pseudocode import PURPOSES
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.text import counted, escaped, rounded, row_html, set_apart, table_html
from marvel_widgets.theory.bounds import upper_bound

# A page of a rendered notebook is about this wide, in px; a wider picture would be cut off.
PAGE_WIDTH = 920
# A sentence names this many variables of a walk.
MOST_WALKED = 12


def headline(film: Film, frame: Frame) -> str:
    """Return where a frame is, in one line."""
    where = f"Position {frame.position} of {film.last}"
    if frame.test is not None:
        number = f"CI test {frame.test.number + 1} of {len(film.trace.tests)}"
        return f"{where}: {number}, for {purpose_words(frame.test.purpose)}, performed"
    if frame.event is None:
        return f"{where}: the beginning"
    status = frame.explanation.status
    return f"{where}: decision" + (f", {status}" if status != "no test" else "")


def bound_words(film: Film) -> str:
    """Return the different tests of the run, and the upper bound that applies to them."""
    dag = film.dag
    part = "The whole run" if film.trace.result.complete else "This part of the run"
    if film.context.is_discovery:
        return f"{part} makes {counted(film.trace.tests.distinct(), 'different test')}."
    made = counted(film.distinct_after_boundaries, "different test")
    text = f"{part} makes {made} after boundary discovery"
    if not film.context.needs_boundaries:
        text = f"{part} makes {made}"
    elif not film.context.is_bounded and BOUNDARY_DISCOVERY not in film.purposes(0):
        text = f"{part} makes {made} with given boundaries"
    text += condition_words(film.trace.result)
    if not film.context.is_bounded:
        return f"{text}. The upper bound (Section 4) speaks of MARVEL, not of this algorithm."
    if dag is None:
        return (
            f"{text}. The upper bound needs the true maximum in-degree, which data does not tell."
        )
    d = dag.max_in_degree
    bound = float(upper_bound(len(dag), d))
    return (
        f"{text}; the upper bound for {counted(len(dag), 'variable')} and maximum in-degree {d} "
        f"is {bound:,.1f} (Section 4)."
    )


def condition_words(result: Result) -> str:
    """Return what a number of tests depends on: the start of the run, and the order of its walk."""
    run = described_as(result.algorithm)
    if run.start(result.options) == "nothing":
        return ""
    start = f" from the {run.start(result.options)}"
    walk = walk_words(result)
    if walk:
        return f"{start}, walked {walk}"
    return "" if run.needs_boundaries(result.options) else start


def walk_words(result: Result) -> str:
    """Return the order in which a run goes through the variables; empty if it has no choice."""
    if "order" not in options_of(result.algorithm):
        return ""
    names = list(map(str, result.options.get("order") or result.essential_graph.nodes))
    rest = ", ..." if len(names) > MOST_WALKED else ""
    return f"in the order {', '.join(names[:MOST_WALKED])}{rest}"


def frame_text(film: Film, frame: Frame) -> str:
    """Return a frame as text: place, sentence, state, and counts."""
    state, context = frame.state, film.context
    lines = [headline(film, frame), frame.explanation.located]
    turn = "" if state.visiting is None else f" Turn of {context.name(state.visiting)}."
    if context.removes:
        here = [context.name(x) for x in members(state.remaining)]
        left = [context.name(x) for x in state.removal_order]
        order = f" Left, in order: {', '.join(left)}." if left else ""
        lines.append(f"Remaining: {', '.join(here) or 'none'}.{turn}{order}")
    elif turn:
        lines.append(turn.strip() + _set_words(film, frame))
    known = list(members(state.boundaries_known & state.remaining))
    if known:
        sets = (f"{context.name(x)} {context.mask(state.boundaries[x])}" for x in known)
        lines.append(f"Boundaries: {', '.join(sets)}.")
    if not context.is_discovery:
        lines.append(f"Learned: {state.learned_graph(film.trace.names)}")
        both = [(a, b) for a, b, kind in state.arrows if kind == "two_headed"]
        if both:
            pairs = ", ".join(f"{context.name(a)} ↔ {context.name(b)}" for a, b in both)
            lines.append(f"With two heads: {pairs}.")
    lines.append(counts_words(film, frame))
    lines.append(bound_words(film))
    return "\n".join(lines)


def _set_words(film: Film, frame: Frame) -> str:
    """Return the set of the variable whose turn it is."""
    context, state = film.context, frame.state
    if state.visiting is None:
        return ""
    if context.is_discovery:
        return f" Its set so far: {context.mask(state.boundaries[state.visiting])}."
    return f" Its candidates: {context.mask(state.neighbors or 0)}."


def counts_words(film: Film, frame: Frame) -> str:
    """Return the counts of a frame in one sentence."""
    counters = film.counters(frame.position)
    parts = ", ".join(f"{purpose_words(k)} {n:,}" for k, n in counters.by_purpose.items() if n)
    found = counters.by_purpose.get(BOUNDARY_DISCOVERY, 0)
    after = f", of these {counters.after_boundaries:,} after boundary discovery" if found else ""
    if film.context.is_discovery:
        return f"CI tests: {counters.performed:,}."
    detail = f" ({parts})" if parts else ""
    reused = counted(counters.reused, "search", "searches")
    return f"CI tests: {counters.performed:,}{after}{detail}; {reused} reused."


def result_words(result: Result, dag: Dag | None) -> str:
    """Return a result in a few sentences, with a check against the truth where it is known."""
    graph, counts = result.essential_graph, result.counts
    if result.algorithm in METHODS:
        return _discovery_words(result, dag)
    run = described_as(result.algorithm)
    check = ""
    if dag is not None:
        same = run.is_right(graph, essential_graph(dag))
        check = f" It is {'' if same else 'not '}the {run.finds} of the true DAG."
    both = len(result.conflicts)
    heads = f", and {both:,} with two heads" if both else ""
    left = f"{counted(len(result.removal_order), 'variable')} left, after "
    after = ""
    if run.needs_boundaries(result.options):
        after = f", {counts.after_boundaries:,} of them after boundary discovery"
    after += condition_words(result)
    return (
        f"{left if run.removes else 'After '}"
        f"{counted(counts.performed, 'CI test')}{after} "
        f"(mean size of their sets {counts.mean_size_after_boundaries:.2f}). "
        f"The graph has {len(graph.directed):,} directed and {len(graph.undirected) - both:,} "
        f"undirected edges{heads}.{check}"
    )


def _discovery_words(result: Result, dag: Dag | None) -> str:
    counts = result.counts
    check = ""
    if dag is not None:
        same = all(result.boundaries[x] == dag.markov_boundary(x) for x in dag.nodes)
        check = f" They are {'' if same else 'not '}those of the true DAG."
    return (
        f"{counted(len(result.boundaries), 'boundary', 'boundaries')} after "
        f"{counted(counts.performed, 'CI test')} (mean size of their sets "
        f"{counts.mean_size:.2f}).{check}"
    )


def frame_svg(pictures: RunPictures, frame: Frame) -> str:
    """Return a frame as one SVG: the true graph, the learned graph, the sentence below."""
    drawings = [d for d in (pictures.true_drawing(frame), pictures.learned_drawing(frame)) if d]
    caption = f"{headline(pictures.film, frame)}. {frame.explanation.located}"
    scale = min(1.0, PAGE_WIDTH / sum(drawing.width for drawing in drawings))
    return side_by_side(drawings, caption=caption, scale=scale)


# A ledger shows this many tests around the present one; `Trace.ledger` has them all.
LEDGER_ROWS = 12


def ledger_html(film: Film, frame: Frame, rows: int = LEDGER_ROWS) -> str:
    """Return the last CI tests up to a frame as a table, the newest one marked.

    Tests on data have their p-value and level as well, and a note where the usual formula had
    none: see `marvel_widgets.core.independence.log.TestRecord`.
    """
    done = frame.tests_done
    first = max(0, done - rows)
    of = f" of {len(film.trace.tests):,}" if film.tells_all(frame.position) else ""
    caption = f"Tests {first + 1:,} to {done:,}{of}, the last one marked."
    if not done:
        caption = f"No test yet{of and ','}{of}."
    words = ["", "no.", "asked about", "given", "independent?", "for"]
    if film.trace.tests.has_p_values:
        words += ["p-value", "alpha", "note"]
    lines = (
        _ledger_row(film, film.trace.tests[number], newest=number == done - 1)
        for number in range(first, done)
    )
    return table_html(caption, words, lines)


def _ledger_row(film: Film, test: TestRecord, *, newest: bool) -> str:
    context = film.context
    given = context.some(test.given)
    if len(test.given) > 8:
        given = f"{context.some(test.given[:6])[:-1]}, and {len(test.given) - 6} more}}"
    cells = [
        "▶" if newest else "",
        f"{test.number + 1:,}",
        f"{context.name(test.x)}, {context.name(test.y)}",
        given,
        "yes" if test.independent else "no",
        purpose_words(test.purpose),
    ]
    if test.p_value is not None:
        p, alpha = rounded(test.p_value), ""
        if test.alpha is not None:
            p, alpha = set_apart(test.p_value, test.alpha)
        cells += [p, alpha, test.fallback]
    row = row_html("", cells)
    return row.replace("<tr>", '<tr class="mw-newest" aria-current="true">', 1) if newest else row


def counters_html(film: Film, frame: Frame) -> str:
    """Return the counts at a frame: by purpose, by set size, and the bound that applies."""
    now = film.counters(frame.position)
    openly = film.tells_all(frame.position)
    whole = film.counters(film.last) if openly else now
    purposes = [key for key in PURPOSES if key in whole.by_purpose]
    purposes += [key for key in whole.by_purpose if key not in PURPOSES]
    has_phases = film.context.needs_boundaries and not film.context.is_discovery
    after = ", after boundary discovery" if has_phases else ""
    rows = [
        (purpose_words(key), now.by_purpose.get(key, 0), whole.by_purpose[key]) for key in purposes
    ]
    if after:
        rows.append(("after boundary discovery", now.after_boundaries, whole.after_boundaries))
    rows.append(("all performed", now.performed, whole.performed))
    rows.append(("searches reused", now.reused, whole.reused))
    sizes = [(f"{size} given", now.by_size.get(size, 0), n) for size, n in whole.by_size.items()]
    caption = "CI tests by purpose, so far" + " and in the whole run" * openly
    by_purpose = _count_table(caption, rows, openly)
    by_size = _count_table(f"By size of the set{after}", sizes, openly)
    bound = f"{escaped(bound_words(film))} " if openly else ""
    bound = f"<p>{bound}The tables count performed tests, one by one.</p>"
    return f'<div class="mw-counters">{by_purpose}{by_size}</div>{bound}'


def _count_table(caption: str, rows: list[tuple[str, int, int]], openly: bool) -> str:
    if not rows:
        return f'<table class="mw-table"><caption>{caption}: none.</caption></table>'
    body = ""
    for name, n, total in rows:
        share = round(100 * n / total) if total else 0
        of_all = (
            f'<td class="mw-number">{total:,}</td><td class="mw-bar" aria-hidden="true">'
            f'<span style="width:{share}%"></span></td>'
        ) * openly
        row = f'<th scope="row">{escaped(name)}</th><td class="mw-number">{n:,}</td>'
        body += f"<tr>{row}{of_all}</tr>"
    whole = '<th scope="col">in all</th><td aria-hidden="true"></td>' * openly
    head = f'<td></td><th scope="col">so far</th>{whole}'
    return (
        f'<table class="mw-table"><caption>{caption}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def numbers_html(
    caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], numbers_from: int = 1
) -> str:
    """Return a table whose rows begin with a name and go on with numbers."""
    lines = (row_html(row[0], row[1:], range(numbers_from - 1, len(head))) for row in rows)
    return table_html(caption, head, lines)
