"""English for lists, counts and numbers."""

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from unicodedata import category

# Where a sentence lists pairs, it names this many.
PAIRS_NAMED = 4


def listed(words: Iterable[str]) -> str:
    """Return words as an English list."""
    items = list(words)
    return "".join(items) if len(items) < 2 else f"{', '.join(items[:-1])} and {items[-1]}"


def in_braces(names: Iterable[object]) -> str:
    """Return a set of names."""
    return f"{{{', '.join(map(str, names))}}}"


def arrows_text(arrows: Iterable[tuple[object, object]]) -> str:
    """Return arrows as words, in the order of the alphabet."""
    return listed(f"{a} → {b}" for a, b in sorted(arrows, key=str))


def capitalized(text: str, names: Collection[str] = ()) -> str:
    """Return a text as a sentence begins, its other letters as they are; a name stays as it is."""
    first = text.partition(" ")[0].rstrip(",.;:")
    return text if first in names else text[:1].upper() + text[1:]


def counted(n: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun."""
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"


def first_of(words: list[str], most: int = PAIRS_NAMED) -> str:
    """Return the first few of a list, and how many more there are."""
    if len(words) <= most:
        return listed(words)
    return f"{', '.join(words[:most])} and {len(words) - most:,} more"


def readable(text: str) -> str:
    """Return a text with U+FFFD in the place of what can't be shown or turns letters around.

    These are control characters but for ends of lines and tabs, marks without a width, such as
    those of direction, halves of surrogate pairs and non-characters. A name may have them: it is
    what is shown of it that is changed, in pictures and words alike.
    """
    if text.isascii() and text.isprintable():
        return text
    found = set(text) - {"\n", "\t"}
    unwanted = (c for c in found if category(c) in ("Cc", "Cf", "Cs") or ord(c) & 0xFFFE == 0xFFFE)
    return text.translate(dict.fromkeys(map(ord, unwanted), "\ufffd"))


def escaped(text: str) -> str:
    """Return untrusted text as harmless HTML, of which the page shows every letter."""
    from html import escape

    return escape(readable(text))


def paragraphs(lines: Iterable[str]) -> str:
    """Return untrusted lines as HTML, a paragraph each."""
    return "".join(f"<p>{escaped(line)}</p>" for line in lines)


def folded(title: str, html: str, kind: str = "mw-place") -> str:
    """Return HTML that is opened by its title; nothing for nothing."""
    opened = f'<details class="{kind}">' if kind else "<details>"
    return f"{opened}<summary>{title}</summary>{html}</details>" if html else ""


def table_html(caption: str, heads: Iterable[str], rows: Iterable[str], kind: str = "") -> str:
    """Return a table of some rows in HTML; a column without a name has an empty head."""
    named = (f'<th scope="col">{escaped(word)}</th>' if word else "<td></td>" for word in heads)
    return (
        f'<table class="mw-table{kind and " "}{kind}"><caption>{escaped(caption)}</caption><thead>'
        f"<tr>{''.join(named)}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def row_html(head: str, cells: Iterable[str], numbers: Container[int] = ()) -> str:
    """Return a row with its head, if any; `numbers` are the places of the cells with a number."""
    first = f'<th scope="row">{escaped(head)}</th>' if head else ""
    rest = (
        f'<td class="mw-number">{escaped(cell)}</td>'
        if at in numbers
        else f"<td>{escaped(cell)}</td>"
        for at, cell in enumerate(cells)
    )
    return f"<tr>{first}{''.join(rest)}</tr>"


def aligned(lines: Sequence[Sequence[str]], left: int = 1) -> str:
    """Return cells in columns: so many at the left, the others, which are numbers, at the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]

    def padded(line: Sequence[str]) -> Iterator[str]:
        for at, (cell, width) in enumerate(zip(line, widths, strict=True)):
            yield cell.ljust(width) if at < left else cell.rjust(width)

    return "\n".join("  ".join(padded(line)).rstrip() for line in lines)


def cut(text: str, most: int) -> str:
    """Return a text of at most so many letters; where some are left out, an ellipsis says so."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def remain(variables: int) -> str:
    """Return how many variables remain."""
    if not variables:
        return "no variable remains"
    return f"{counted(variables, 'variable')} {'remains' if variables == 1 else 'remain'}"


def set_apart(one: float, other: float) -> tuple[str, str]:
    """Return two numbers with as many digits, from three on, as it takes to distinguish them."""
    digits = 3
    while one != other and rounded(one, digits) == rounded(other, digits):
        digits += 1
    return rounded(one, digits), rounded(other, digits)


def rounded(p: float, digits: int = 3) -> str:
    """Return a probability to some digits."""
    return f"{p:.{digits}g}"
