"""The lattice of subsets behind a lemma in words: each set with its verdict.

Sets stand in rows by size, the empty one on top, in the order in which a search tries them. A
mark says what each does, so that no color is needed. With many candidates the rows are folded
into counts.
"""

from collections.abc import Iterable
from typing import Final, Literal

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.text import counted
from marvel_widgets.theory.subset_lattice import Lattice, SubsetVerdict

MOST_DRAWN: Final = 5  # candidates; with more the rows are folded

Look = Literal["separates", "does not", "left out", "unknown"]
MARKS: Final[dict[Look, str]] = {
    "separates": "✓ separates",
    "does not": "✗ does not",
    "left out": "left out",
    "unknown": "?",
}


def look_of(subset: SubsetVerdict, *, revealed: bool = True) -> Look:
    """Return how a subset is marked."""
    if subset.separates is None:
        return "left out"
    if not revealed:
        return "unknown"
    return "separates" if subset.separates else "does not"


def subset_words(members: Iterable[Label], always: Iterable[Label] = ()) -> str:
    """Return a set as ``{A, B}``, with what is always given after a plus sign."""
    braced = "{" + ", ".join(str(name) for name in members) + "}"
    fixed = ", ".join(str(name) for name in always)
    return f"{braced} + {{{fixed}}}" if fixed else braced


def whole_set_words(lattice: Lattice, members: Iterable[Label]) -> str:
    """Return a subset with what is always given; where there are no candidates, that alone."""
    family = lattice.family
    if not family.candidates:
        return subset_words(family.always)
    return subset_words(members, family.always)


def is_folded(lattice: Lattice) -> bool:
    """Return whether the rows of a lattice are shown as counts."""
    return len(lattice.family.candidates) > MOST_DRAWN


# -- text --------------------------------------------------------------------------------------


def lattice_text(lattice: Lattice, *, revealed: bool = True) -> str:
    """Return a lattice as text, one line for each size."""
    lines = [f"{heading(lattice)}:"]
    for size, level in enumerate(lattice.levels):
        if is_folded(lattice):
            lines.append(f"  size {size}: {level_words(lattice, size, revealed=revealed)}")
            continue
        sets = "; ".join(_set_words(lattice, subset, revealed) for subset in level)
        lines.append(f"  size {size}: {sets}")
    return "\n".join(lines)


def lattice_rows(
    lattice: Lattice, chosen: tuple[Label, ...], *, revealed: bool = True
) -> list[tuple[str, list[SubsetVerdict], list[tuple[str, str, str, str]]]]:
    """Return rows by size: a name, the sets, and for each of these the texts of a cell.

    Where there are many sets, a row has those at the ends, the first that separates and `chosen`.
    """
    first = lattice.first if revealed else None
    kept = {frozenset(lattice.family.candidates), frozenset(), frozenset(chosen)}
    if first is not None:
        kept.add(frozenset(first.members))
    rows = []
    for size, level in enumerate(lattice.levels):
        sets, name = list(level), f"size {size}"
        if is_folded(lattice):
            sets = [subset for subset in level if frozenset(subset.members) in kept]
            name = f"{name}: {level_words(lattice, size, revealed=revealed)}"
        cells = []
        for subset in sets:
            look = look_of(subset, revealed=revealed)
            now = frozenset(subset.members) == frozenset(chosen)
            said = f"{whole_set_words(lattice, subset.members)}: {MARKS[look]}"
            shown = subset.members if lattice.family.candidates else lattice.family.always
            text = subset_words(shown)
            word = "left out" if look == "left out" else MARKS[look][0]
            cells.append((text, f"{look} chosen" if now else look, word, said))
        rows.append((name, sets, cells))
    return rows


def heading(lattice: Lattice) -> str:
    """Return which variables the sets are for, what is always given, and the number of sets."""
    x, y = lattice.family.pair
    always = lattice.family.always
    fixed = f", each with {', '.join(map(str, always))}" if always else ""
    if not lattice.family.candidates:
        return f"The only set for {x} and {y}"
    total = lattice.family.search.total
    return f"Sets for {x} and {y}{fixed}, {total:,} in all, in the order of the search"


def level_words(lattice: Lattice, size: int, *, revealed: bool = True) -> str:
    """Return how many sets of one size there are, and how many of them separate."""
    level = lattice.levels[size]
    if any(subset.separates is None for subset in level):
        return "1 set, left out"
    text = counted(len(level), "set")
    if not revealed:
        return text
    separating = sum(bool(subset.separates) for subset in level)
    text += f", {separating:,} {'separates' if separating == 1 else 'separate'}"
    first = lattice.first
    if first is not None and len(first.members) == size:
        text += f"; the first is {subset_words(first.members)}"
    return text


def _set_words(lattice: Lattice, subset: SubsetVerdict, revealed: bool) -> str:
    short = subset_words(subset.members)
    if not lattice.family.candidates:
        short = whole_set_words(lattice, ())
    text = f"{short} {MARKS[look_of(subset, revealed=revealed)]}"
    return f"{text}, the first" if revealed and subset == lattice.first else text
