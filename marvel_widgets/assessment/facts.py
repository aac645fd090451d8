"""Facts: what feedback says of a drawn case, each statement a value and not a sentence.

A kind of fact is a frozen dataclass with its sentence (`say`) and the parts that its variables
play, which are the names of its fields (`ROLES`); `kinds.py` makes one in a statement. When it is
true, `tests/truths` says by the definition, and `tests/course/test_facts.py` evaluates every fact
of every exercise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Final, Literal

from marvel_widgets.pictures.grammar import MARKS, Mark

Role = Literal[
    "subject", "object", "given", "path", "blocker", "pair", "edge", "missing", "member",
    "removed", "place",
]  # fmt: skip

# What the variables in a field of this name are, whatever the kind.
ROLES: Final[Mapping[str, Role]] = MappingProxyType(
    {
        "x": "subject",
        "y": "object",
        "given": "given",
        "path": "path",
        "blocker": "blocker",
        "pair": "pair",
        "edge": "edge",
        "missing": "missing",
        "members": "member",
        "removed": "removed",
        "child": "place",
        "through": "place",
        "parents": "place",
        "arrows": "edge",
    }
)


# The mark of a role in a picture, where it has another name in the table.
_MARKS: Final[Mapping[Role, str]] = MappingProxyType(
    {
        "pair": "object",
        "edge": "object",
        "place": "object",
        "path": "open path",
        "blocker": "blocked at",
        "missing": "missing edge",
    }
)


def mark_of(role: Role) -> Mark:
    """Return the mark with which a picture shows what plays a role."""
    return next(mark for mark in MARKS if mark.name == _MARKS.get(role, role))


class Fact(ABC):
    """One statement of a verdict."""

    @abstractmethod
    def say(self) -> str:
        """Return the sentence that a learner reads."""

    def own_roles(self) -> Iterator[tuple[Role, Any]]:
        """Yield what the variables in its fields are, but not those of the facts inside it."""
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            known = field.name in ROLES and value is not None and not isinstance(value, bool)
            if known and not any(map(_is, value if isinstance(value, tuple) else (value,))):
                yield ROLES[field.name], value

    def roles(self) -> Iterator[tuple[Role, Any]]:
        """Yield what the variables in it are; those of the facts inside it after its own."""
        yield from self.own_roles()
        for inside in self.facts():
            yield from inside.roles()

    def facts(self) -> Iterator[Fact]:
        """Yield the facts that it is made of."""
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            yield from (v for v in (value if isinstance(value, tuple) else (value,)) if _is(v))


Facts = tuple[Fact, ...]


def said(facts: Facts) -> str:
    """Return the sentences of some facts, one after the other."""
    return " ".join(fact.say() for fact in facts)


@dataclass(frozen=True)
class Principle(Fact):
    """What holds of every graph: a definition, a theorem, a rule. Never made of a drawn case."""

    text: str

    def say(self) -> str:
        """Return the text."""
        return self.text


def _is(value: Any) -> bool:
    return isinstance(value, Fact)
