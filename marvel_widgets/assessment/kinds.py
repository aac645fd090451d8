"""A kind of fact in a statement: its fields, then sentences with these in gaps.

    Children = kind("x members", "The children of {x} are {members}.")

makes the kind `Children(x, members)`. A gap that names no field is an error of the import.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import field, make_dataclass
from inspect import signature
from string import Formatter
from typing import Any, ClassVar, Final

from marvel_widgets.assessment.facts import Fact, Role, said
from marvel_widgets.text import arrows_text, counted, in_braces, listed

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
