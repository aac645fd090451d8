"""What each notebook needs and what it gives, so that a course can be made of some of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Module:
    """A notebook among the others: whose ideas it needs, what its folds need besides, its own."""

    gives: str
    needs: tuple[str, ...] = ()
    deeper: tuple[str, ...] = ()


MODULES: Final[Mapping[str, Module]] = MappingProxyType(
    {
        "00": Module("CI tests, and why their number matters"),
        "01": Module("d-separation", ("00",)),
        "02": Module("Markov boundaries", ("00", "01")),
        "03": Module("removable variables, Theorem 1", ("01", "02")),
        "04": Module("the proof of Theorem 1", ("01", "03")),
        "05": Module("the four lemmas", ("01", "02", "03")),
        "06": Module("a run of MARVEL", ("02", "03", "05")),
        "07": Module("essential graphs, Meek's rules", ("01", "03", "06")),
        "08": Module("the upper bound", ("03", "05", "06")),
        "09": Module("the lower bound", ("01", "07", "08")),
        "10": Module("the comparison of five algorithms", ("02", "06"), ("08",)),
        "11": Module("what becomes of all this with data", ("01", "06", "10")),
        "12": Module("a program of one's own", ("02", "03", "05", "06"), ("P2",)),
        "P1": Module("PC's skeleton", ("01",)),
        "P2": Module("PC's directions", ("P1",)),
        "P3": Module("PC on a table", ("P1", "P2")),
        "E": Module("where the paper is wrong or silent", ("05", "06", "07", "08", "09")),
        "T": Module("plans, diagnosis, settings for a room", ("00", "01", "02", "03", "06")),
    }
)


def unmet(notebooks: Iterable[str], known: Iterable[str]) -> list[tuple[str, str]]:
    """Return which notebook needs which other that is neither known nor before it."""
    had, found = set(known), []
    for number in notebooks:
        found += [(number, needed) for needed in MODULES[number].needs if needed not in had]
        had.add(number)
    return found


def module_rows(notebooks: Iterable[str]) -> Iterator[str]:
    """Yield a table in Markdown of what notebooks need and give."""
    yield from ("| Notebook | Needs | Gives |", "|---|---|---|")
    for number in notebooks:
        module = MODULES[number]
        needs = [f"{MODULES[each].gives} ({each})" for each in module.needs]
        needs += [f"{MODULES[each].gives} ({each}) for what is deeper" for each in module.deeper]
        yield f"| {number} | {', '.join(needs) or 'a graph, independence'} | {module.gives} |"
