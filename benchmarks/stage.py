"""A step of the player in the page: from the click to the painted frame, and what the run weighs.

    python benchmarks/stage.py [--steps 100]

Shows a run in JupyterLab in headless Chromium, once stepped by the page (the reel) and once by the
kernel (a player that asks before each step keeps its run; here the reel is unloaded), in turn. The
clock runs in the page. Script: until the click has been handled. Painted: until after the next
frame that shows the new sentence. Play: ten steps a second for three seconds, and the longest gap
between two frames; then the frames that the player and Race lose while they play. Printed: median
and 95th percentile in ms, messages to the kernel while stepping, and the size of the film in KiB.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.browser import driver
from tests.browser.conftest import running_browser, running_lab

RUNS = {
    "Asia, 8": "networks.load('asia')",
    "Insurance, 27": "networks.load('insurance')",
    "random, 25": "Dag.random_fixed_in_degree(25, 3, Random(1))",
    "Alarm, 37": "networks.load('alarm')",
}
SETUP = """
from random import Random
from marvel_widgets import Dag, networks
from marvel_widgets.widgets import MarvelPlayer
player = MarvelPlayer({dag}, level='test')
player.model.speed = 10
if {kernel}:
    player.run.reel.unload()
    player.run.reel.load = lambda *_, **__: None  # nor when the picture is drawn for its pane
player
"""
FRAME = 1000 / 60  # ms
PLAYED = """
from random import Random
from marvel_widgets import Dag, networks
from marvel_widgets.widgets import MarvelPlayer, Race
app = {app}({dag}, **({{"predict": False}} if {app} is Race else {{"level": "test"}}))
app.model.speed = 10
app
"""
STEPS = """
async steps => {
    const root = document.querySelector('.mw-app');
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    let sent = 0;
    for (const comm of kernel._comms.values()) {
        const send = comm.send.bind(comm);
        comm.send = (...said) => (sent++, send(...said));
    }
    const frame = () => new Promise(requestAnimationFrame);
    const place = () => root.querySelector('.mw-seek').getAttribute('aria-valuetext');
    const step = [...root.querySelectorAll('button')].find(b => b.textContent.trim() === 'Step');
    const script = [], painted = [];
    for (let i = 0; i < steps; i++) {
        const before = place(), start = performance.now();
        step.click();
        script.push(performance.now() - start);
        while (place() === before) {
            if (performance.now() - start > 10000) throw new Error('no step');
            await frame();
        }
        await frame();
        painted.push(performance.now() - start);
    }
    return {script, painted, sent};
}
"""
PLAY = """
async () => {
    const root = document.querySelector('.mw-app');
    const frame = () => new Promise(requestAnimationFrame);
    const button = words => [...root.querySelectorAll('button')].find(
        b => b.textContent.trim() === words);
    button('Begin').click();
    await frame();
    button('Play').click();
    const gaps = [], begun = performance.now();
    for (let last = begun, now; last - begun < 3000; last = now) {
        now = await frame();
        gaps.push(now - last);
    }
    if (button('Pause')) button('Pause').click();  // a short run is at its end
    return gaps;
}
"""


def show(page, lab, dag, *, kernel):
    """Show a player; the page and its kernel are those of the one before."""
    driver.show(page, lab, "stage.ipynb", SETUP.format(dag=dag, kernel=kernel))
    driver.wait_for_graph(page)
    if not kernel:
        page.locator(".mw-app[data-reel=whole]").wait_for(timeout=driver.SLOW)
    driver.kernel_eval(page, "0")


def told(times):
    """Return the median and the 95th percentile."""
    return f"{median(times):7.1f} {quantiles(times, n=20)[-1]:7.1f}"


def measure(page, lab, name, dag, steps):
    """Print the rows of one run."""
    for kernel in (False, True):
        show(page, lab, dag, kernel=kernel)
        found = page.evaluate(STEPS, steps)
        who = "kernel" if kernel else "page"
        row = f"{name:14} {who:6} {told(found['script'])}  {told(found['painted'])}"
        if kernel:
            print(f"{row} {found['sent']:8}", flush=True)
        else:
            gaps = page.evaluate(PLAY)
            code = (
                "sum(len(player.run.reel.block(i)) for i in range(player.run.reel.last // 128 + 1))"
            )
            size = int(driver.kernel_eval(page, code)) / 1024
            print(f"{row} {found['sent']:8} {told(gaps[1:])} {max(gaps[1:]):6.0f} {size:7.1f}")


def frames_lost(gaps):
    """Return how many frames were not painted while playing, of a screen with 60 a second."""
    return sum(max(0, round(gap / FRAME) - 1) for gap in gaps[1:])


def play(page, lab, name, app, dag):
    """Print how an app plays ten steps a second."""
    driver.show(page, lab, "play.ipynb", PLAYED.format(app=app, dag=dag))
    page.locator(".mw-app[data-reel=whole]").wait_for(timeout=driver.SLOW)
    driver.kernel_eval(page, "0")
    gaps = page.evaluate(PLAY)
    lost = frames_lost(gaps)
    print(f"{app:14} {name:14} {len(gaps) - 1 + lost:6} {lost:6} {max(gaps[1:]):8.0f}", flush=True)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=100)
    options = parser.parse_args(argv)
    print(f"{'':21} {'script':>15} {'painted':>16} {'sent':>8} {'play: frames':>15} longest  film")
    with (
        tempfile.TemporaryDirectory() as folder,
        running_lab(Path(folder)) as lab,
        running_browser() as browser,
    ):
        page = browser.new_context(viewport={"width": 1280, "height": 1000}).new_page()
        for name, dag in RUNS.items():
            measure(page, lab, name, dag, options.steps)
        print(f"\n{'ten steps a second':29} {'frames':>6} {'lost':>6} {'longest':>8}")
        for name in ("Asia, 8", "random, 25"):
            for app in ("MarvelPlayer", "Race"):
                play(page, lab, name, app, RUNS[name])


if __name__ == "__main__":
    sys.exit(main())
