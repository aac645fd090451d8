"""The paper's claims in role letters, whole and with a hypothesis left out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from marvel_widgets.lessons.lemmas.words import TITLES
from marvel_widgets.theory.counterexamples import check_claim
from marvel_widgets.theory.lemma_roles import PLACES, checked_lemma

CLAIM_TITLES: Final[Mapping[str, str]] = MappingProxyType(
    dict[str, str](TITLES.items()) | {"removability": "Removability"}
)

# Mb(X) is the Markov boundary of X; "separates" is d-separation.
_CLAIMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "neighbor": "For Y in Mb(X): Y is a neighbor of X if and only if no proper subset of "
        "Mb(X) without Y separates X and Y.",
        "v-structures": "For a co-parent T of X, separated from X by a set S inside Mb(X), and a "
        "neighbor Y of X: X → Y ← T if and only if Y is not in S and no subset of Mb(X) and X, "
        "without Y and T, separates Y and T.",
        "condition-1": "X satisfies Condition 1 if and only if no two neighbors Z, W of X are "
        "separated by X together with a subset of Mb(X) without Z and W.",
        "condition-2": "Where X satisfies Condition 1: X satisfies Condition 2 if and only if, "
        "for every v-structure X → Y ← T and every other neighbor Z of X, Z and T are not "
        "separated by X and Y together with a subset of Mb(X) without Z, Y and T.",
        "boundary-size": "If X is removable, Mb(X) has at most as many variables as the maximum "
        "in-degree.",
        "boundary-update": "When a removable X leaves: two neighbors Y, Z of X stay in each "
        "other's boundary if and only if they are dependent given the smaller one of Mb(Y) and "
        "Mb(Z), without X, Y and Z.",
        "removability": "X is removable if and only if it satisfies Conditions 1 and 2.",
    }
)

# What is left out, and what the claim says then.
_DROPPED: Final[Mapping[tuple[str, str], tuple[str, str]]] = MappingProxyType(
    {
        ("neighbor", "in-boundary"): (
            "Y is in Mb(X)",
            "For any Y: Y is a neighbor of X if and only if no proper subset of Mb(X) without Y "
            "separates X and Y.",
        ),
        ("neighbor", "larger-sets"): (
            "Sets that are not empty are tried",
            "For Y in Mb(X): Y is a neighbor of X if and only if the empty set does not separate "
            "X and Y.",
        ),
        ("neighbor", "smaller-sets"): (
            "Sets smaller than Mb(X) without Y are tried",
            "For Y in Mb(X): Y is a neighbor of X if and only if the whole of Mb(X) without Y "
            "does not separate X and Y.",
        ),
        ("v-structures", "outside-set"): (
            "Y is not in S",
            "For a co-parent T of X and a neighbor Y of X: X → Y ← T if and only if no subset of "
            "Mb(X) and X, without Y and T, separates Y and T.",
        ),
        ("v-structures", "no-separator"): (
            "No set separates Y and T",
            "For a co-parent T of X, separated from X by a set S inside Mb(X), and a neighbor Y "
            "of X: X → Y ← T if and only if Y is not in S.",
        ),
        ("v-structures", "x-allowed"): (
            "The sets for Y and T may hold X",
            "For a co-parent T of X, separated from X by a set S inside Mb(X), and a neighbor Y "
            "of X: X → Y ← T if and only if Y is not in S and no subset of Mb(X) without Y and T "
            "separates Y and T.",
        ),
        ("v-structures", "set-in-boundary"): (
            "S lies inside Mb(X)",
            "For a co-parent T of X, separated from X by any set S, and a neighbor Y of X: "
            "X → Y ← T if and only if Y is not in S and no subset of Mb(X) and X, without Y and "
            "T, separates Y and T.",
        ),
        ("condition-1", "x-given"): (
            "X is in the set",
            "X satisfies Condition 1 if and only if no two neighbors Z, W of X are separated by "
            "a subset of Mb(X) without Z and W.",
        ),
        ("condition-2", "x-given"): (
            "X is in the set",
            "Where X satisfies Condition 1: X satisfies Condition 2 if and only if, for every "
            "v-structure X → Y ← T and every other neighbor Z of X, Z and T are not separated by "
            "Y together with a subset of Mb(X) without Z, Y and T.",
        ),
        ("condition-2", "y-given"): (
            "Y is in the set",
            "Where X satisfies Condition 1: X satisfies Condition 2 if and only if, for every "
            "v-structure X → Y ← T and every other neighbor Z of X, Z and T are not separated by "
            "X together with a subset of Mb(X) without Z, Y and T.",
        ),
        ("condition-2", "condition-1"): (
            "X satisfies Condition 1",
            "For any X: X satisfies Condition 2 if and only if, for every v-structure X → Y ← T "
            "and every other neighbor Z of X, Z and T are not separated by X and Y together with "
            "a subset of Mb(X) without Z, Y and T.",
        ),
        ("boundary-size", "removable"): (
            "X is removable",
            "For any X, Mb(X) has at most as many variables as the maximum in-degree.",
        ),
        ("boundary-size", "one-way"): (
            "It is said in one direction only",
            "X is removable if and only if Mb(X) has at most as many variables as the maximum "
            "in-degree.",
        ),
        ("boundary-size", "any-size"): (
            "It does not say which variable is removable",
            "One of the variables with the smallest boundary is removable.",
        ),
        ("boundary-update", "removable"): (
            "X is removable",
            "When any X leaves: two neighbors Y, Z of X stay in each other's boundary if and only "
            "if they are dependent given the smaller one of Mb(Y) and Mb(Z), without X, Y and Z.",
        ),
        ("boundary-update", "boundary-given"): (
            "The boundary is given",
            "When a removable X leaves: two neighbors Y, Z of X stay in each other's boundary if "
            "and only if they are dependent given nothing.",
        ),
        ("boundary-update", "x-left-out"): (
            "X is left out of the set",
            "When a removable X leaves: two neighbors Y, Z of X stay in each other's boundary if "
            "and only if they are dependent given X and the smaller one of Mb(Y) and Mb(Z), "
            "without Y and Z.",
        ),
        ("removability", "condition-1"): (
            "X satisfies Condition 1",
            "X is removable if and only if it satisfies Condition 2.",
        ),
        ("removability", "condition-2"): (
            "X satisfies Condition 2",
            "X is removable if and only if it satisfies Condition 1.",
        ),
    }
)


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
    return _CLAIMS[claim] if dropped is None else _DROPPED[claim, dropped][1]


def hypothesis_words(claim: str, dropped: str) -> str:
    """Return a hypothesis in a few words.

    Examples
    --------
    >>> hypothesis_words("v-structures", "outside-set")
    'Y is not in S'
    """
    check_claim(claim, dropped)
    return _DROPPED[claim, dropped][0]


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
