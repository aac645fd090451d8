"""From an edit of a graph to everything that follows from it, in Python and in the page.

    python benchmarks/live_board.py [--edits 40] [--quick] [--no-page]

Random DAGs of 15 and 25 variables with in-degree 3. In Python: the survey of an edited graph
alone, and an edit of a whole `LiveBoard` until all its parts have their new values. In the page:
from the key that turns an edge on the canvas until the bars have changed and the next frame is
painted, in the JupyterLab of `marvel-widgets lab` in headless Chromium; and from the key of a lens
to its painted words, of lenses that were open before and of the run of another graph, with the
messages sent until then. A burst of edits shows that a drag never lags: from the
last key to the last change of the bars, and how many graphs were computed to the end.

Printed: median, 95th percentile and maximum in ms.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from marvel_widgets import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.theory.graph_survey import survey
from marvel_widgets.widgets import LiveBoard
from tests.browser import driver
from tests.browser.conftest import running_browser, running_lab

SIZES = (15, 25)
TARGET = 100  # ms, the median in the page
SETUP = """
from random import Random
from marvel_widgets import Dag
from marvel_widgets.widgets import LiveBoard
from marvel_widgets.widgets.live_board import model as board_model
ended = []
steps = board_model.survey_steps
def counted(dag, *rest, **options):
    yield from steps(dag, *rest, **options)
    ended.append(dag)
board_model.survey_steps = counted
board = LiveBoard({dag!r})
board
"""
# Everything that is measured happens in the page; Playwright only waits for the list.
EDITS = """
async ([tail, head, times]) => {
    const root = document.querySelector('.mw-live');
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const frame = () => new Promise(requestAnimationFrame);
    const bars = () => root.querySelector('.mw-live-bars').outerHTML;
    const names = [`${tail} → ${head}`, `${head} → ${tail}`];
    const edge = () => [...root.querySelectorAll('.mw-edge')].find(
        made => names.includes(made.querySelector('title').textContent));
    const samples = [];
    for (let i = 0; i < times; i++) {
        for (let quiet = 0; quiet < 12; quiet = kernel.status === 'idle' ? quiet + 1 : 0)
            await frame();
        const before = bars(), made = edge(), was = made.querySelector('title').textContent;
        made.focus();
        const start = performance.now();
        made.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));
        while (bars() === before) {
            if (performance.now() - start > 10000) throw new Error('the bars do not follow');
            await frame();
        }
        await frame();
        samples.push(performance.now() - start);
        // the canvas may follow a moment after the bars: the next key is for its new edge
        while (edge().querySelector('title').textContent === was) await frame();
    }
    return samples;
}
"""
# From the key of a lens until the next frame after its words: in ms, and the messages that it took.
LENS = """
async keys => {
    const root = document.querySelector('.mw-live');
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const frame = () => new Promise(requestAnimationFrame);
    const words = () => root.querySelector('.mw-say')?.textContent;
    let sent = 0;
    for (const comm of kernel._comms.values()) {
        const send = comm.send.bind(comm);
        comm.send = (...said) => (sent++, send(...said));
    }
    const samples = [], messages = [];
    for (const key of keys) {
        for (let quiet = 0; quiet < 30; quiet = kernel.status === 'idle' ? quiet + 1 : 0)
            await frame();
        const before = words();
        sent = 0;
        const start = performance.now();
        root.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
        messages.push(sent);
        while ((words() || before) === before && performance.now() - start < 10000) await frame();
        await frame();
        samples.push(performance.now() - start);
    }
    return [samples, Math.max(...messages)];
}
"""
# A held Ctrl+Z, a key in each frame: the time from the last key to the last change of the bars.
BURST = """
async times => {
    const root = document.querySelector('.mw-live');
    const frame = () => new Promise(requestAnimationFrame);
    let last = performance.now();
    const watch = new MutationObserver(() => { last = performance.now(); });
    watch.observe(root.querySelector('.mw-live-bars').closest('.jupyter-widgets').parentElement,
        {childList: true, subtree: true});
    const svg = root.querySelector('.mw-canvas svg');
    for (let i = 0; i < times; i++) {
        svg.dispatchEvent(new KeyboardEvent(
            'keydown', {key: 'z', ctrlKey: true, bubbles: true}));
        await frame();
    }
    const start = performance.now();
    while (performance.now() - last < 1000) await frame();
    watch.disconnect();
    return last - start;
}
"""


def random_dag(p, seed):
    """Return a random DAG with in-degree 3 whose labels are text."""
    dag = Dag.random_fixed_in_degree(p, 3, Random(seed))
    return Dag.from_parent_masks(dag.parent_masks, [f"V{i}" for i in range(p)])


def turned(dag, edge):
    """Return the graph with an edge turned; None where that closes a cycle."""
    try:
        return Dag([*(e for e in dag.edges if e != edge), edge[::-1]], nodes=dag.nodes)
    except GraphError:
        return None


def row(name, times):
    """Print one row; return the median."""
    print(
        f"{name:34} {median(times):7.1f} {quantiles(times, n=20)[-1]:7.1f} {max(times):7.1f}",
        flush=True,
    )
    return median(times)


def in_python(p, edits):
    """Measure the survey alone, and a board with all its parts."""
    alone, whole = [], []
    for seed in range(edits):
        dag = random_dag(p, seed)
        board = LiveBoard(dag)
        edge = Random(seed).choice([edge for edge in dag.edges if turned(dag, edge) is not None])
        after = turned(dag, edge)
        start = perf_counter()
        survey(after)
        alone.append(1000 * (perf_counter() - start))
        start = perf_counter()
        assert board.model.graph.reverse_edge(*edge)
        whole.append(1000 * (perf_counter() - start))
        assert board.model.survey.dag == after
        board.close()
    row(f"{p} variables, survey", alone)
    row(f"{p} variables, board in Python", whole)


def telling_edge(dag):
    """Return an edge that can be turned, where MARVEL then needs another number of tests."""
    tests = survey(dag).tests
    for edge in dag.edges:
        other = turned(dag, edge)
        if other is not None and survey(other).tests["marvel"] != tests["marvel"]:
            return edge
    raise LookupError(dag)


def in_page(browser, lab, p, edits):
    """Measure edits and a burst of them in the page; return the median of an edit."""
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    dag = random_dag(p, 1)
    name = driver.write_notebook(lab, f"board-{p}.ipynb", SETUP.format(dag=dag.to_text()))
    driver.open_and_run(page, lab, name)
    page.locator(".mw-live-bars").wait_for(state="attached", timeout=driver.SLOW)
    tail, head = telling_edge(dag)
    page.evaluate(EDITS, [tail, head, 4])  # warm up
    middle = row(f"{p} variables, key to painted bars", page.evaluate(EDITS, [tail, head, edits]))
    times, sent = page.evaluate(LENS, list("3421" * max(1, edits // 4)))
    shown = row(f"{p} variables, key to painted lens", times)
    print(f"{p} variables, messages before a lens is painted: {sent}")
    runs = []
    for _ in range(max(2, edits // 8)):
        page.evaluate(EDITS, [tail, head, 1])  # another graph, whose run nobody has seen
        runs += page.evaluate(LENS, ["5"])[0]
        page.evaluate(LENS, ["1"])
    middle = max(middle, shown, row(f"{p} variables, key to painted run", runs))
    driver.kernel_eval(page, "ended.clear()")
    late = page.evaluate(BURST, edits)
    done = driver.kernel_eval(page, "len(ended)")
    print(
        f"{p} variables, {edits} undos in a burst: bars {late:.0f} ms after the last; "
        f"{done} computed to the end"
    )
    page.context.close()
    return middle


def main():
    """Print the table; return 1 if the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--quick", action="store_true", help="a few edits, to show that it works")
    parser.add_argument("--no-page", action="store_true", help="in Python alone")
    options = parser.parse_args()
    edits = 3 if options.quick else options.edits
    print(f"{edits} edits in each row, ms")
    print(f"{'':34} {'median':>7} {'95 %':>7} {'max':>7}")
    for p in SIZES:
        in_python(p, edits)
    if options.no_page:
        return 0
    with (
        tempfile.TemporaryDirectory() as private,
        running_lab(Path(private)) as lab,
        running_browser() as browser,
    ):
        worst = max(in_page(browser, lab, p, edits) for p in SIZES)
    if options.quick:
        return 0
    print(f"target: a median under {TARGET} ms: {'met' if worst < TARGET else 'MISSED'}")
    return int(worst >= TARGET)


if __name__ == "__main__":
    sys.exit(main())
