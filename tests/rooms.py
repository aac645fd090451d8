"""Draw the rooms of the package and which room imports which, from the code itself.

    python -m tests.rooms > docs/rooms.svg

Rooms stand in the order of the contract in pyproject.toml, each above those that it may import.
A dot in a room's row says that it imports the room of that column; imports point down only, so
every dot stands to the right of its row's square. Imports for type checkers alone do not count.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from functools import cache
from html import escape
from pathlib import Path
from string import Template

import grimp

from marvel_widgets.pictures.palette import BLUE, SKY_BLUE

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "marvel_widgets"
ROW, LEFT, NAMES, CELL, TOP = 34, 16, 590, 30, 96
STYLE = Template("""
text { font-family: "DejaVu Sans", Arial, sans-serif; font-size: 13px; fill: #222 }
.paper { fill: #fff } .room { font-weight: bold } .what { fill: #555; font-size: 12px }
.box { fill: #eef3f8; stroke: #b9c7d6 } .dot { fill: $blue } .self { fill: #d5dde6 }
@media (prefers-color-scheme: dark) {
  text { fill: #eee } .what { fill: #bbb } .paper { fill: #111 }
  .box { fill: #1f2a36; stroke: #3b4b5c } .dot { fill: $sky } .self { fill: #333f4b }
}
""").substitute(blue=BLUE.lower(), sky=SKY_BLUE.lower())


def rooms() -> list[str]:
    """Return the rooms from roof to ground; small modules at the ends are left out."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = config["tool"]["importlinter"]["contracts"][0]["layers"]
    names = [name.strip() for layer in layers for name in layer.split("|")]
    return [name for name in names if not name.startswith("_")]


def files_of(room: str) -> list[Path]:
    """Return the modules of a room: a folder, or one file."""
    return sorted((PACKAGE / room).rglob("*.py")) or [PACKAGE / f"{room}.py"]


def purpose(room: str) -> str:
    """Return the first line of a room's docstring."""
    first = PACKAGE / room / "__init__.py"
    source = (first if first.exists() else PACKAGE / f"{room}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]


@cache
def imports(*, types: bool = False) -> set[tuple[str, str]]:
    """Return the pairs (module, module that it imports), by their full names."""
    graph = grimp.build_graph(PACKAGE.name, exclude_type_checking_imports=not types, cache_dir=None)
    found = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    return {(name, other) for name, others in found.items() for other in others}


def arrows(names: list[str]) -> set[tuple[str, str]]:
    """Return the pairs (room, room that it imports)."""
    pairs = {tuple(f"{name}.".split(".")[1] for name in pair) for pair in imports()}
    return {(room, other) for room, other in pairs if {room, other} <= set(names) and room != other}


def picture(names: list[str], pairs: set[tuple[str, str]]) -> str:
    """Return the SVG: a row for each room, and a dot for each arrow."""
    width = LEFT + NAMES + CELL * len(names) + 3 * LEFT
    height = TOP + ROW * len(names) + LEFT
    at = {room: LEFT + NAMES + CELL * i + CELL // 2 for i, room in enumerate(names)}
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img"><title>The rooms of marvel_widgets and what each imports'
        f'</title><style>{STYLE}</style><rect class="paper" width="{width}" height="{height}"/>'
    ]
    for room, x in at.items():
        lines.append(f'<text transform="translate({x + 4} {TOP - 8}) rotate(-50)">{room}</text>')
    for i, room in enumerate(names):
        y = TOP + ROW * i
        lines.append(
            f'<rect class="box" x="{LEFT}" y="{y + 2}" width="{NAMES - 12}" height="{ROW - 4}"'
            f' rx="5"/><text class="room" x="{LEFT + 8}" y="{y + 14}">{room}</text>'
            f'<text class="what" x="{LEFT + 8}" y="{y + 28}">{escape(purpose(room))}</text>'
            f'<rect class="self" x="{at[room] - 5}" y="{y + ROW // 2 - 5}" width="10"'
            ' height="10"/>'
        )
        lines += [
            f'<circle class="dot" cx="{at[other]}" cy="{y + ROW // 2}" r="6">'
            f"<title>{room} imports {other}</title></circle>"
            for other in names
            if (room, other) in pairs
        ]
    return "\n".join([*lines, "</svg>\n"])


if __name__ == "__main__":
    found = rooms()
    sys.stdout.write(picture(found, arrows(found)))
