"""The arguments that all apps share, and what an app says of an argument that it does not take."""

import inspect
from collections.abc import Iterable
from typing import Final, Literal, TypedDict


class SharedSettings(TypedDict, total=False):
    """What every app takes: `AppSettings` without `predict`, for an app that asks by its nature."""

    hide: str | Iterable[str]
    lock: str | Iterable[str]
    big: bool
    answers: bool
    token: str | None


class AppSettings(SharedSettings, total=False):
    """The arguments that all apps share, each to be given by its name.

    Attributes
    ----------
    predict : bool or "telling"
        Ask before a verdict or a step shows, and keep the score; every question can be
        skipped. With "telling" `MarvelPlayer` asks only where a mistaken belief answers
        wrongly. `Race` asks by default. `BeMarvel`, `BePC`, `ExerciseBox` and `Vote`
        ask by their nature and don't take it.
    answers : bool
        With False the learner still chooses, asks and answers, but verdicts and solutions are
        withheld. By default they show.
    hide, lock : str or iterable of str
        Parts that are not shown, and parts that are shown but can't be operated. Each app
        lists its parts; the error for an unknown one does, too.
    big : bool
        Larger text, controls and pictures, for a projector.
    token : str, optional
        A state to begin in, as ``app.token`` gave it: it wins over the other
        arguments. A damaged token, or one of another app, is a ValueError.

    Examples
    --------
    >>> from marvel_widgets.widgets import RemovabilityLab
    >>> lab = RemovabilityLab("A -> B -> C", hide=("acts", "definition"), predict=True)
    >>> RemovabilityLab(token=lab.token).model.dag.edges
    (('A', 'B'), ('B', 'C'))
    """

    predict: bool | Literal["telling"]


DEFAULTS: Final[AppSettings] = {
    "predict": False,
    "answers": True,
    "hide": (),
    "lock": (),
    "big": False,
    "token": None,
}


def names_of(parts: str | Iterable[str]) -> tuple[str, ...]:
    """Return the names of parts, given as one name or as several."""
    return (parts,) if isinstance(parts, str) else tuple(parts)


def check_settings(
    app: type, given: Iterable[str], shared: Iterable[str], options: Iterable[str] = ()
) -> None:
    """Refuse an argument that an app does not take."""
    unknown = sorted({*given} - {*shared, *options})
    if not unknown:
        return
    parameters = inspect.signature(app).parameters.values()
    own = [each.name for each in parameters if each.kind is not inspect.Parameter.VAR_KEYWORD]
    msg = (
        f"{app.__name__} has no argument {', '.join(map(repr, unknown))}; its own are "
        f"{', '.join([*own, *options])}; as every app it takes {', '.join(sorted(shared))}"
    )
    raise TypeError(msg)
