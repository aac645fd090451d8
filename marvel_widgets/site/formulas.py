"""Formulas as MathML, made when the site is written: a page then needs no program to show them."""

import re
from functools import cache

from marvel_widgets.site.errors import SiteError

# What latex2mathml leaves undone: a large delimiter of two letters and more, and a negation that
# is drawn as a stroke beside its sign. Few fonts have its "without".
LARGE_FLOOR = re.compile(r"\\[Bb]ig+(?=\\(?:lfloor|lceil))"), re.compile(r"\\[Bb]ig+(?=\\r)")
STROKE = '<mpadded width="0"><mtext>&#x029F8;</mtext></mpadded>'
PERP = "<mi>&#x027C2;</mi>"
INDEPENDENT, DEPENDENT = "<mo>&#x27C2;</mo>", "<mo>&#x27C2;&#x338;</mo>"
RARE, WITHOUT = "<mi>&#x029F5;</mi>", "<mo>&#x2216;</mo>"


@cache
def mathml(latex: str, *, block: bool = False) -> str:
    """Return a formula as a MathML element."""
    from latex2mathml.converter import convert

    opening, closing = LARGE_FLOOR
    ready = closing.sub(r"\\right", opening.sub(r"\\left", latex))
    made: str = convert(ready, display="block" if block else "inline")
    made = made.replace(STROKE + PERP, DEPENDENT).replace(PERP, INDEPENDENT).replace(RARE, WITHOUT)
    if unknown := re.findall(r"\\[A-Za-z]+", made):
        msg = f"the formula {latex!r} has {unknown[0]}, which has no MathML; write it differently"
        raise SiteError(msg)
    return made
