"""The ledger and the counters as tables: the right numbers, and names as data."""

from functools import cache

from marvel_widgets import Dag, record
from marvel_widgets.replay.explanations import purpose_words
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.stage_words import bars_html, progress_words
from marvel_widgets.replay.static_views import LEDGER_ROWS, bound_words, counters_html, ledger_html
from tests.page_read import Page
from tests.replay import films

HOSTILE = ["<b>bold</b>", "a & b", '"quoted"', "<script>x</script>", "it's", "</td>", "{x}", "ü"]


def rows_of(table):
    return [[cell.words for cell in row.of("td", "th")] for row in table.of("tr")]


def tags(page):
    return {each.tag for each in page.elements}


def some_films():
    yield from (films.film_of(dag) for dag in films.larger(most=8)[:3])
    yield from (
        films.film_of(films.renamed(d, HOSTILE[: len(d)])) for d in films.larger(most=8)[3:5]
    )
    yield from (Film(trace) for trace in films.noisy_traces(2))
    yield films.film_of(Dag("A"))


@cache
def frames():
    """Return each film with every fifth of its frames and the last."""
    return [
        (film, film.frame(position))
        for film in some_films()
        for position in sorted({*range(0, film.last, 5), film.last})
    ]


@cache
def counted():
    """Return the same with the counters and what is read in them."""
    tables = [(film, frame, counters_html(film, frame)) for film, frame in frames()]
    return [(*table, Page(table[-1])) for table in tables]


KNOWN = {"table", "caption", "thead", "tbody", "tr", "th", "td"}


def test_the_ledger_shows_the_last_tests():
    for film, frame in frames():
        read = Page(ledger_html(film, frame))
        (rows,) = map(rows_of, read.of("table"))
        done = frame.tests_done
        first = max(0, done - LEDGER_ROWS)
        expected = film.trace.ledger()[first:done]
        assert tags(read) <= KNOWN
        assert rows[0] == ["", "no.", "asked about", "given", "independent?", "for"]
        assert len(rows) - 1 == len(expected)
        for row, test in zip(rows[1:], expected, strict=True):
            given = "{" + ", ".join(map(str, test["given"])) + "}"
            assert row == [
                "▶" if test["number"] == done else "",
                f"{test['number']:,}",
                f"{test['x']}, {test['y']}",
                given,
                "yes" if test["independent"] else "no",
                purpose_words(test["purpose"]),
            ]
        newest = [row.attributes.get("aria-current") == "true" for row in read.of("tr")]
        assert newest == [False] * (len(rows) - 1) + [bool(done)]
        total = len(film.trace.tests)
        what = f"Tests {first + 1} to {done} of {total}" if done else f"No test yet, of {total}."
        assert read.of("caption")[0].words.startswith(what)


def test_the_ledger_can_be_longer():
    film = films.film_of(films.larger(most=8)[0])
    last = film.frame(film.last)
    assert len(Page(ledger_html(film, last, rows=10**6)).of("tr")) == len(film.trace.tests) + 1
    assert len(Page(ledger_html(film, last, rows=3)).of("tr")) == 4


def test_long_sets_are_cut():
    dag = Dag.from_parent_masks([0] * 14, [f"V{i}" for i in range(14)])
    film = films.film_of(dag)
    row = rows_of(Page(ledger_html(film, film.frame(1))))[1]
    assert row[3] == "{V2, V3, V4, V5, V6, V7, and 6 more}"


def test_the_counters_are_those_of_the_position():
    for film, frame, _, read in counted():
        now, whole = film.counters(frame.position), film.counters(film.last)
        by_purpose, by_size = map(rows_of, read.of("table"))
        purposes = {row[0]: row[1:3] for row in by_purpose[1:]}
        for purpose, total in whole.by_purpose.items():
            so_far = now.by_purpose.get(purpose, 0)
            assert purposes.pop(purpose_words(purpose)) == [f"{so_far:,}", f"{total:,}"]
        assert purposes.pop("all performed") == [f"{now.performed:,}", f"{whole.performed:,}"]
        assert purposes.pop("after boundary discovery") == [
            f"{now.after_boundaries:,}",
            f"{whole.after_boundaries:,}",
        ]
        assert purposes.pop("searches reused") == [f"{now.reused:,}", f"{whole.reused:,}"]
        assert purposes == {}
        sizes = {row[0]: row[1:3] for row in by_size[1:]}
        assert sizes == {
            f"{size} given": [f"{now.by_size.get(size, 0):,}", f"{total:,}"]
            for size, total in whole.by_size.items()
        }


def test_bars_are_shares():
    for film, frame, html, _ in counted():
        widths = [int(part.split("%")[0]) for part in html.split('style="width:')[1:]]
        assert all(0 <= width <= 100 for width in widths)
        if frame.position == film.last:
            counts = film.counters(film.last)
            # a row of nothing stays empty
            assert widths.count(100) + widths.count(0) == len(widths)
            assert widths.count(0) == [
                counts.after_boundaries,
                counts.performed,
                counts.reused,
            ].count(0)


def test_the_bound_stands_below():
    for film, _, html, read in counted():
        assert bound_words(film) in html
        assert tags(read) <= KNOWN | {"div", "p", "span"}
        assert "performed tests, one by one" in html


def test_a_run_without_tests_has_tables_too():
    film = films.film_of(Dag("A"))
    html = counters_html(film, film.frame(film.last))
    assert "none." in html
    assert "No test yet, of 0." in ledger_html(film, film.frame(film.last))


def test_a_film_that_keeps_its_end_tells_no_number_of_the_whole_run():
    dag = Dag("X -> Y <- T; Y -> Z")
    trace = record("marvel", dag)
    kept, told = Film(trace, dag, ahead=False), Film(trace, dag)
    for position in range(kept.last + 1):
        frames = kept.frame(position), told.frame(position)
        words = [
            counters_html(kept, frames[0]),
            ledger_html(kept, frames[0]),
            bars_html(kept, frames[0]),
            progress_words(kept, frames[0]),
            frames[0].explanation.text,
        ]
        if position == kept.last:
            assert words[0] == counters_html(told, frames[1])
            break
        assert "in all" not in words[0]
        assert "whole run" not in words[0]
        assert f"of {len(trace.tests)}" not in "".join(words)
        assert "The run ahead" not in words[4]
        made = sum(n > 0 for n in kept.purposes(position).values())
        assert words[2].count("<tr>") == made <= bars_html(told, frames[1]).count("<tr>")
