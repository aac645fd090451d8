"""The proof of Theorem 1, walked through on a graph of the learner."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.lessons.proof.view import loss_text as loss_text

__getattr__, __dir__, __all__ = lazy(__name__)
