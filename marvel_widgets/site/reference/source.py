"""What the package's source says of a name: read and never run, so that no page needs an import."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from inspect import cleandoc
from pathlib import Path
from typing import Literal

from marvel_widgets._lazy import homes_of

Kind = Literal["function", "class", "error", "method", "property", "module", "value"]
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Parameter:
    """A parameter as it is written: ``name``, ``: type`` and ``= default``, empty where absent."""

    name: str
    annotation: str = ""
    default: str = ""


@dataclass(frozen=True)
class Documented:
    """A name, how it is called, and its docstring."""

    name: str
    kind: Kind
    home: str
    doc: str
    parameters: tuple[Parameter, ...] = ()
    returns: str = ""
    members: tuple[Documented, ...] = ()
    bases: tuple[str, ...] = ()  # of its package, as "module.Class"
    of_class: bool = False  # a method that is called on the class


@dataclass(frozen=True)
class Module:
    """A module as its source says."""

    name: str
    lines: tuple[str, ...]
    doc: str
    defined: Mapping[str, ast.stmt]
    imported: Mapping[str, str]  # name -> the module it comes from
    strings: Mapping[int, str]  # the docstrings of constants, by the line above


def faces() -> dict[str, dict[str, str]]:
    """Return the packages that people import from, each with the home of every name."""
    root = Path(str(files("marvel_widgets")))
    found = {}
    for path in sorted(root.rglob("__init__.py"), key=lambda path: (len(path.parts), path)):
        text = path.read_text(encoding="utf-8")
        if "lazy(__name__)" in text:
            package = ".".join(("marvel_widgets", *path.parent.relative_to(root).parts))
            found[package] = dict(homes_of(text))
    return found


@cache
def module(name: str) -> Module:
    """Return what a module of the package says, by its dotted name."""
    place = files("marvel_widgets").joinpath(*name.split(".")[1:])
    file = place.joinpath("__init__.py") if place.is_dir() else None
    path = file or files("marvel_widgets").joinpath(f"{'/'.join(name.split('.')[1:])}.py")
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    imported = {
        alias.asname or alias.name: node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    doc = ast.get_docstring(tree) or ""
    strings = {
        node.lineno - 1: cleandoc(node.value.value)
        for node in tree.body
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }
    return Module(name, tuple(text.splitlines()), doc, dict(_defined(tree)), imported, strings)


def _defined(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node
        elif isinstance(node, ast.Assign):
            yield from ((each.id, node) for each in node.targets if isinstance(each, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node


def documented(home: str, name: str) -> Documented:
    """Return what the source says of a name in its module."""
    where = module(home)
    node = where.defined.get(name)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return _function(node, home)
    if isinstance(node, ast.ClassDef):
        return _class(node, where)
    if node is not None:
        return _value(name, node, where)
    if name in where.imported:
        return documented(where.imported[name], name)
    inside = module(f"{home}.{name}")  # a module, such as `networks`
    offered = [
        documented(inside.name, each)
        for each, node in inside.defined.items()
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not each.startswith("_")
    ]
    return Documented(name, "module", inside.name, inside.doc, members=tuple(offered))


def _function(node: Function, home: str, kind: Kind = "function") -> Documented:
    returns = ast.unparse(node.returns) if node.returns else ""
    parameters = tuple(_parameters(node.args))
    return Documented(node.name, kind, home, ast.get_docstring(node) or "", parameters, returns)


def _parameters(args: ast.arguments) -> Iterator[Parameter]:
    plain = [*args.posonlyargs, *args.args]
    missing = len(plain) - len(args.defaults)
    for i, arg in enumerate(plain):
        yield _parameter(arg, args.defaults[i - missing] if i >= missing else None)
        if args.posonlyargs and i == len(args.posonlyargs) - 1:
            yield Parameter("/")
    if args.vararg:
        yield _parameter(args.vararg, None, "*")
    elif args.kwonlyargs:
        yield Parameter("*")
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        yield _parameter(arg, default)
    if args.kwarg:
        yield _parameter(args.kwarg, None, "**")


def _parameter(arg: ast.arg, default: ast.expr | None, stars: str = "") -> Parameter:
    annotation = ast.unparse(arg.annotation) if arg.annotation else ""
    return Parameter(f"{stars}{arg.arg}", annotation, ast.unparse(default) if default else "")


def results_of(found: Documented) -> Iterator[tuple[str, str]]:
    """Yield the classes of the package in what a function returns, each with its module."""
    where = module(found.home)
    for name in re.findall(r"[A-Z]\w+", found.returns):
        home = found.home if name in where.defined else where.imported.get(name, "")
        if home.startswith("marvel_widgets.") and isinstance(
            module(home).defined.get(name), ast.ClassDef
        ):
            yield home, name


def _value(name: str, node: ast.stmt, where: Module) -> Documented:
    """Return a constant with the text below it, the comment above, or its class or module's."""
    words: list[str] = []
    for line in reversed(where.lines[: node.lineno - 1]):
        if not line.startswith("# "):
            break
        words.insert(0, line.removeprefix("# "))
    value = getattr(node, "value", None)
    made = where.defined.get(getattr(getattr(value, "func", None), "id", ""))
    if isinstance(made, ast.ClassDef):
        kind = _class(made, where)
        return Documented(name, "value", where.name, kind.doc, members=kind.members)
    below = where.strings.get(node.end_lineno or 0, "")
    annotation = ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else ""
    annotation = annotation.removeprefix("Final[").removesuffix("]" * annotation.count("Final["))
    doc = below or " ".join(words) or where.doc.partition("\n\n")[0]
    return Documented(name, "value", where.name, doc, returns=annotation.replace("Final", ""))


def _class(node: ast.ClassDef, where: Module) -> Documented:
    bases = tuple(_bases(node, where))
    names = {ast.unparse(base) for base in node.bases}
    kind: Kind = "error" if node.name.endswith("Error") else "class"
    if any("dataclass" in ast.unparse(each) for each in node.decorator_list) or (
        "NamedTuple" in names
    ):
        parameters = tuple(_fields(node))
    else:
        parameters = ()
    constructor = _method_of(node, where, "__init__")
    if constructor is not None:
        parameters = tuple(_parameters(constructor.args))[1:]
    members = tuple(_members(node, where.name))
    return Documented(
        node.name,
        kind,
        where.name,
        ast.get_docstring(node) or "",
        () if kind == "error" else parameters,
        members=members,
        bases=bases,
    )


def _bases(node: ast.ClassDef, where: Module) -> Iterator[str]:
    for base in node.bases:
        name = ast.unparse(base).partition("[")[0]
        if isinstance(where.defined.get(name), ast.ClassDef):
            yield f"{where.name}.{name}"
        elif where.imported.get(name, "").startswith("marvel_widgets"):
            yield f"{where.imported[name]}.{name}"


def _method_of(node: ast.ClassDef, where: Module, name: str) -> ast.FunctionDef | None:
    """Return a method of a class, its own or that of the first base in the package with one."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name == name:
            return each
    for base in _bases(node, where):
        home, _, class_name = base.rpartition(".")
        above = module(home).defined.get(class_name)
        if isinstance(above, ast.ClassDef) and (found := _method_of(above, module(home), name)):
            return found
    return None


def _fields(node: ast.ClassDef) -> Iterator[Parameter]:
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            annotation = ast.unparse(each.annotation)
            default = ast.unparse(each.value) if each.value else ""
            if not annotation.startswith("ClassVar") and "init=False" not in default:
                short = "..." if default.startswith("field(") else default
                yield Parameter(each.target.id, annotation, short)


def _members(node: ast.ClassDef, home: str) -> Iterator[Documented]:
    for each in node.body:
        if not isinstance(each, ast.FunctionDef) or (
            each.name.startswith("_") and each.name != "__call__"
        ):
            continue
        marks = {ast.unparse(mark) for mark in each.decorator_list}
        if marks & {"property", "cached_property"}:
            yield _function(each, home, "property")
        elif not any(mark.endswith((".setter", "overload")) for mark in marks):
            made = _function(each, home, "method")
            kept = made.parameters if "staticmethod" in marks else made.parameters[1:]
            yield replace(
                made, parameters=kept, of_class=bool(marks & {"classmethod", "staticmethod"})
            )
