"""Names without quotes in an answer: ``check.blockers({C})`` for ``check.blockers({"C"})``.

Python raises a `NameError` before an exercise is asked, so the cell is changed before it runs: in
the call of an exercise, a name that means nothing in the notebook, but is one of the exercise's own
or a single letter, becomes a text. Only in IPython, which lets a library see a cell first;
elsewhere the error stays.
"""

import ast
import builtins
from collections.abc import Iterator, Mapping, Set
from typing import Any, Final

from marvel_widgets.assessment.answers import AnswerKind, Parts

METHOD: Final = "without_quotes"


def read_names_without_quotes(asking: type) -> None:
    """Let the notebook that runs this read such names; nothing happens outside IPython."""
    shell: Any = getattr(builtins, "get_ipython", lambda: None)()
    known = getattr(shell, "ast_transformers", None)
    if known is not None and not any(isinstance(each, Quoting) for each in known):
        known.append(Quoting(shell.user_ns, asking))


class Quoting(ast.NodeTransformer):
    """Puts the quotes around names in the calls of exercises."""

    def __init__(self, names: Mapping[str, Any], asking: type) -> None:
        self.names, self.asking = names, asking
        self.bound: frozenset[str] = frozenset()

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """Return a cell; what it defines itself, a loop's variable too, needs no quotes."""
        self.bound = frozenset(_bound(node))
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Return the call of an exercise with quotes, any other call as it is."""
        self.generic_visit(node)
        exercise = self._exercise(node.func)
        if exercise is None:
            return node
        quotes = _Quotes({*self.names, *self.bound}, set(_words(exercise.kind)))
        arguments = [quotes.visit(argument) for argument in node.args]
        for keyword in node.keywords:
            keyword.value = quotes.visit(keyword.value)
        if not quotes.found:
            return node
        func = ast.Attribute(value=node.func, attr=METHOD, ctx=ast.Load())
        changed = ast.Call(func=func, args=arguments, keywords=node.keywords)
        return ast.fix_missing_locations(ast.copy_location(changed, node))

    def _exercise(self, func: ast.expr) -> Any:
        """Return the exercise that is called, if one is: ``check.NAME``, nothing longer."""
        if not isinstance(func, ast.Attribute) or not isinstance(func.value, ast.Name):
            return None
        checks = self.names.get(func.value.id)
        if type(checks) is not self.asking or func.attr not in dir(checks):
            return None
        return getattr(checks, func.attr).asked


class _Quotes(ast.NodeTransformer):
    """Puts quotes around names that an exercise knows and the notebook does not."""

    def __init__(self, known: Set[str], words: Set[str]) -> None:
        self.known, self.words = known, words
        self.letters = {word for word in words if len(word) == 1}
        self.found = False

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._text(node) if self._is_meant(node) else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Look at what a function gets; a function that is not there is another fault."""
        node.args = [self.visit(argument) for argument in node.args]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Return a text for ``A - B``, a pair, and ``co - parents``, a key."""
        ends = [node.left, node.right]
        if isinstance(node.op, ast.Sub) and all(isinstance(end, ast.Name) for end in ends):
            pair = all(self._is_meant(end) for end in ends)
            if pair or ast.unparse(node).replace(" ", "") in self.words:
                return self._text(node)
        return self.generic_visit(node)

    def _is_meant(self, node: ast.AST) -> bool:
        name = node.id if isinstance(node, ast.Name) else ""
        letters = len(name) == 1 or set(name) <= self.letters
        free = name not in self.known and not hasattr(builtins, name)
        return free and (letters or name in self.words)

    def _text(self, node: ast.expr) -> ast.AST:
        self.found = True
        return ast.copy_location(ast.Constant(ast.unparse(node)), node)


def _bound(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a cell itself defines, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]


def _words(kind: AnswerKind) -> Iterator[str]:
    """Yield the words that an answer is made of: variables and keys."""
    yield from getattr(kind, "names", ())
    if isinstance(kind, Parts):
        for key, part in kind.parts.items():
            yield from (key, key.casefold(), key.replace("-", "_").replace(" ", "_"))
            yield from _words(part)
