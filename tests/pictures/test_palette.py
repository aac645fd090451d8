"""The palette is the only source of its colors: none of them is written anywhere else."""

import base64
import re
from pathlib import Path

import pytest

from marvel_widgets.pictures.palette import (
    BLUE,
    COLORS,
    FADED,
    MARK,
    VERMILLION,
    face_rules,
    with_palette,
)  # fmt: skip
from marvel_widgets.widgets.kit.static_file import static_file

ROOT = Path(__file__).parents[2]
SOURCES = [
    path
    for folder in ("marvel_widgets", "tests", "benchmarks", ".ci")
    for kind in ("*.py", "*.css", "*.js", "*.svg", "*.html")
    for path in sorted((ROOT / folder).rglob(kind))
    if path != ROOT / "marvel_widgets/pictures/palette.py"
]
SHEETS = [path for path in SOURCES if "--mw-palette-" in path.read_text(encoding="utf-8")]
# Their examples print what is drawn.
PRINTED = {"marvel_widgets/pictures/marks.py"}


def literals(text: str) -> set[str]:
    """Return the colors of the palette that a text spells out, black and white left aside."""
    known = {*COLORS.values()} - {COLORS["black"], COLORS["card"]}
    return known & {found.lower() for found in re.findall(r"#[0-9a-fA-F]{6}\b", text)}


def without_examples(source: str) -> str:
    """Return Python code without the lines that its examples print."""
    return re.sub(r"^ +'.*\n", "", source, flags=re.MULTILINE)


def test_no_file_but_the_palette_spells_out_one_of_its_colors():
    found = {}
    for path in SOURCES:
        text, name = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
        spelled = literals(without_examples(text) if name in PRINTED else text)
        if spelled:
            found[name] = spelled
    assert found == {}


@pytest.mark.parametrize("planted", [f"fill: {BLUE.lower()};", f'STYLE = "{FADED}"', VERMILLION])
def test_a_planted_literal_is_found(planted):
    assert literals(planted)


def test_other_colors_are_ignored():
    assert literals("#123456 #ffffff #000 #0072c") == set()


def test_each_stylesheet_that_uses_the_palette_has_it_defined_once():
    sheets = [path for path in SHEETS if path.suffix in {".css", ".svg"}]
    assert len(sheets) >= 8
    for path in sheets:
        sheet = path.read_text(encoding="utf-8")
        assert sheet.count(MARK) == 1, path
        written = with_palette(sheet)
        used = set(re.findall(r"var\((--mw-palette-[a-z-]+)\)", written))
        assert used == set(re.findall(r"(--mw-palette-[a-z-]+):", written)), path


def test_a_widget_gets_its_stylesheet_with_the_colors_of_the_palette():
    css = static_file(str(ROOT / "marvel_widgets/widgets/editor/canvas.py"), "graph_canvas.css")
    assert f"--mw-palette-blue: {BLUE.lower()};" in css
    assert MARK not in css


def test_a_page_by_itself_has_the_typeface_inside_in_two_weights():
    found = re.findall(r"weight: (\d+); src: url\(\"data:font/woff2;base64,(\S+)\"", face_rules())
    assert [weight for weight, _ in found] == ["400", "600"]
    assert all(base64.b64decode(whole)[:4] == b"wOF2" for _, whole in found)


def test_a_color_that_the_palette_lacks_is_refused():
    with pytest.raises(KeyError, match="mauve"):
        with_palette(f"{MARK} a {{ color: var(--mw-palette-mauve) }}")
