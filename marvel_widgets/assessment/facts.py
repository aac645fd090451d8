"""Facts: what feedback says of a drawn case, each statement a value and not a sentence.

A kind of fact is a frozen dataclass with its sentence (`say`) and the parts that its variables
play, which are the names of its fields (`ROLES`). `kind` makes one in a statement: of its fields,
then of sentences with these in gaps,

    Children = kind("x members", "The children of {x} are {members}.")

makes the kind `Children(x, members)`. A gap that names no field is an error of the import. When a
fact is true, `tests/truths` says by the definition, and `tests/course/test_facts.py` evaluates
every fact of every exercise.
"""

from __future__ import annotations

import ast
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, make_dataclass
from inspect import signature
from string import Formatter
from typing import Any, ClassVar, Final, Literal

from marvel_widgets.pictures.grammar import MARKS, Mark
from marvel_widgets.text import arrows_text, counted, in_braces, listed

Role = Literal[
    "subject", "object", "given", "path", "blocker", "pair", "edge", "missing", "member",
    "removed", "place",
]  # fmt: skip

# What the variables in a field of this name are, whatever the kind.
ROLES: Final[Mapping[str, Role]] = {
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


# The mark of a role in a picture, where it has another name in the table.
_MARKS: Final[Mapping[Role, str]] = {
    "pair": "object",
    "edge": "object",
    "place": "object",
    "path": "open path",
    "blocker": "blocked at",
    "missing": "missing edge",
}


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
        for part in fields(self):  # type: ignore[arg-type]
            value = getattr(self, part.name)
            known = part.name in ROLES and value is not None and not isinstance(value, bool)
            values = value if isinstance(value, tuple) else (value,)
            if known and not any(isinstance(each, Fact) for each in values):
                yield ROLES[part.name], value

    def roles(self) -> Iterator[tuple[Role, Any]]:
        """Yield what the variables in it are; those of the facts inside it after its own."""
        yield from self.own_roles()
        for inside in self.facts():
            yield from inside.roles()

    def facts(self) -> Iterator[Fact]:
        """Yield the facts that it is made of."""
        for part in fields(self):  # type: ignore[arg-type]
            value = getattr(self, part.name)
            values = value if isinstance(value, tuple) else (value,)
            yield from (each for each in values if isinstance(each, Fact))


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


# -- kinds ---------------------------------------------------------------------------------------

# What a gap may be written as: `{given:set}`.
FORMS: Final[dict[str, Callable[[Any], str]]] = {
    "set": in_braces,
    "row": lambda names: ", ".join(map(str, names)),
    "arrow": "{0[0]} → {0[1]}".format,
    "sorted": arrows_text,
    "added": lambda arrows: listed(map(FORMS["arrow"], arrows)) or "nothing added",
}


class EmptyGapError(LookupError):
    """There is nothing to put into a gap: another sentence says it."""


class Sentence(Formatter):
    """Fills gaps: lists of names, facts; ``{n:is|are}`` chooses by a number or a truth."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return one gap as words."""
        if "|" in format_spec and not format_spec.startswith("# "):
            number = len(value) if isinstance(value, tuple) else value
            return format_spec.split("|")[number != 1]  # True is 1
        words = "" if value is None else self._words(value, format_spec)
        if not words and not isinstance(value, str):
            raise EmptyGapError
        return words

    def _words(self, value: Any, form: str) -> str:
        if form.startswith("# "):
            return counted(value, *form[2:].split("|"))
        if form in FORMS:
            return FORMS[form](value)
        if isinstance(value, Fact):
            return value.say()
        if form or not isinstance(value, tuple):
            return str(format(value, form))
        is_said = isinstance(value[:1] and value[0], Fact)
        return said(value) if is_said else listed(map(str, value))


class Said(Fact):
    """A fact of a kind: the fields are its own, the words those of the kind."""

    words: ClassVar[tuple[str | Callable[..., str], ...]]
    draws: ClassVar[Callable[..., Mapping[Role, Any]] | None]

    def say(self) -> str:
        """Return the words that fit."""
        for text in self.words:
            if not isinstance(text, str):
                return str(self._call(text))
            with suppress(EmptyGapError):
                return Sentence().format(text, **vars(self))
        msg = f"no sentence fits {self}"
        raise ValueError(msg)

    def own_roles(self) -> Iterator[tuple[Role, Any]]:
        """Yield what the kind says, or else the names of the fields."""
        drawn = self.draws
        yield from super().own_roles() if drawn is None else self._call(drawn).items()

    def _call(self, words: Callable[..., Any]) -> Any:
        return words(**{name: getattr(self, name) for name in signature(words).parameters})


def kind(
    fields: str,
    *words: str | Callable[..., str],
    draws: Callable[..., Mapping[Role, Any]] | None = None,
) -> Callable[..., Fact]:
    """Make a kind of fact of its fields, ``"x members brief=False"``, and of what it says.

    The words are texts with fields in gaps, or a function of fields. Of several texts it says the
    first whose gaps are filled: not with None, nor with no names. `draws` returns what its
    variables are where the names of the fields do not say it.
    """
    named = dict(part.partition("=")[::2] for part in fields.split())
    for text in (*words, *([draws] if draws else [])):
        gaps = _gaps(text) if isinstance(text, str) else signature(text).parameters
        if unknown := set(gaps) - named.keys():
            msg = f"{text!r} has a gap for {listed(sorted(unknown))}; the fields are: {fields}"
            raise TypeError(msg)
    rows = [
        (name, Any, field(default=ast.literal_eval(v))) if v else (name, Any)
        for name, v in named.items()
    ]
    inside = {"words": words, "draws": draws and staticmethod(draws)}
    return make_dataclass("Said", rows, bases=(Said,), namespace=inside, frozen=True)


def _gaps(text: str) -> Iterator[str]:
    """Yield the names of all gaps of a text, those inside of the forms of others, too."""
    for _, name, form, _ in Formatter().parse(text):
        if name is not None:
            yield re.split(r"[.\[]", name)[0]
            yield from _gaps(form or "")
