"""A LemmaBench as one text and as one picture."""

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.lemmas.lattice import lattice_text
from marvel_widgets.lessons.lemmas.lattice_svg import lattice_svg
from marvel_widgets.lessons.lemmas.pictures import lemma_drawing, subset_reason
from marvel_widgets.lessons.lemmas.words import check_words, title_words
from marvel_widgets.pictures.stage import Stage
from marvel_widgets.pictures.svg import says_its_words, to_svg, words_svg
from marvel_widgets.text import escaped
from marvel_widgets.theory.lemma_checks import LemmaCheck, shown_lattice

GAP = 8.0
WIDE = 760.0  # of the sentences


def lemma_text(
    dag: Dag, check: LemmaCheck, subset: Iterable[Label] = (), *, revealed: bool = True
) -> str:
    """Return a check as text: all sentences, the lattice, and why the set in focus separates."""
    first, *others = check_words(dag, check, revealed=revealed)
    lines = [f"{title_words(check.lemma)}. {first}", *others]
    lattice = shown_lattice(dag, check)
    if lattice is not None:
        lines.append(lattice_text(lattice, revealed=revealed))
        if revealed:
            lines.append(subset_reason(dag, check, subset))
    return "\n".join(lines)


def lemma_svg(
    dag: Dag,
    check: LemmaCheck,
    subset: Iterable[Label] = (),
    *,
    revealed: bool = True,
    stage: Stage | None = None,
) -> str:
    """Return a check as one SVG: the sentences, the graph, and the lattice below."""
    given = tuple(subset)
    drawing = lemma_drawing(dag, check, given, revealed=revealed, stage=stage)
    lines = check_words(dag, check, revealed=revealed)
    parts = [words_svg(title_words(check.lemma), lines, width=WIDE), to_svg(drawing)]
    lattice = shown_lattice(dag, check)
    if lattice is not None:
        parts.append(lattice_svg(lattice, revealed=revealed, chosen=given))
    return stacked(parts)


def stacked(pictures: Sequence[str]) -> str:
    """Return SVG pictures below each other as one, or beside each other if they have no words."""
    if len(pictures := list(filter(None, pictures))) == 1:
        return pictures[0]
    inner, x, y, titles = [], 0.0, 0.0, []
    width = height = 0.0
    for picture in pictures:
        head, _, rest = picture.partition(">")
        root = ElementTree.fromstring(picture)
        wide, high = float(root.get("width", "0")), float(root.get("height", "0"))
        titles += [found.text or "" for found in root.findall("{*}title")]
        # placed inside another picture, a size in CSS would win over the attributes
        plain = head.replace(f' style="{root.get("style")}"', "")
        inner.append(f'{plain} x="{x:g}" y="{y:g}">{rest}')
        width, height = max(width, x + wide), max(height, y + high)
        x, y = (0.0, height + GAP) if says_its_words() else (width + GAP, 0.0)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" style="max-width:100%;height:auto" '
            f'role="img"><title>{escaped("; ".join(titles))}</title>',
            *inner,
            "</svg>",
        ]
    )
