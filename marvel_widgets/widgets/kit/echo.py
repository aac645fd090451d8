"""A view that shows its model sets its own controls, and must not take that for a choice."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

import traitlets


class Echo:
    """Tell what a learner chooses from what the view itself puts into its controls.

    Examples
    --------
    >>> from ipywidgets import IntText
    >>> echo, field, chosen = Echo(), IntText(), []
    >>> echo.hear(field, chosen.append)
    >>> with echo:  # the view shows its model
    ...     field.value = 1
    >>> field.value = 2  # the learner
    >>> chosen
    [2]
    """

    def __init__(self) -> None:
        self._depth = 0  # one showing may lead to another

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self._depth -= 1

    def hear(
        self, control: traitlets.HasTraits, act: Callable[[Any], Any], trait: str = "value"
    ) -> None:
        """Call a function with each new value of a control, unless the view itself set it.

        Parameters
        ----------
        control : HasTraits
        act : function of the new value
        trait : str
        """

        def heard(change: Any) -> None:
            if not self._depth:
                act(change.new)

        control.observe(heard, trait)
