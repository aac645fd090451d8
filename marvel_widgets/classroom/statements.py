"""Parts of a cell's code taken out by statement, the rest left as it was written.

A cell is parsed to find the lines of a statement, and edited as text, so that spacing and comments
stay. Awaiting at the top level is allowed, as it is in a notebook.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any


def without_asserts(source: str) -> str:
    """Return the code without its asserts; a loop that holds nothing else goes with them."""
    return _without(source, _asserts(_parsed(source)))


def has_asserts(source: str) -> bool:
    """Return whether there is an assert anywhere in the code."""
    return any(isinstance(node, ast.Assert) for node in _walk(_parsed(source)))


def without_presses(source: str) -> str:
    """Return the code that makes an app and shows it, without what operates it.

    Imports, definitions and assignments to plain names stay, and the expression at the end, which
    is what the cell shows. Calls, loops, and assignments to an attribute go, and asserts too.
    """
    body = _parsed(source)
    return _without(source, [each for each in body if not _makes(each) and each is not body[-1]])


def names_used(sources: Iterable[str]) -> set[str]:
    """Return the names that some of these cells read."""
    nodes = (node for source in sources for node in _walk(_parsed(source)))
    return {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Store)}


def names_bound(source: str) -> set[str]:
    """Return the names that a cell defines, by an assignment, a loop, an import or `def`."""
    return _bound(_parsed(source))


def _bound(body: Sequence[ast.stmt]) -> set[str]:
    nodes = list(_walk(body))
    own = {id(n) for each in _targets(nodes, ast.comprehension) for n in ast.walk(each)}
    stored = [n for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    found = {n.id for n in stored if id(n) not in own}
    found |= {(n.asname or n.name).partition(".")[0] for n in nodes if isinstance(n, ast.alias)}
    return found | {n.name for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef)}


def names_needed(source: str, later: set[str]) -> set[str]:
    """Return the names that must be there before a cell, for itself and for the `later` ones."""
    return _before(_steps_of(source), later)


# What each statement binds, and what it needs; the last one first.
_Steps = tuple[tuple[set[str], set[str]], ...]


# Of all notebooks: the site asks for each of them three times, a class once for each unit.
@lru_cache(2_000)
def _steps_of(source: str) -> _Steps:
    return tuple(_steps(_parsed(source)))


def _before(steps: Iterable[tuple[set[str], set[str]]], later: set[str]) -> set[str]:
    needed = set(later)
    for bound, used in steps:
        needed = (needed - bound) | used
    return needed


def _steps(body: Sequence[ast.stmt]) -> Iterator[tuple[set[str], set[str]]]:
    for each in reversed(body):
        read: ast.AST = each
        bound: set[str] = set()
        inside: set[str] = set()
        if isinstance(each, ast.For):
            inside = _before(_steps([*each.body, *each.orelse]), set()) - _names([each.target])
            read = each.iter
        elif not isinstance(each, ast.While | ast.If | ast.AugAssign):
            bound = _bound([each])
        nodes = list(ast.walk(read))
        used = _read(read) | _names(_targets(nodes, ast.AugAssign))
        yield bound, inside | used - _names(_targets(nodes, ast.comprehension | ast.For))


def _read(node: ast.AST) -> set[str]:
    """Return the names that a node reads, without the arguments of functions in it."""
    found = {name for child in ast.iter_child_nodes(node) for name in _read(child)}
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
        found.add(node.id)
    arguments = getattr(node, "args", None)
    own = ast.walk(arguments) if isinstance(arguments, ast.arguments) else ()
    return found - {each.arg for each in own if isinstance(each, ast.arg)}


def _targets(nodes: Iterable[ast.AST], kinds: Any) -> list[ast.AST]:
    return [node.target for node in nodes if isinstance(node, kinds)]


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    return {n.id for each in nodes for n in ast.walk(each) if isinstance(n, ast.Name)}


def without_left_over(source: str, later: set[str]) -> str:
    """Return the code without what only binds names that nothing reads, here or `later`."""
    gone, needed = [], set(later)
    for each in reversed(_parsed(source)):
        text = ast.unparse(each)
        if _only_binds(each) and not names_bound(text) & needed:
            gone.append(each)
        else:
            needed = names_needed(text, needed)
    return _without(source, gone)


def _only_binds(each: ast.stmt) -> bool:
    return all(map(_only_binds, each.body)) if isinstance(each, ast.For) else _makes(each)


def _parsed(source: str) -> Sequence[ast.stmt]:
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    tree: ast.Module = compile(source, "<cell>", "exec", flags)
    return tree.body


def _walk(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    for each in body:
        yield from ast.walk(each)


def _asserts(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return the asserts, and the compound statements of which nothing would be left."""
    gone: list[ast.stmt] = []
    for each in body:
        inside = getattr(each, "body", None)
        if isinstance(each, ast.Assert):
            gone.append(each)
        elif inside and isinstance(each, ast.For | ast.While | ast.If | ast.With):
            lost = _asserts(inside)
            if any(one not in lost for one in inside):
                gone += lost
            elif not getattr(each, "orelse", None):
                gone.append(each)  # with an `else`, an empty body would be no code
    return gone


def _makes(each: ast.stmt) -> bool:
    if isinstance(each, ast.Assign):
        names = [node for target in each.targets for node in ast.walk(target)]
        return all(isinstance(n, ast.Name | ast.Tuple | ast.Store) for n in names)
    return isinstance(each, ast.Import | ast.ImportFrom | ast.FunctionDef)


def _without(source: str, statements: Iterable[ast.stmt]) -> str:
    gone = {n for each in statements for n in range(each.lineno, (each.end_lineno or 0) + 1)}
    lines = [line for n, line in enumerate(source.split("\n"), 1) if n not in gone]
    # What is left may begin or end with an empty line, or have two where statements were.
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
