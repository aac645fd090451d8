"""The notebooks for those who run nothing: exported pages with JavaScript off, and as Markdown.

Each cell that shows an app or an exercise must show it in the export, as a picture or as text.
"""

import re
from functools import cache
from html import escape
from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter, MarkdownExporter
from nbformat.v4 import new_notebook

from tests.course_rules import FEWEST_EXERCISES
from tests.slices import in_each_run

PATHS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))
WIDGET = "application/vnd.jupyter.widget-view+json"
WIDE = 1280


def unmarked(code, metadata):
    return f'<div class="highlight"><pre>{escape(code)}</pre></div>'


# Making one takes longer than using it. Code without its colors, and so without a search for what
# must not be in them, takes half the time, and is as wide.
PAGES = HTMLExporter(filters={"highlight_code": unmarked, "clean_html": lambda html: html})
MARKDOWN = MarkdownExporter()

# What a page shows for each of some cells: {id: [width, height, what it says, how many pictures]},
# of the outputs alone; and what is wider than its frame.
SHOWN = """ids => Object.fromEntries(ids.map(id => {
    const cell = document.getElementById('cell-id=' + id);
    const outputs = cell ? [...cell.querySelectorAll('.jp-OutputArea-output')] : [];
    const seen = outputs.map(each => each.getBoundingClientRect())
        .filter(box => box.width > 0 && box.height > 0);
    const pictures = outputs.flatMap(each => [...each.querySelectorAll('svg, img')])
        .filter(each => each.getBoundingClientRect().width > 20
            && (each.tagName !== 'IMG' || each.naturalWidth > 0));
    return [id, [seen.length, outputs.map(each => each.innerText).join(' ').trim(),
        pictures.length]];
}))"""
TOO_WIDE = """() => {
    const page = document.documentElement;
    const wide = page.scrollWidth > page.clientWidth ? ['the page'] : [];
    for (const each of document.querySelectorAll('svg, img, table, pre, .jp-OutputArea-output')) {
        const box = each.getBoundingClientRect();
        const inside = each.closest('svg') && each.tagName !== 'svg';
        if (!inside && (box.right > page.clientWidth + 1 || each.scrollWidth > each.clientWidth + 1
                && !['svg', 'IMG', 'TABLE'].includes(each.tagName)))
            wide.push(each.tagName + ': ' + each.textContent.trim().slice(0, 80));
        // A picture that is shrunk to fit has words too small to read.
        if (each.tagName === 'IMG' && each.naturalWidth > box.width + 1)
            wide.push('IMG of ' + each.naturalWidth + ' px');
    }
    return wide;
}"""


def states(notebook):
    """Return the cells that show an app, an exercise or what is said to an answer."""
    return [
        cell
        for cell in notebook.cells
        if cell.cell_type == "code"
        and (
            any(WIDGET in output.get("data", {}) for output in cell.outputs)
            or re.match(r"check\.\w+", cell.source.strip().split("\n")[-1])
        )
    ]


@pytest.fixture(scope="module")
def reader(browser):
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": WIDE, "height": 1000}
    )
    yield context
    context.close()


@pytest.fixture
def still_page(reader):
    """A page that runs no JavaScript of its own, and the addresses that it asked for."""
    page, asked = reader.new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    yield page, asked
    page.close()


def page_faults(still_page, notebook, folder):
    """Return what is wrong with a notebook's exported page."""
    page, asked = still_page
    exported, _ = PAGES.from_notebook_node(notebook)
    file = folder / "page.html"
    file.write_text(exported, encoding="utf-8")
    page.goto(file.as_uri(), wait_until="load")
    cells = states(notebook)
    shown = page.evaluate(SHOWN, [cell.id for cell in cells])
    faults = [f"asked for {url}" for url in asked if url != file.as_uri() and not is_data(url)]
    for cell in cells:
        boxes, text, pictures = shown[cell.id]
        if not boxes or not (pictures or text):
            faults.append(f"cell {cell.id} shows nothing")
        elif not pictures and has_picture(cell):
            faults.append(f"cell {cell.id} shows no picture")
    return faults + [f"too wide: {each}" for each in page.evaluate(TOO_WIDE)]


def is_data(url):
    return url.startswith("data:")


def has_picture(cell):
    return any("image/svg+xml" in output.get("data", {}) for output in cell.outputs)


def markdown_faults(notebook):
    """Return the states that a notebook's Markdown does not show as a picture's file or as text."""
    faults = []
    for cell in states(notebook):
        alone = new_notebook(cells=[cell], metadata=notebook.metadata)
        text, resources = MARKDOWN.from_notebook_node(alone)
        message = text.split("```", 2)[-1].strip()  # after the cell's code
        files = resources.get("outputs", {})
        named = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", message)
        if not message:
            faults.append(f"cell {cell.id} shows nothing")
        for name in named:
            content = files.get(name, b"")
            if not re.match(rb"\s*(<\?xml[^>]*>\s*)?<svg", content):
                faults.append(f"cell {cell.id} names {name}, which is no picture of the notebook")
        if has_picture(cell) and not named:
            faults.append(f"cell {cell.id} shows no picture")
    return faults


@cache
def read(path):
    return nbformat.read(path, as_version=4)


@pytest.fixture(params=in_each_run(PATHS, PATHS[6:7]), ids=lambda path: path.stem)
def notebook(request):
    return read(request.param)


def test_the_page_shows_everything_without_javascript(notebook, still_page, tmp_path):
    assert len(states(notebook)) > FEWEST_EXERCISES
    assert page_faults(still_page, notebook, tmp_path) == []


@pytest.mark.night
def test_the_markdown_shows_everything(notebook):
    assert markdown_faults(notebook) == []
