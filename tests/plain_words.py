"""Read what users read of the code: first lines of docstrings, error messages, pages of docs."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "marvel_widgets"
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# A variable is which; a function returns; a test is positive or negative, a file contains.
PLAIN = re.compile(
    r"\b(?:"
    r"who|whom|who(?:m)?ever|(?:no|some|any|every)body|(?:some|any|every)one|no one"
    r"|tell(?:s|ing)?|told"  # returns, reports, distinguishes
    r"|stands?|stood|standing"  # is
    r"|trouble"  # error
    r"|hears?|heard"  # observes, handles
    r"|speaks?|spoken"  # concerns
    r"|said"  # described
    r"|anew"  # again
    r"|by now"  # so far
    r"|(?:what|that|one|which) is none"  # is not one
    r"|wish(?:es)?|lets? go"
    r")\b(?! apart| for\b| in for\b| from\b)",
    re.IGNORECASE,
)


def summaries(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the name of each definition of a module and the first paragraph of its docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED):
            found = ast.get_docstring(node) or ""
            yield getattr(node, "name", "module"), " ".join(found.split("\n\n")[0].split())


def errors(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each error message of a module, values left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        for text in _raised(node):
            yield node.lineno, text


def _raised(node: ast.AST) -> list[str]:
    match node:
        case ast.Assign(targets=[ast.Name(id="msg" | "message")], value=value):
            return [_text(value)]
        case ast.Raise(exc=ast.Call(args=args)):
            return [_text(each) for each in args]
    return []


def _text(node: ast.AST) -> str:
    """Return the constant parts of an expression that makes a string."""
    found = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
    return " ".join(str(each) for each in found if isinstance(each, str))
