"""Guesses before a run, as numbers or choices, and how far they were from what it showed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from marvel_widgets.assessment.plain import shown
from marvel_widgets.text import counted, listed

CLOSE: Final = 1.1  # a number within a tenth is right: it is a guess
NEAR: Final = 2.0
GRADES: Final = ("right", "within a factor of two", "farther off", "not right")

Answer = float | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Guess:
    """A question before a run: for a number of something, for one of some options, or several."""

    text: str
    options: tuple[str, ...] = ()
    unit: str = ""
    many: bool = False

    def read(self, raw: Any) -> Answer | None:
        """Return an answer from a field; None where it is empty."""
        if self.options:
            return raw or None
        written = str(raw).strip()
        if not written:
            return None
        try:
            found = float(written.replace(",", "").replace("_", ""))
        except ValueError:
            found = -1.0
        if not 0 <= found < float("inf"):
            msg = (
                f"{shown(written)} is not a number; write one such as 28, or leave the field empty"
            )
            raise ValueError(msg)
        return found

    def written(self, raw: Any) -> str:
        """Return what a field has as text, for `raw`."""
        return "; ".join(raw) if self.many else str(raw)

    def raw(self, text: str) -> Any:
        """Return what a field has, from text."""
        return tuple(filter(None, text.split("; "))) if self.many else text

    def grade(self, said: Answer, truth: Answer) -> str:
        """Return how good an answer is, in words of `GRADES`."""
        if self.options:
            return GRADES[0] if self._same(said, truth) else GRADES[-1]
        factor = _factor(said, truth)
        return GRADES[0 if factor <= CLOSE else 1 if factor <= NEAR else 2]

    def told(self, said: Answer | None, truth: Answer) -> str:
        """Return the prediction beside what is."""
        if said is None:
            return f"It is {self._shown(truth)}."
        if self._same(said, truth):
            return f"You said {self._shown(said)}, and so it is."
        factor = 1.0 if self.options else _factor(said, truth)
        more = ""
        if CLOSE < factor < float("inf"):
            many = "many" if truth > said else "few"  # type: ignore[operator]  # numbers here
            more = f", {factor:,.{1 if factor < 10 else 0}f} times as {many}"
        return f"You said {self._shown(said)}; it is {self._shown(truth)}{more}."

    def _same(self, said: Any, truth: Any) -> bool:
        return {*said} == {*truth} if self.many else bool(said == truth)

    def _shown(self, value: Answer) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, tuple):
            return listed(value)
        digits = 0 if value == int(value) or value >= 10 else 1
        return f"{value:,.{digits}f} {self.unit}".strip()


def _factor(one: Any, other: Any) -> float:
    least, most = sorted((float(one), float(other)))
    return 1.0 if least == most else most / least if least else float("inf")


def calibration(grades: Sequence[str]) -> str:
    """Return how good some predictions were, in one line."""
    found = {each: grades.count(each) for each in GRADES}
    parts = [f"{n} {'was' if n == 1 else 'were'} {each}" for each, n in found.items() if n]
    return f"Of {counted(len(grades), 'prediction')}, {', '.join(parts)}." if parts else ""
