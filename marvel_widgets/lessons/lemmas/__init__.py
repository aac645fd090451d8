"""The four lemmas as live statements, their counterexamples, the lattice of subsets."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.lessons.lemmas.breaker_words import claim_place as claim_place
    from marvel_widgets.lessons.lemmas.breaker_words import hypothesis_words as hypothesis_words

__getattr__, __dir__, __all__ = lazy(__name__)
