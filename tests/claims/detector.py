"""Which sentences are claims: those that state a number, or something about all or none."""

import re

from tests.claims.sentences import MATH

UNIVERSAL = re.compile(
    r"\b(all|every|always|never|none|no|nobody|only|most|least|each(?!\s+other)|any|exactly|both)\b",
    re.IGNORECASE,
)
NUMBER_WORD = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    r"|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
    r"|hundreds?|thousands?|millions?|dozens?|twice|thrice)\b",
    re.IGNORECASE,
)
DIGITS = re.compile(r"(?<![\w-])\d|(?<![\w])-\d")
# "Theorem 1" and "lines 13 and 20" are names. So is an index: X_1 in a formula, V2 in the text.
_ONE = r"\d+(?:\.\d+)*[a-z]?\b"
NAMED = re.compile(
    r"\b(?:Theorem|Lemma|Condition|Algorithm|Line|Figure|Table|Scenario|Example|Section|Notebook"
    r"|Equation|Proposition|Corollary|Remark|Definition|Part|Exercise|Step|Rule|Appendix)s?\s+"
    rf"{_ONE}(?:(?:\s*,\s*(?:and\s+)?|\s+(?:and|or|to|through)\s+|\s*[–-]\s*){_ONE})*",
    re.IGNORECASE,
)
SUBSCRIPT = re.compile(r"_(?:\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z0-9])")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
# Held by tests/test_minutes.py.
MINUTES = re.compile(r"^\W*About \d+ minutes(?: for the core path, \d+ with the rest)?\W*$")


def why_a_claim(sentence: str) -> str:
    """Return the word or number that makes a sentence a claim, or "".

    >>> why_a_claim("It has 27 variables."), why_a_claim("It leaves, as Theorem 1 says.")
    ('27', '')
    """
    text = sentence.strip()
    if text.rstrip("*_)\"'”’").endswith("?") or MINUTES.match(text):
        return ""
    formulas = " ".join(m[0] for m in MATH.finditer(text) if m[0].startswith("$"))
    prose = NAMED.sub(" ", LINK.sub(r"\1", MATH.sub(" ", text)))
    if word := UNIVERSAL.search(prose) or NUMBER_WORD.search(prose):
        return word[0]
    if DIGITS.search(prose):
        return re.search(r"-?\d[\d.,]*", prose[DIGITS.search(prose).start() :])[0].rstrip(".,")
    # In a formula a digit is a number wherever it stands: 2^{n-1}, \binom{p}{2}.
    digit = re.search(r"\d+", SUBSCRIPT.sub("", SUBSCRIPT.sub("", formulas)))
    if digit or re.search(r"\\(?:forall|nexists)\b", formulas):
        return digit[0] if digit else "for all"
    return ""
