"""The names on each page of the reference."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from marvel_widgets.site.reference.source import Documented, documented, faces, module, results_of

# In the order of the house, the lowest first; a name belongs to the room of its module.
ROOMS: Final = (
    "core.graphs",
    "core.independence",
    "core.boundary",
    "core.algorithms",
    "theory",
    "experiments",
    "pictures",
    "assessment",
    "replay",
    "lessons",
    "course",
    "classroom",
    "widgets",
)


@dataclass(frozen=True)
class Entry:
    """A name that people import, from where, and what its source says."""

    face: str
    found: Documented

    @property
    def name(self) -> str:
        """The name, which is its place on the page too."""
        return self.found.name


@dataclass(frozen=True)
class Room:
    """A page: the names of a room, by their modules."""

    package: str
    groups: dict[str, list[Entry]]

    @property
    def title(self) -> str:
        """The room's name as a heading."""
        return self.package.rpartition(".")[2].capitalize()

    @property
    def path(self) -> str:
        """Where its page lies."""
        return f"reference/{self.package.rpartition('.')[2]}.html"

    @property
    def doc(self) -> str:
        """What the room says of itself."""
        return module(f"marvel_widgets.{self.package}").doc

    @property
    def entries(self) -> list[Entry]:
        """All names of the room, in the order of the page."""
        return [entry for group in self.groups.values() for entry in group]


@cache
def rooms() -> tuple[Room, ...]:
    """Return the pages of the reference."""
    first: dict[tuple[str, str], str] = {}  # home and name -> the nearest face with it
    for face, homes in faces().items():
        for name, home in homes.items():
            first.setdefault((home, name), face)
    for home, name in list(first):  # and what functions return, which needs no import
        found = documented(home, name)
        for result in [each for one in (found, *found.members) for each in results_of(one)]:
            first.setdefault(result, "")
    return tuple(Room(room, _groups(room, first)) for room in ROOMS)


def _groups(room: str, first: dict[tuple[str, str], str]) -> dict[str, list[Entry]]:
    groups: dict[str, list[Entry]] = {}
    # what only functions return comes after the functions
    for (home, name), face in sorted(
        first.items(), key=lambda one: (one[0][0], not one[1], one[0])
    ):
        if f"{home}.".startswith(f"marvel_widgets.{room}."):
            entry = Entry(face, documented(home, name))
            groups.setdefault(entry.found.home, []).append(entry)
    every = [entry.found for group in groups.values() for entry in group]
    named = {f"{each.home}.{each.name}" for each in every}
    bases = [base for each in every for base in each.bases]
    shared = {base for base in bases if bases.count(base) > 1 and base not in named}
    for base in sorted(shared):  # said once: what all apps have, for one
        home, _, name = base.rpartition(".")
        groups.setdefault(home, []).insert(
            0, Entry("", _with_inherited(documented(home, name), named))
        )
    kept = named | shared
    return {
        home: [replace(e, found=_with_inherited(e.found, kept)) for e in group]
        for home, group in sorted(groups.items())
    }


def _with_inherited(found: Documented, kept: set[str]) -> Documented:
    """Return a class with the members of its bases, but for bases with an entry of their own."""
    members = {member.name: member for member in found.members}
    for member in _inherited(found, kept):
        members.setdefault(member.name, member)
    return replace(found, members=tuple(members.values()))


def _inherited(found: Documented, kept: set[str]) -> Iterator[Documented]:
    for base in found.bases:
        if base not in kept:
            home, _, name = base.rpartition(".")
            above = documented(home, name)
            yield from above.members
            yield from _inherited(above, kept)
