"""The paper's claims in role letters, whole and with a hypothesis left out: `claims.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from marvel_widgets._data import tables
from marvel_widgets.lessons.lemmas.words import TITLES
from marvel_widgets.theory.counterexamples import check_claim
from marvel_widgets.theory.lemma_checks import PLACES, checked_lemma

CLAIM_TITLES: Final[Mapping[str, str]] = MappingProxyType(
    dict[str, str](TITLES.items()) | {"removability": "Removability"}
)

_CLAIMS: Final = tables("lessons/lemmas/claims.toml")


def claim_place(claim: str) -> str:
    """Return the place of a claim in the paper.

    Examples
    --------
    >>> claim_place("neighbor"), claim_place("removability")
    ('Section 3.2', 'Section 3.1')
    """
    check_claim(claim, None)
    return "Section 3.1" if claim == "removability" else PLACES[checked_lemma(claim)]


def whole_claim_words(claim: str, dropped: str | None = None) -> str:
    """Return what a claim says, whole or with a hypothesis left out."""
    check_claim(claim, dropped)
    found = _CLAIMS[claim]
    left_out = {} if dropped is None else found["without"][dropped]
    words = str(left_out.get("says", found["whole"]))
    for was, now in left_out.get("changes", {}).items():
        words = words.replace(was, now)
    return words


def hypothesis_words(claim: str, dropped: str) -> str:
    """Return a hypothesis in a few words.

    Examples
    --------
    >>> hypothesis_words("v-structures", "outside-set")
    'Y is not in S'
    """
    check_claim(claim, dropped)
    return str(_CLAIMS[claim]["without"][dropped]["hypothesis"])


def claim_sentences(claim: str, dropped: str | None) -> tuple[str, ...]:
    """Return a claim with its label, and how it reads with a hypothesis left out."""
    whole = f"{CLAIM_TITLES[claim]} ({claim_place(claim)}): {whole_claim_words(claim)}"
    if dropped is None:
        return (whole,)
    left_out = hypothesis_words(claim, dropped)
    return (
        whole,
        f"Left out: {left_out}. Then the claim reads: {whole_claim_words(claim, dropped)}",
    )
