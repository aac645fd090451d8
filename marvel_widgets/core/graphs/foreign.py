"""Texts in other people's formats that we do not read: what each looks like, and the way out."""

import re
from typing import Final

from marvel_widgets.core.graphs.errors import GraphSyntaxError

UNREAD: Final = (
    "read are our own text, DAGitty, DOT, BIF, GraphML, GML; other ones by networkx, Dag(graph)"
)
# How a text of each begins, or the whole of it, and what its refusal says.
_FORMATS = {
    r"[^\"]*dagitty\s*\(": (
        "this is R code: copy what is between the quotes of dagitty(...), which begins with dag {"
    ),
    r"(?:\[[^][\"'(]+\]\s*)+\Z": (
        'this is bnlearn\'s model string: write.dot("g.dot", net) in R writes DOT, which is read'
    ),
    r"[^\n@]*\S[ \t]+\S+[ \t]+@-?[\d.]+,": (
        "this is DAGitty's format before version 3: open it at dagitty.net and copy "
        '"Model code", which begins with dag {'
    ),
    r"(?:%[^\n]*\n\s*)*(?:class\s+\w+|net)\s*\{": f"this looks like a Hugin file: {UNREAD}",
    r"net\s+\w+\s*\{": f"this looks like a file of GeNIe: {UNREAD}",
    r"(?://[^\n]*\n\s*)*bnet\s+\S+\s*\{": f"this looks like a file of Netica or Elvira: {UNREAD}",
    r"belief\s+network\b": f"this looks like a DSC file: {UNREAD}",
    r"\\(?:begin|node|draw|path|usetikz)": "this looks like TikZ: write A -> B, one edge a line",
    r"(?:\{\s*(?:\"[^\"]*\"\s*:|\})|\[\s*(?:[\[{\"\d]|\]))": f"this looks like JSON: {UNREAD}",
    r"Graph Nodes:": (
        "this is how Tetrad and causal-learn write a graph: take the lines below Graph Edges: "
        "without their numbers, and write --> as ->"
    ),
    r"(?:---.*?---\s*)?(?:graph|flowchart)\s+(?:TD|TB|BT|LR|RL)\b": (
        "this looks like Mermaid: leave its first line out and write A -> B for A --> B"
    ),
    r"@startuml": "this looks like PlantUML: leave out the lines with @, write A -> B for A --> B",
    r"\*Vertices\b": f"this looks like a Pajek file: {UNREAD}",
    r"[\w.=\s]*\(?\s*\[\s*\(": (
        "this is a list of pairs: give Dag the list itself, not its text, or write A -> B, "
        "one edge a line"
    ),
    r"(?:(?:[^\"~]|\"[^\"\n]*\")*[\n(,])?[ \t]*[\w.]+[ \t]*=?~": (
        "a formula has no direction of its own here: write X -> Y for Y ~ X"
    ),
}
_BEGINS = re.compile("|".join(f"({begins})" for begins in _FORMATS), re.DOTALL | re.IGNORECASE)


def check_foreign(text: str) -> None:
    """Refuse a text that is in one of these formats, by its name."""
    whole = text.strip()
    if found := _BEGINS.match(whole):
        says = list(_FORMATS.values())[(found.lastindex or 1) - 1]
        raise GraphSyntaxError(text, text.index(whole), says) from None
