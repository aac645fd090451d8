"""Read what users read of the code: docstrings, whole on the faces, and error messages."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "marvel_widgets"
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# What a word of this list is to say, English says otherwise; each comment names the usual words.
PLAIN = re.compile(
    r"\b(?:"
    r"who|whom|who(?:m)?ever|(?:no|some|any|every)body|(?:some|any|every)one|no one"  # which
    r"|tell(?:s|ing)?(?! \w+ (?:from|apart))|told"  # return, report, show, distinguish
    r"|stands?|stood|standing"  # be
    r"|(?:^|return |mark )whose"  # the variable with
    r"|trouble"  # error
    r"|hears?|heard"  # observe, handle
    r"|speaks?|spoken"  # concern, use
    r"|said"  # described, shown
    r"|looked at"  # considered, in focus
    r"|anew"  # again
    r"|by now"  # so far
    r"|(?:what|that|one|which) is none"  # is not one
    r"|(?<!there )(?:is|are|was) no(?! longer| more)"  # is not a
    # contain
    r"|(?:file|string|cell|line|mask|folder|page|list|text|token|table|JSON|notebook) holds?"
    r"|what (?:\w+ ){1,4}holds?"  # the content
    r"|(?:what|that) (?:came|comes) (?:out|of|after)"  # results, consequences
    r"|lets? go"
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


def whole_docstrings(path: Path, names: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of some definitions of a module and of all inside them, without code."""
    for top in ast.parse(path.read_text(encoding="utf-8")).body:
        if getattr(top, "name", "") in names:
            for node in ast.walk(top):
                if isinstance(node, DOCUMENTED):
                    found = (ast.get_docstring(node) or "").splitlines()
                    words = (line for line in found if not line.lstrip().startswith((">>>", "...")))
                    yield getattr(node, "name", "module"), " ".join(" ".join(words).split())


def errors(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each error message of a module, values left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        yield from ((node.lineno, text) for text in _raised(node) if text)


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
