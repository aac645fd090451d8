"""A kind of fact in a few lines: its sentence with gaps, and a function that evaluates it.

    @kind("The children of {x} are {members}.")
    def Children(case: Case, x: Label, members: Labels) -> bool:
        return case.graph.children(x) == set(members)

makes the kind `Children(x, members)`. Its fields are the parameters after the case.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from inspect import Parameter, signature
from string import Formatter
from types import new_class
from typing import Any, Concatenate, Final, ParamSpec

from marvel_widgets.assessment.facts import Case, Fact, Role, said
from marvel_widgets.text import arrows_text, counted, in_braces, listed

P = ParamSpec("P")

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


def kind(
    *words: str | Callable[..., str],
    draws: Callable[..., Mapping[Role, Any]] | None = None,
) -> Callable[[Callable[Concatenate[Case, P], bool]], Callable[P, Fact]]:
    """Make a kind of fact of a function: words are texts with its parameters in gaps, or a call.

    Of several texts it says the first whose gaps are filled: not with None, nor with no names.
    `draws` returns what its variables are where the names of the fields do not say it.
    """

    def made(truth: Callable[Concatenate[Case, P], bool]) -> Callable[P, Fact]:
        gaps = [*signature(truth).parameters.values()][1:]

        def values(fact: Any) -> dict[str, Any]:
            return {gap.name: getattr(fact, gap.name) for gap in gaps}

        def say(fact: Fact) -> str:
            for text in words:
                if not isinstance(text, str):
                    return text(
                        **{name: getattr(fact, name) for name in signature(text).parameters}
                    )
                with suppress(EmptyGapError):
                    return Sentence().format(text, **values(fact))
            msg = f"no sentence fits {fact}"
            raise ValueError(msg)

        def holds(fact: Fact, case: Case) -> bool:
            return truth(case, **values(fact))  # type: ignore[call-arg]

        inside = {gap.name: gap.default for gap in gaps if gap.default is not Parameter.empty}
        inside |= {"__annotations__": {gap.name: gap.annotation for gap in gaps}}
        inside |= {"__module__": truth.__module__, "__doc__": truth.__doc__}
        inside |= {"say": say, "holds": holds}
        if draws is not None:
            inside["own_roles"] = lambda fact: draws(**values(fact)).items()
        found = new_class(truth.__name__, (Fact,), None, lambda space: space.update(inside))
        return dataclass(frozen=True)(found)

    return made
