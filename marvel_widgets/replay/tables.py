"""The ledger of CI tests and the counters as HTML tables; every name is escaped."""

from collections.abc import Sequence

from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.replay.explanations import purpose_words
from marvel_widgets.replay.film import Film, Frame
from marvel_widgets.replay.pseudocode import PURPOSES
from marvel_widgets.replay.static_views import bound_words
from marvel_widgets.text import escaped, rounded, row_html, table_html, told_apart

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
            p, alpha = told_apart(test.p_value, test.alpha)
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
    body = "".join(
        f'<tr><th scope="row">{escaped(name)}</th><td class="mw-number">{n:,}</td>'
        f"{_of_all(n, total) * openly}</tr>"
        for name, n, total in rows
    )
    whole = '<th scope="col">in all</th><td aria-hidden="true"></td>' * openly
    head = f'<td></td><th scope="col">so far</th>{whole}'
    return (
        f'<table class="mw-table"><caption>{caption}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _of_all(n: int, total: int) -> str:
    share = round(100 * n / total) if total else 0
    return (
        f'<td class="mw-number">{total:,}</td><td class="mw-bar" aria-hidden="true">'
        f'<span style="width:{share}%"></span></td>'
    )


def numbers_html(
    caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], numbers_from: int = 1
) -> str:
    """Return a table whose rows begin with a name and go on with numbers."""
    lines = (row_html(row[0], row[1:], range(numbers_from - 1, len(head))) for row in rows)
    return table_html(caption, head, lines)
