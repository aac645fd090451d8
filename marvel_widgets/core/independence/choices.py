"""Named options: every function that takes one refuses an unknown name in the same words."""

from typing import Any, get_args

from marvel_widgets.core.graphs.shortening import shown


def check_choice(name: str, value: Any, choices: Any) -> None:
    """Refuse a value that is not one of the names of a ``Literal`` type.

    >>> from typing import Literal
    >>> check_choice("start", "empty", Literal["moral", "complete"])
    Traceback (most recent call last):
    ValueError: start must be one of 'moral', 'complete'; got 'empty'
    """
    known = get_args(choices)
    if value not in known:
        msg = f"{name} must be one of {', '.join(map(repr, known))}; got {shown(value)}"
        raise ValueError(msg)
