"""A first visit to the site: bytes and seconds to the first picture, film and live app.

    marvel-widgets site DIR --pyodide DISTRIBUTION && python benchmarks/site.py DIR [--repeats 5]

The folder is served from this machine without compression; every visit has a browser and a profile
of its own, and no other host can be reached. The live app needs Pyodide in the site.

Printed, medians: kB that went over the wire (and gzipped, as most servers send them), seconds from
the request to the first picture, to the film that steps, and from the click on "Open it live" to
the app; the browser's memory with it, of a question the seconds to the verdict on a first answer,
and the size of the site. `--cells 06-be-marvel` adds a whole notebook: seconds until its last cell
has run, and its errors; `--cells all` runs each.
"""

import argparse
import gzip
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.parse import unquote, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks._memory import megabytes
from benchmarks._timing import table
from tests.browser.conftest import running_browser
from tests.browser.serving import serving

PATIENCE = 600_000  # ms
KERNEL = "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status"
FAILED = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === 'code')
    .map(cell => [cell.model.executionCount, cell.model.outputs.toJSON()
        .filter(output => output.output_type === 'error').length])"""

# An error ends "run all", and the cells below it never run.
DONE = f"""() => {{
    const cells = ({FAILED})();
    return cells.every(([count]) => count !== null) || cells.some(([, failed]) => failed);
}}"""


class Visit:
    """A page in a new profile, and what it asked for."""

    def __init__(self, browser, base, folder):
        self.folder, self.base = folder, base
        self.page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        self.urls, self.far = set(), set()
        self.page.on("request", self.note)
        self.begin = perf_counter()

    def note(self, request):
        if request.url.startswith(self.base):
            self.urls.add(unquote(urlsplit(request.url).path))
        elif not request.url.startswith(("data:", "blob:")):
            self.far.add(request.url)

    def seconds(self):
        return perf_counter() - self.begin

    def kilobytes(self):
        """Return the size of what was asked for, plain and gzipped."""
        found = [self.folder / path.lstrip("/") for path in self.urls]
        found = [path / "index.html" if path.is_dir() else path for path in found]
        texts = [path.read_bytes() for path in found if path.is_file()]
        return sum(map(len, texts)) / 1000, sum(len(gzip.compress(t, 6)) for t in texts) / 1000


def first(folder, path):
    with serving(folder) as server, running_browser() as browser:
        visit = Visit(browser, server.base, folder)
        visit.page.goto(f"{server.base}/{path}", wait_until="commit")
        visit.page.locator("#film-asia svg[data-part=picture]").wait_for()
        picture = visit.seconds()
        visit.page.locator("#film-asia.ready").wait_for()
        film = visit.seconds()
        visit.page.get_by_role("button", name="Step").first.click()
        sizes = visit.kilobytes()
        return picture, film, *sizes


def question(folder, asked="03/removable"):
    with serving(folder) as server, running_browser() as browser:
        visit = Visit(browser, server.base, folder)
        visit.page.goto(f"{server.base}/ask.html#q={asked}", wait_until="commit")
        visit.page.get_by_role("checkbox").first.check()
        visit.page.get_by_role("button", name="Check").click()
        visit.page.locator("[data-verdict]").wait_for()
        return visit.seconds(), *visit.kilobytes()


def live(folder, app="RemovabilityLab"):
    with serving(folder) as server, running_browser() as browser:
        visit = Visit(browser, server.base, folder)
        visit.page.goto(f"{server.base}/apps/{app}.html")
        visit.urls.clear()
        visit.begin = perf_counter()
        visit.page.get_by_role("link", name="Open it live").click()
        visit.page.locator(".mw-app").first.wait_for(timeout=PATIENCE)
        seconds, sizes = visit.seconds(), visit.kilobytes()
        return seconds, *sizes, megabytes(named="chrom"), len(visit.far)


def whole(folder, name):
    with serving(folder) as server, running_browser() as browser:
        visit = Visit(browser, server.base, folder)
        visit.page.goto(f"{server.base}/lite/notebooks/index.html?path={name}.ipynb")
        visit.page.wait_for_function(f"() => ({KERNEL})() === 'idle'", timeout=PATIENCE)
        ready = visit.seconds()
        visit.page.evaluate(
            "() => { window.jupyterapp.commands.execute('notebook:run-all-cells') }"
        )
        visit.page.wait_for_function(DONE, timeout=PATIENCE)
        cells = visit.page.evaluate(FAILED)
        ran, errors = (sum(map(bool, each)) for each in zip(*cells, strict=True))
        seconds = f"{ready:.1f}", f"{visit.seconds():.1f}"
        return name, f"{ran} of {len(cells)}", errors, len(visit.far), *seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("site", type=Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--cells", nargs="*", default=[], metavar="NOTEBOOK")
    options = parser.parse_args()
    files = [path for path in options.site.rglob("*") if path.is_file()]
    mb = sum(path.stat().st_size for path in files) / 1e6
    rows = [("site", "size", f"{mb:.1f} MB in {len(files)} files", "under 50 MB")]
    for name, path in (("front page", ""), ("story", "story.html")):
        visits = [first(options.site, path) for _ in range(options.repeats)]
        picture, film, plain, packed = (median(each) for each in zip(*visits, strict=True))
        rows += [
            (name, "kB, gzipped", f"{plain:.0f}, {packed:.0f}", "200"),
            (name, "first picture", f"{picture:.2f} s", "1 s"),
            (name, "film that steps", f"{film:.2f} s", "2 s"),
        ]
    visits = [question(options.site) for _ in range(options.repeats)]
    seconds, plain, packed = (median(each) for each in zip(*visits, strict=True))
    largest = max(
        len(gzip.compress(each.read_bytes(), 6)) for each in (options.site / "asked").iterdir()
    )
    rows += [
        ("question", "kB, gzipped", f"{plain:.0f}, {packed:.0f}", "gzipped 300"),
        ("question", "gzipped cases of a notebook, the largest", f"{largest / 1000:.0f} kB", ""),
        ("question", "first verdict", f"{seconds:.2f} s", "1 s"),
    ]
    if (options.site / "lite" / "static" / "pyodide").is_dir():
        visits = [live(options.site) for _ in range(options.repeats)]
        seconds, plain, packed, memory, far = (median(each) for each in zip(*visits, strict=True))
        rows += [
            ("live app", "kB, gzipped", f"{plain:,.0f}, {packed:,.0f}", ""),
            ("live app", "from the click", f"{seconds:.1f} s", "25 s"),
            ("live app", "browser's memory", f"{memory:.0f} MB", ""),
            ("live app", "requests to other hosts", f"{far:.0f}", "0"),
        ]
    table("A first visit", ("what", "of it", "median", "goal"), rows)
    if options.cells == ["all"]:
        options.cells = sorted(path.stem for path in (options.site / "lite/files").glob("*.ipynb"))
    if options.cells:
        told = ("notebook", "cells run", "errors", "other hosts", "kernel, s", "last cell, s")
        table("Whole notebooks", told, (whole(options.site, name) for name in options.cells))


if __name__ == "__main__":
    main()
