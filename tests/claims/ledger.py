"""What a notebook's ledger backs, and what is wrong with it."""

import ast
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.claims.detector import why_a_claim
from tests.claims.sentences import Cell, Sentence, cells_of, sentences_of

ROOT = Path(__file__).resolve().parents[2]
LEDGERS = Path(__file__).resolve().parent
BARE = ("definition", "instruction", "opinion")


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in the ledger: a part of a sentence, and what backs it."""

    says: str
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Audit:
    """The claims of a notebook, those without backing, and what is wrong with the entries."""

    claims: tuple[Sentence, ...]
    unbacked: tuple[Sentence, ...]
    faults: tuple[str, ...]


def ledger_path(notebook: Path, ledgers: Path = LEDGERS) -> Path:
    """Return where the ledger of a notebook is."""
    return ledgers / f"{notebook.stem}.toml"


def audit(notebook: Path, ledger: Path, root: Path = ROOT) -> Audit:
    """Hold the sentences of a notebook against its ledger."""
    cells = cells_of(notebook)
    sentences = sentences_of(cells)
    claims = tuple(s for s in sentences if why_a_claim(s.text))
    if not ledger.is_file():
        return Audit(claims, claims, (f"there is no ledger {ledger.name}",))
    entries, faults = read_entries(ledger)
    backed: set[Sentence] = set()
    for entry in entries:
        matching = [s for s in sentences if plain(entry.says) in plain(s.text)]
        if len(matching) != 1:
            many = "no sentence" if not matching else f"{len(matching)} sentences"
            faults.append(f"{entry.says!r} stands in {many}; it must stand in one")
        backed |= set(matching)
        faults += [
            f"{entry.says!r}: {fault}" for by in entry.by if (fault := fault_of(by, cells, root))
        ]
    return Audit(claims, tuple(s for s in claims if s not in backed), tuple(faults))


def plain(text: str) -> str:
    """Return text without emphasis, code marks and line breaks, which nobody should have to copy.

    >>> plain("At **most** `2`\\ntests")
    'At most 2 tests'
    """
    return " ".join(re.sub(r"[*`]", "", text).split())


def read_entries(ledger: Path) -> tuple[list[Entry], list[str]]:
    """Return the entries of a ledger, and what cannot be read as one."""
    try:
        table = tomllib.loads(ledger.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        return [], [f"{ledger.name} is no TOML: {error}"]
    entries, faults = [], []
    for fields in table.get("claim", []):
        says, by = fields.get("says"), fields.get("by")
        by = [by] if isinstance(by, str) else by
        if set(fields) != {"says", "by"} or not isinstance(says, str) or not plain(says):
            faults.append(f"{fields} must have the two fields says and by")
        elif not isinstance(by, list) or not by or not all(isinstance(b, str) for b in by):
            faults.append(f"{says!r}: by must be a text or a list of texts")
        else:
            entries.append(Entry(says, tuple(by)))
    if unknown := set(table) - {"claim"}:
        faults.append(f"{ledger.name} holds {sorted(unknown)} besides [[claim]]")
    return entries, faults


def fault_of(by: str, cells: list[Cell], root: Path) -> str:
    """Return what is wrong with a backing, or ""."""
    if by in BARE:
        return ""
    kind, _, rest = by.partition(":")
    checks: dict[str, Callable[[str], str]] = {
        "cell": lambda name: cell_fault(name.strip(), cells),
        "test": lambda name: test_fault(name.strip(), root),
        "source": lambda where: "" if where.strip() else "source: must say where",
    }
    if kind not in checks:
        return f"{by!r} is none of cell:, test:, source:, {', '.join(BARE)}"
    return checks[kind](rest)


def cell_fault(name: str, cells: list[Cell]) -> str:
    """Return what is wrong with a cell as a backing, or ""."""
    found = [cell for cell in cells if cell.id == name and cell.kind == "code"]
    if not found:
        return f"there is no code cell {name!r}"
    return "" if has_assert(found[0].source) else f"the cell {name!r} holds no assert"


def has_assert(source: str) -> bool:
    """Return whether code asserts something that could be false.

    >>> has_assert("assert p == 14"), has_assert("assert True"), has_assert("# assert p == 14")
    (True, False, False)
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return False
    asserts = [node.test for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    return any(not isinstance(test, ast.Constant | ast.Tuple) for test in asserts)


def test_fault(name: str, root: Path) -> str:
    """Return what is wrong with a test as a backing, or ""."""
    file, *path = name.split("::")
    if not file.startswith("tests/") or not (root / file).is_file():
        return f"there is no file {file!r} below tests/"
    body = ast.parse((root / file).read_text(encoding="utf-8")).body
    for part in path:
        wanted = part.partition("[")[0]
        named = [
            node
            for node in body
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == wanted
        ]
        if not named:
            return f"{file} has no {wanted!r}"
        body, last = named[-1].body, named[-1]
    if not path or not isinstance(last, ast.FunctionDef) or not last.name.startswith("test"):
        return f"{name!r} names no test function"
    return ""


test_fault.__test__ = False  # a helper, although its name begins as a test's


def entry_to_fill_in(sentence: Sentence) -> str:
    """Return a ledger entry for a sentence, its backing left open."""
    quote = "'" if "'" not in sentence.text else "'''"
    return (
        f"# in cell {sentence.cell}, because of {why_a_claim(sentence.text)!r}\n"
        f'[[claim]]\nsays = {quote}{sentence.text}{quote}\nby = ""\n'
    )
