"""Facts: what feedback says of a drawn case, each statement a value and not a sentence.

A kind of fact is a frozen dataclass with three things: its sentence (`say`), its truth in a drawn
case (`holds`, by the definition and not by the code that found it), and the parts that its
variables play, which are the names of its fields (`ROLES`). `kinds.py` makes one of a text and a
function. One test evaluates every fact of every
exercise (`tests/course/test_facts.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.witness import Path, PathVertex
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


@dataclass(frozen=True, slots=True)
class Case:
    """What a fact is about: the graph of the question, its solution, and the judged answer."""

    dag: Dag | None
    answer: Any = None
    solution: Any = None
    asked: tuple[str, ...] = ()  # the lines of the question, and its statements

    @property
    def graph(self) -> Dag:
        """The graph; an error where the question has none."""
        if self.dag is None:
            msg = "this fact is about a graph, and the question has none"
            raise ValueError(msg)
        return self.dag


class Fact(ABC):
    """One statement of a verdict."""

    VERSION: ClassVar[int] = 1  # of the fields in JSON

    def __init_subclass__(cls) -> None:
        if KINDS.get(cls.__name__, cls).__module__ != cls.__module__:
            msg = f"there is a fact {cls.__name__} in {KINDS[cls.__name__].__module__} already"
            raise TypeError(msg)
        KINDS[cls.__name__] = cls

    @abstractmethod
    def say(self) -> str:
        """Return the sentence that a learner reads."""

    @abstractmethod
    def holds(self, case: Case) -> bool:
        """Return whether it is true, by a method that does not find it."""

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

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON: the name and version of its kind, and its fields."""
        return {**_encoded(self), "v": self.VERSION}


# Kinds by name, with the two values of the core that they are made of. A kind is here when its
# module is imported; a name that two kinds have is refused then.
KINDS: Final[dict[str, type]] = {"Path": Path, "PathVertex": PathVertex}

Facts = tuple[Fact, ...]


def said(facts: Facts) -> str:
    """Return the sentences of some facts, one after the other."""
    return " ".join(fact.say() for fact in facts)


def from_json(found: Mapping[str, Any]) -> Fact:
    """Return the fact that `Fact.to_json` wrote."""
    kind = KINDS.get(found.get("fact", ""))
    if kind is None or not issubclass(kind, Fact) or found.get("v") != kind.VERSION:
        msg = f"no fact of this kind and version is known: {found}"
        raise ValueError(msg)
    decoded: Fact = _decoded(found)
    return decoded


@dataclass(frozen=True)
class Principle(Fact):
    """What holds of every graph: a definition, a theorem, a rule. Never made of a drawn case."""

    text: str

    def say(self) -> str:
        """Return the text."""
        return self.text

    def holds(self, case: Case) -> bool:  # noqa: ARG002
        """Return True: `tests/course/test_facts.py` holds that only constants are given."""
        return True


def _is(value: Any) -> bool:
    return isinstance(value, Fact)


def _encoded(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        found = {f.name: _encoded(getattr(value, f.name)) for f in fields(value)}
        return {"fact": type(value).__name__, **found}
    if isinstance(value, tuple):
        return [_encoded(v) for v in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    msg = f"a fact holds no {type(value).__name__}: {value!r}; use a tuple, in a fixed order"
    raise TypeError(msg)


def _decoded(value: Any) -> Any:
    if isinstance(value, Mapping):
        inside = {k: _decoded(v) for k, v in value.items() if k not in ("fact", "v")}
        return KINDS[value["fact"]](**inside)
    return tuple(map(_decoded, value)) if isinstance(value, list) else value
