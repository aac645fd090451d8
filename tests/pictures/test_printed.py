"""Pictures as PDF and TikZ hold what the SVG holds, in its places: read back by other programs.

The SVG is read by the standard library, the PDF by pypdf, TikZ by a few lines here, and where
there is LaTeX, by that.
"""

import re
import shutil
import subprocess
from functools import cache
from io import BytesIO
from xml.etree import ElementTree

import pytest

from marvel_widgets import Dag, filmstrip, gallery
from marvel_widgets.pictures.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.pictures.printed import svg_to_pdf, svg_to_tikz
from marvel_widgets.pictures.shapes import shapes_of
from marvel_widgets.pictures.svg import to_svg

HOSTILE = Dag(
    [("50% of {x}_1", "a$b^c~d"), ("a$b^c~d", 'quo"te | \\cmd <&> #'), ("--", "50% of {x}_1")]
)
STRIPS = {
    "learned": lambda: filmstrip(gallery["condition-2-trap"]).svg,
    "true": lambda: filmstrip(gallery["asia"], [40, 60, 80], learned=False).svg,
    "bent": lambda: filmstrip(gallery["lost-co-parent"], [3, 9], learned=False).svg,
    "odd names": lambda: filmstrip(HOSTILE, [2], learned=False).svg,
}


@pytest.fixture(scope="module", params=STRIPS)
def svg(request):
    return STRIPS[request.param]()


def svg_marks(svg):
    """The words with their places, and for each other element its kind and first place."""
    words, others = [], []

    def walk(element, dx, dy):
        for child in element:
            kind = child.tag.rpartition("}")[2]
            found = [float(n) for n in re.findall(r"-?[\d.]+", child.get("transform", "0 0"))]
            if kind == "g":
                walk(child, dx + found[0], dy + found[1])
            elif kind == "text":
                words.append((child.text, float(child.get("x")) + dx, float(child.get("y")) + dy))
            elif kind not in ("title", "desc"):
                first = {"rect": "x y", "circle": "cx cy"}.get(kind)
                text = child.get("d") or child.get("points") or ""
                at = (
                    [child.get(n) for n in first.split()]
                    if first
                    else re.findall(r"-?[\d.]+", text)
                )
                others.append((kind, float(at[0]) + dx, float(at[1]) + dy))

    walk(ElementTree.fromstring(svg), 0, 0)
    return words, others


# -- PDF --------------------------------------------------------------------------------------


def pdf_pages(data):
    pypdf = pytest.importorskip("pypdf", reason='the extra "test" is not installed')
    return list(pypdf.PdfReader(BytesIO(data)).pages)


def pdf_page(data):
    (page,) = pdf_pages(data)
    return page


@cache
def pdf_of(svg):
    """Print a picture once for all tests that read it."""
    pytest.importorskip("matplotlib", reason='the extra "print" is not installed')
    return svg_to_pdf(svg)


def letters(text):
    return "".join(text.split())


def test_a_pdf_has_the_size_and_the_words_of_the_picture(svg):
    page = pdf_page(pdf_of(svg))
    width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups()
    assert [float(n) * 0.75 for n in (width, height)] == pytest.approx(page.mediabox[2:], abs=0.1)
    said = letters(page.extract_text())
    words, others = svg_marks(svg)
    assert words
    assert [text for text, _, _ in words if letters(text) not in said] == []
    painted = page.get_contents().get_data()
    strokes = len(re.findall(rb"(?<![\w.])(?:S|s|f|f\*|B|B\*|b|b\*)\n", painted))
    assert strokes >= len(others)


def test_words_in_a_pdf_stand_where_they_stand_in_the_picture(svg):
    page = pdf_page(pdf_of(svg))
    baselines = set()

    def visit(text, matrix, place, font, size):
        if text.strip():
            baselines.add(round(float(page.mediabox.height) - place[5] - matrix[5], 0))

    page.extract_text(visitor_text=visit)
    words, _ = svg_marks(svg)
    wanted = {round(0.75 * y, 0) for _, _, y in words}
    assert all(any(abs(y - other) <= 1 for other in baselines) for y in wanted)


def test_fonts_are_in_the_pdf():
    page = pdf_page(pdf_of(STRIPS["learned"]()))
    fonts = [each.get_object() for each in page["/Resources"]["/Font"].values()]
    assert fonts
    for font in fonts:
        (inner,) = font.get("/DescendantFonts", [font])
        assert "/FontFile2" in inner.get_object()["/FontDescriptor"]


def test_the_same_strip_is_the_same_file():
    svg = STRIPS["learned"]()
    assert pdf_of(svg) == svg_to_pdf(svg)


# -- TikZ -------------------------------------------------------------------------------------

PATH = re.compile(r"  \\path\[(.*)\] (\(.*);")
NODE = re.compile(r"  \\node\[anchor=base(?: west| east)?, .*\] at \((.*),(.*)\) \{(.*)\};")
COLOR = re.compile(r"  \\definecolor\{(\w+)\}\{HTML\}\{[0-9A-F]{6}\}")
TEX = {
    r"\textbackslash{}": "\\", r"\textasciicircum{}": "^", r"\textasciitilde{}": "~",
    r"\textless{}": "<", r"\textgreater{}": ">", r"\textbar{}": "|", "\\char34{}": '"',
    "-{}": "-", r"\{": "{", r"\}": "}", r"\$": "$", r"\&": "&", r"\#": "#", r"\%": "%", r"\_": "_",
}  # fmt: skip


def read_tikz(text):
    """Return words with places, and the first place of each path; refuse what else there is."""
    head, _, body = text.partition("\\begin{tikzpicture}[x=0.75pt, y=-0.75pt, line join=round]\n")
    assert all(line.startswith("%") for line in head.splitlines())
    *lines, last = body.splitlines()
    assert last == "\\end{tikzpicture}"
    colors, words, paths = set(), [], []
    for line in lines:
        if color := COLOR.fullmatch(line):
            colors.add(color[1])
        elif node := NODE.fullmatch(line):
            words.append((read_tex(node[3]), float(node[1]), float(node[2])))
        else:
            options, way = PATH.fullmatch(line).groups()
            assert set(re.findall(r"(?:fill|draw)=(\w+)", options)) <= colors
            paths.append(tuple(float(n) for n in re.findall(r"-?[\d.]+", way)[:2]))
    return words, paths


def read_tex(text):
    tokens = re.findall("|".join(map(re.escape, TEX)) + r"|[^\\{}$&#%_^~]", text)
    assert "".join(tokens) == text, text
    return "".join(TEX.get(token, token) for token in tokens)


def test_tikz_holds_all_of_the_picture_in_its_places(svg):
    words, paths = read_tikz(svg_to_tikz(svg))
    wanted, others = svg_marks(svg)
    assert [text for text, *_ in words] == [text for text, *_ in wanted]
    places = [(x, y) for _, x, y in wanted]
    assert [number for _, *at in words for number in at] == pytest.approx(
        [number for at in places for number in at], abs=0.01
    )
    first = [number for _, x, y in others for number in (x, y)]
    assert [number for path in paths for number in path] == pytest.approx(first, abs=0.01)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX here")
def test_latex_sets_them(tmp_path):
    """All in one document, a picture on each page: LaTeX takes longest to begin."""
    strips = [strip() for strip in STRIPS.values()]
    for number, svg in enumerate(strips):
        (tmp_path / f"{number}.tex").write_text(svg_to_tikz(svg), encoding="utf-8")
    pictures = r"\newpage".join(rf"\input{{{number}.tex}}" for number in range(len(strips)))
    document = (
        r"\documentclass{article}\usepackage[paperwidth=700pt,paperheight=900pt,margin=4pt]"
        rf"{{geometry}}\usepackage{{tikz}}\begin{{document}}{pictures}\end{{document}}"
    )
    (tmp_path / "page.tex").write_text(document)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-800:]
    for svg, page in zip(strips, pdf_pages((tmp_path / "page.pdf").read_bytes()), strict=True):
        caption = svg_marks(svg)[0][-1][0]
        assert letters(caption) in letters(page.extract_text())


# -- what is no picture of ours ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("inside", "named"),
    [("<image/>", "no element 'image'"), ('<path d="M0 0A1 1 0 0 0 2 2"/>', "no command A")],
)
def test_what_our_pictures_do_not_have_is_named(inside, named):
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" fill="#000" font-size="9">'
    with pytest.raises(ValueError, match=named):
        shapes_of(f"{head}{inside}</svg>")


def test_a_bent_arrow_keeps_its_control_point():
    nodes = NodeMark("X", 30, 30), NodeMark("Y", 130, 30)
    drawing = Drawing("", 160, 60, nodes, (EdgeMark("X", "Y", True, "true", 20),))
    (bow,) = [line for line in svg_to_tikz(to_svg(drawing)).splitlines() if "controls" in line]
    numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", bow.partition("] ")[2])]
    ax, ay, bx, by, cx, cy, dx, dy = numbers
    middle = (0.125 * (ax + dx) + 0.375 * (bx + cx), 0.125 * (ay + dy) + 0.375 * (by + cy))
    (shape,) = [s for s in shapes_of(to_svg(drawing)).shapes if getattr(s, "control", None)]
    (sx, sy), (ex, ey), (mx, my) = *shape.points, shape.control
    assert middle == pytest.approx(((sx + 2 * mx + ex) / 4, (sy + 2 * my + ey) / 4), abs=0.02)
