"""Visitors of one Voila server, each with a kernel: seconds, memory, and the time of a step.

    python benchmarks/voila.py [--visitors 60] [--at-once 8] [--stepping 3]

Writes the dashboards into a temporary folder and starts Voila there. Visitors fetch the page of
RemovabilityLab, some at a time; their kernels stay. Then a browser opens a few pages among them and
presses "Next".

Printed: seconds until the page of a visitor is whole (median, 95 %, slowest, all), the memory of
Voila and its kernels with all visitors, and milliseconds from a click to the changed page.
"""

import argparse
import sys
import tempfile
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks._memory import megabytes
from benchmarks._timing import table
from marvel_widgets.site.dashboards import write_dashboards
from tests.browser.conftest import running_browser
from tests.browser.houses import running_voila

PAGE = "voila/render/RemovabilityLab.ipynb"
CLICK = """async () => {
    const root = document.querySelector('.mw-app');
    const named = [...root.querySelectorAll('button:enabled')];
    const button = named.find(b => b.textContent.trim() === 'Next');
    const before = root.textContent;
    const began = performance.now();
    button.click();
    while (root.textContent === before && performance.now() - began < 20000)
        await new Promise(requestAnimationFrame);
    return performance.now() - began;
}"""


def check_memory(visitors):
    """End here when so many kernels would not fit: the machine would kill what else runs on it."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    free = next(int(line.split()[1]) for line in lines if line.startswith("MemAvailable")) / 1e6
    wanted = 1.5 + 0.12 * visitors  # GB: Voila and a browser, and a kernel for each
    if free < wanted:
        sys.exit(f"{visitors} visitors take about {wanted:.1f} GB, and {free:.1f} are free")


def visit(base):
    began = perf_counter()
    with urllib.request.urlopen(f"{base}/{PAGE}", timeout=900) as page:
        whole = page.read()
    if b"application/vnd.jupyter.widget-view+json" not in whole:
        sys.exit("the page of a visitor shows no app; look at the server's log")
    return perf_counter() - began


def steps(base, pages, clicks=20):
    found = []
    with running_browser() as browser:
        for _ in range(pages):
            page = browser.new_page(viewport={"width": 1280, "height": 1000})
            page.goto(f"{base}/{PAGE}", timeout=600_000)
            page.locator(".mw-app svg, .mw-app canvas").first.wait_for(timeout=600_000)
            page.wait_for_timeout(1000)
            found += [page.evaluate(CLICK) for _ in range(clicks)]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--visitors", type=int, default=60)
    parser.add_argument("--at-once", type=int, default=8)
    parser.add_argument("--stepping", type=int, default=3)
    options = parser.parse_args()
    check_memory(options.visitors)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "dashboards"
        write_dashboards(folder)
        with running_voila(folder) as (base, server):
            empty = megabytes(root=server)
            began = perf_counter()
            with ThreadPoolExecutor(options.at_once) as pool:
                each = list(pool.map(lambda _: visit(base), range(options.visitors)))
            all_of_them = perf_counter() - began
            full = megabytes(root=server)
            clicks = sorted(steps(base, options.stepping))
    rows = [
        ("a visitor's page, median", f"{median(each):.1f} s"),
        ("95 % of the pages within", f"{sorted(each)[int(0.95 * (len(each) - 1))]:.1f} s"),
        ("the slowest", f"{max(each):.1f} s"),
        (f"all {options.visitors}, {options.at_once} at once", f"{all_of_them:.1f} s"),
        ("Voila alone", f"{empty:.0f} MB"),
        (f"with {options.visitors} kernels", f"{full:.0f} MB"),
        ("a kernel", f"{(full - empty) / options.visitors:.0f} MB"),
    ]
    if clicks:
        high = clicks[int(0.95 * (len(clicks) - 1))]
        rows.append(("a step, median, 95 %", f"{median(clicks):.0f}, {high:.0f} ms"))
    table("One Voila server", ("what", "measured"), rows)


if __name__ == "__main__":
    main()
