"""Which cells of a notebook an app needs to come back in a new kernel, by the names in them."""

import ast
import json
from collections.abc import Iterator

_FLAGS = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


def needed(cells: str) -> list[int]:
    """Return which of the cells above the last one it needs; given are their sources, as JSON.

    In doubt a cell is needed: one that can't be read, or that imports everything from a module.
    """
    *above, own = json.loads(cells)
    names = _names(own)
    if names is None:
        return list(range(len(above)))
    wanted, found = names[0], list[int]()
    for n in reversed(range(len(above))):
        names = _names(above[n])
        if names is None:
            found.append(n)
            continue
        used, made, anew = names
        if made & wanted or "*" in made:
            found.append(n)
            wanted = (wanted - anew) | used
    return found[::-1]


def _names(source: str) -> tuple[set[str], set[str], set[str]] | None:
    """Return the names that a cell uses, those that it binds or changes, and those it replaces."""
    try:
        tree = compile(source, "", "exec", _FLAGS)
    except (SyntaxError, ValueError, RecursionError):
        return None  # a magic, say
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    used = {name.id for name in names if isinstance(name.ctx, ast.Load)}
    return used, set(_made(tree)), set(_anew(tree))


def _made(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((each.asname or each.name).partition(".")[0] for each in node.names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            yield from _roots(node)
        elif isinstance(node, ast.Expr):  # a method that is called for what it does
            call = node.value.value if isinstance(node.value, ast.Await) else node.value
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                values = [each.value for each in call.args if isinstance(each, ast.Constant)]
                if ... not in values:  # it is still to be filled in
                    yield from _roots(call.func)


def _roots(node: ast.AST) -> Iterator[str]:
    """Yield the names in an expression such as ``box.model.check``."""
    return (each.id for each in ast.walk(node) if isinstance(each, ast.Name))


def _anew(tree: ast.Module) -> Iterator[str]:
    """Yield the names that are bound to something else, whatever they meant before."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            yield from (t.id for t in node.targets if isinstance(t, ast.Name))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (each.asname or each.name for each in node.names)
