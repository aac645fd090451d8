"""What a browser test says: open a notebook, run it, look at a graph, ask the kernel.

Nothing here sleeps. Each function waits for the state that it names, in the page or in the kernel,
and fails with that name when it does not come in time.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect

NOTEBOOK = "window.jupyterapp.shell.currentWidget"
KERNEL = f"{NOTEBOOK}.sessionContext.session.kernel"
SLOW = 180_000  # milliseconds: starting a kernel or running a notebook on a busy machine
QUICK = 60_000  # milliseconds: everything else
BRIEF = 3_000  # milliseconds: what a kernel may still have to do when a test ends
FRAMES = 10  # between two looks, at the most: who waits long is not in a hurry
LOOKS = 400  # as long as QUICK
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
expect.set_options(timeout=QUICK)


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab.

    `root` is the directory that it serves: a working copy, in which a test may write notebooks.
    """

    url: str
    root: Path


def write_notebook(lab, name, *cells):
    """Write a notebook of code cells into `lab.root`; return its name."""
    notebook = new_notebook(cells=list(map(new_code_cell, cells)))
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, lab.root / name)
    return name


def open_notebook(page, lab, name):
    """Open a notebook of `lab.root` in JupyterLab and wait for its kernel.

    Where the page has JupyterLab already, it opens there: loading JupyterLab takes longer than
    most tests.
    """
    if clear(page):
        kept = page.evaluate("() => window.keptKernel")
        kernel = {"kernel": {"id": kept}} if kept else {}
        command(page, "docmanager:open", {"path": name} | kernel, timeout=SLOW)
    else:
        page.goto(f"{lab.url}/lab/tree/{name}?reset")
    page.wait_for_function(
        f"""name => {{
            const notebook = window.jupyterapp && {NOTEBOOK};
            const session = notebook && notebook.sessionContext && notebook.sessionContext.session;
            return session && session.path === name && notebook.context.isReady
                && session.kernel && session.kernel.status === 'idle';
        }}""",
        arg=name,
        timeout=SLOW,
    )


# What a kernel needs to be as new to the next test: no widget, no name. What it has imported stays:
# to import that again takes longer than most tests. The widgets close without a message each, which
# were half of all messages: `clear` tells the page at once.
EMPTY = """
import ipywidgets
widgets = list(ipywidgets.widget._instances.values())
for each in widgets:
    each.comm.publish_msg = lambda *arguments, **options: None
for each in widgets:
    each.close()
get_ipython().reset(new_session=False)
"""

# Close all widgets in the page, as when their kernel says so.
CLOSE_WIDGETS = """async (kernel) => {
    for (const comm of [...kernel._comms.values()]) {
        const heard = comm.onClose;
        comm.dispose();
        if (heard) await heard({content: {comm_id: comm.commId, data: {}}});
    }
}"""


def clear(page, keep=False):
    """Close all notebooks of a page; return whether JupyterLab is as new.

    The first kernel that comes to rest is emptied and kept for the next notebook, the others
    end. With `keep`, the notebook that `fill` has opened stays with its kernel, both emptied.
    """
    if not page.evaluate("() => Boolean(window.jupyterapp)"):
        return False
    cleared = promised(
        page,
        """async ([code, keep, patience]) => {
            const comesToRest = kernel => new Promise(done => {
                if (kernel.status !== 'busy') done();
                kernel.statusChanged.connect((_, status) => { if (status !== 'busy') done(); });
                setTimeout(done, patience);
            });
            const empty = async (kernel) => {
                await comesToRest(kernel);
                if (kernel.status !== 'idle' || kernel.name !== 'python3') return false;
                const asked = {code, store_history: false, stop_on_error: false};
                const {content} = await kernel.requestExecute(asked).done;
                if (content.status !== 'ok') return false;
                await (CLOSE_WIDGETS)(kernel);
                return true;
            };
            for (const shown of [...window.jupyterapp.shell.widgets('main')]) {
                const session = shown.sessionContext && shown.sessionContext.session;
                const kernel = session && session.kernel;
                const emptied = kernel && await empty(kernel);
                if (emptied && keep && shown === window.filled) {
                    const {sharedModel} = shown.content.model;
                    sharedModel.deleteCellRange(0, sharedModel.cells.length);
                    continue;
                }
                if (emptied) {
                    if (window.keptKernel && window.keptKernel !== kernel.id)
                        await shown.sessionContext.shutdown();
                    else window.keptKernel = kernel.id;
                } else if (session) {
                    if (kernel && kernel.id === window.keptKernel) window.keptKernel = '';
                    await shown.sessionContext.shutdown();
                }
                shown.dispose();
            }
            return !document.querySelector('.mw-app, .jupyter-widgets, .jp-Dialog');
        }""".replace("CLOSE_WIDGETS", CLOSE_WIDGETS),
        [EMPTY, keep, BRIEF],
    )
    if page.evaluate("() => document.body.dataset.jpThemeName") != THEMES["light"]:
        set_theme(page, "light")
    return cleared


def run_all(page, timeout=SLOW):
    """Run all cells of the open notebook; an error in a cell is an error of the test."""
    command(page, "notebook:run-all-cells", timeout=timeout)
    no_cell_failed(page)


def run_cells(page, indices, timeout=SLOW):
    """Run these cells of the open notebook, from the top."""
    page.evaluate(
        f"""indices => {{
            const shown = {NOTEBOOK}.content;
            shown.activeCellIndex = indices[0];
            shown.deselectAll();
            for (const index of indices) shown.select(shown.widgets[index]);
        }}""",
        indices,
    )
    command(page, "notebook:run-cell", timeout=timeout)
    no_cell_failed(page)


def no_cell_failed(page):
    """Fail with the errors that stand below the cells of the open notebook."""
    errors = page.evaluate(
        f"""() => [...{NOTEBOOK}.content.model.cells]
            .flatMap(cell => cell.type === 'code' ? cell.outputs.toJSON() : [])
            .filter(output => output.output_type === 'error')
            .map(output => output.ename + ': ' + output.evalue)"""
    )
    assert errors == [], f"cells failed: {errors}"


def open_and_run(page, lab, name):
    """Open a notebook and run all of its cells."""
    open_notebook(page, lab, name)
    run_all(page)


def show(page, lab, name, *cells):
    """Open a notebook of these cells, and run it."""
    fill(page, lab, name, *cells)
    run_all(page)


def fill(page, lab, name, *cells):
    """Open a notebook of these cells.

    Where the page has one of an earlier test, which is empty now, the cells go there, whatever its
    name: to open another takes longer than most tests.
    """
    if not page.evaluate(REFILL, list(cells)):
        open_notebook(page, lab, write_notebook(lab, name, *cells))
        page.evaluate(f"() => {{ window.filled = {NOTEBOOK}; }}")


# Put cells into the notebook that was kept; say whether there is one.
REFILL = f"""cells => {{
    const kept = window.filled;
    if (!kept || kept.isDisposed || {NOTEBOOK} !== kept) return false;
    const {{sharedModel}} = kept.content.model;
    if (sharedModel.cells.some(cell => cell.getSource())) return false;
    sharedModel.insertCells(0, cells.map(source => ({{cell_type: 'code', source}})));
    sharedModel.deleteCellRange(cells.length, sharedModel.cells.length);
    return true;
}}"""


def wait_for(page, words, where=".mw-sentence"):
    """Wait until something says these words, and until they are on the screen."""
    page.locator(f"{where}:visible", has_text=words).first.wait_for(timeout=QUICK)
    wait_for_repaint(page)


def wait_until(page, read, wanted):
    """Wait until `read()` returns what is wanted: a picture comes after the words about it."""
    found = read()
    for look in range(LOOKS):
        if found == wanted:
            return
        wait_for_repaint(page, frames=min(2 + look, FRAMES))
        found = read()
    assert found == wanted


def click(page, name):
    """Click on the button with exactly this name."""
    page.get_by_role("button", name=name, exact=True).click()


def open_drawer(root):
    """Open what stands beside the picture of an app, unless it is open."""
    why = root.locator(".mw-why-button")
    if why.get_attribute("aria-expanded") == "false":
        why.click()
    expect(why).to_have_attribute("aria-expanded", "true")
    wait_for_panes(why.page)  # the picture has less room now


def press_in_menu(root, name):
    """Press an entry of the menu of an app."""
    root.get_by_role("button", name="More", exact=True).click()
    root.locator(".mw-menu").get_by_role("button", name=name, exact=True).click()


def place(root):
    """Return the position of the run in an app, as its bar tells it."""
    told = root.locator(".mw-seek").get_attribute("aria-valuetext")
    return int(re.match("Position ([0-9]+) of ", told)[1])


def focus(control):
    """Focus a control as somebody at a keyboard does: once it can be seen and used.

    One that is still folded, or can't be used yet, takes no focus, and keys would go elsewhere.
    """
    expect(control).to_be_enabled()
    control.wait_for(timeout=QUICK)
    control.focus()
    expect(control).to_be_focused()


def box(part):
    """Return where `part` is on the page, as bounding_box(), once it is there.

    A picture that is laid out for another size is drawn anew: it is away for a moment, also just
    after it was seen.
    """
    for _ in range(LOOKS):
        part.wait_for(timeout=QUICK)
        found = part.bounding_box()
        if found is not None:
            return found
    told = f"{part} comes and goes"
    raise AssertionError(told)


def command(page, name, arguments=None, timeout=QUICK):
    """Execute a JupyterLab command, such as "docmanager:save", and wait until it is done."""
    # What a command returns, an opened document for one, is not for Python: it may be endless.
    execute = "async a => { await window.jupyterapp.commands.execute(...a); }"
    promised(page, execute, [name, arguments or {}], timeout)


def promised(page, function, argument, timeout=QUICK):
    """Return what a JavaScript function promises; unlike `page.evaluate`, not waiting forever.

    The page keeps the promise: one that only DevTools waits for may be "garbage collected". It ends
    with the next frame: what a kernel has sent before its answer reaches the views a moment later.
    """
    came = page.evaluate(
        f"""([argument, timeout]) => window.awaited = new Promise(done => {{
            const late = setTimeout(done, timeout, {{error: `no answer in ${{timeout}} ms`}});
            Promise.resolve(({function})(argument))
                .then(value => ({{value}}), error => ({{error: String(error)}}))
                .then(came => requestAnimationFrame(() => {{ clearTimeout(late); done(came); }}));
        }})""",
        [argument, timeout],
    )
    if "error" in came:
        pytest.fail(f"{came['error']}: {argument}")
    return came.get("value")


def kernel_eval(page, code, timeout=QUICK):
    """Run code in the open notebook's kernel; return what it prints and its last value's text.

    All messages that the page sent to the kernel before (clicks, keys) should be handled first:
    widgets' messages may go to a thread of the kernel of their own, so one more is sent there and
    awaited. Where it matters, wait for what is expected, in the page or here again.
    """
    status, text = promised(
        page,
        f"""async code => {{
            const comms = new Map([...{KERNEL}._comms.values()].map(c => [c.subshellId, c]));
            for (const comm of comms.values())
                await comm.send({{method: 'custom', content: {{}}}}).done;
            const future = {KERNEL}.requestExecute({{code, store_history: false}});
            let text = '';
            future.onIOPub = ({{header, content}}) => {{
                if (header.msg_type === 'stream') text += content.text;
                if (header.msg_type === 'execute_result') text += content.data['text/plain'];
                if (header.msg_type === 'error') text += content.ename + ': ' + content.evalue;
            }};
            const reply = await future.done;
            return [reply.content.status, text];
        }}""",
        code,
        timeout,
    )
    assert status == "ok", text
    return text.strip()


def set_theme(page, theme):
    """Switch JupyterLab to its "light" or "dark" theme and wait until the page wears it."""
    command(page, "apputils:change-theme", {"theme": THEMES[theme]})
    page.wait_for_function(
        "name => document.body.dataset.jpThemeName === name", arg=THEMES[theme], timeout=QUICK
    )
    wait_for_repaint(page)


def wait_for_folds(page):
    """Wait until all that is deeper is folded, a moment after the notebook is there.

    A heading knows at once that it is folded; what it hides, JupyterLab counts when it hides it.
    """
    page.wait_for_function(
        f"""() => {NOTEBOOK}.content.widgets.every(cell =>
            !cell.headingCollapsed || cell.numberChildNodes > 0)""",
        timeout=QUICK,
    )


def open_folds(page):
    """Open all that is deeper."""
    wait_for_folds(page)
    command(page, "notebook:expand-all-headings")
    hidden = f"() => {NOTEBOOK}.content.widgets.some(cell => cell.isHidden)"
    wait_until(page, lambda: page.evaluate(hidden), False)


def scroll_to_cell(page, index):
    """Bring a cell into view. JupyterLab takes cells that are far away out of the page.

    The oldest that we support, 4.2, stays where it is when it would have to show a cell on top of
    the page that it has not measured; it goes there if any place on the page will do.
    """
    promised(
        page,
        f"""async index => {{
            const shown = {NOTEBOOK}.content;
            await shown.scrollToItem(index, 'start');
            if (shown.widgets[index].node.style.display === 'none')
                await shown.scrollToItem(index, 'smart');
        }}""",
        index,
    )


def wait_for_repaint(page, frames=2):
    """Wait until everything that the page was told by now is on the screen (two frames)."""
    page.evaluate(
        """frames => new Promise(done => {
            const next = () => frames-- > 0 ? requestAnimationFrame(next) : setTimeout(done, 0);
            next();
        })""",
        frames,
    )


# Graphs: ipycytoscape keeps each view's cytoscape object on the element that shows it. `view`
# counts the graphs on the page from the top; `within` is a CSS selector that narrows them down.


def views_js(within="body"):
    """Return a JavaScript expression: the elements that show a graph, from the top."""
    return (
        f"[...document.querySelectorAll({within!r})]"
        ".flatMap(root => [...root.querySelectorAll('.custom-widget')])"
        ".filter(element => element._cyreg && element._cyreg.cy)"
    )


def cy_js(view=0, within="body"):
    """Return a JavaScript expression: one graph's cytoscape object, or undefined."""
    return f"(({views_js(within)})[{view}] || {{_cyreg: {{}}}})._cyreg.cy"


def wait_for_graph(page, nodes=None, view=0, within="body"):
    """Wait until a graph is shown, laid out in a visible size, with `nodes` nodes if given."""
    page.wait_for_function(
        f"""nodes => {{
            const cy = {cy_js(view, within)};
            return cy && cy.width() > 0 && cy.nodes().length > 0
                && (nodes === null || cy.nodes().length === nodes);
        }}""",
        arg=nodes,
        timeout=QUICK,
    )
    wait_for_panes(page)


def wait_for_panes(page):
    """Wait until all is laid out for its pane: a click would be beside it, a run be sent anew."""
    wait_for_repaint(page)
    page.wait_for_function("() => !document.querySelector('[data-telling]')", timeout=QUICK)
    if page.evaluate(f"() => Boolean(window.jupyterapp && {NOTEBOOK}?.sessionContext?.session)"):
        if page.evaluate(f"() => ['idle', 'busy'].includes({KERNEL}?.status)"):
            kernel_eval(page, "")
        wait_for_repaint(page)


def wait_for_runs(page, count=1):
    """Return the apps whose runs are in the page whole, once these are so many, to stay so.

    A run that is drawn anew for its pane replaces the one that was there: who saves the notebook,
    or ends the kernel, between the two has neither.
    """
    whole = page.locator(".mw-app[data-reel=whole]")
    for _ in range(2):  # the pane is measured before a run can be there
        whole.nth(count - 1).wait_for(timeout=SLOW)
        wait_for_panes(page)
    whole.nth(count - 1).wait_for(timeout=SLOW)
    return whole


def classes(page, view=0, within="body"):
    """Return the classes of every element of a graph: {id: set of class names}."""
    found = page.evaluate(
        f"() => Object.fromEntries({cy_js(view, within)}.elements()"
        ".map(element => [element.id(), element.classes()]))"
    )
    return {name: set(each) for name, each in found.items()}


def wait_for_classes(page, wanted, view=0, within="body"):
    """Wait until each element has exactly these classes: {id: "class class"}, "" for none."""
    page.wait_for_function(
        f"""wanted => {{
            const cy = {cy_js(view, within)};
            const norm = names => names.filter(name => name).sort().join(' ');
            return cy && Object.entries(wanted).every(([id, names]) =>
                cy.$id(id).length && norm(cy.$id(id).classes()) === norm(names.split(' ')));
        }}""",
        arg=wanted,
        timeout=QUICK,
    )
    wait_for_repaint(page)


def click_element(page, name, view=0, within="body"):
    """Click on a node or edge of a graph with the mouse, where it is drawn."""
    x, y, inside = page.evaluate(
        f"""name => {{
            const element = ({views_js(within)})[{view}];
            element.scrollIntoView({{block: 'center'}});
            const box = element.getBoundingClientRect();
            const drawn = element._cyreg.cy.$id(name);
            const at = drawn.isNode() ? drawn.renderedPosition() : drawn.renderedMidpoint();
            const inside = at.x >= 0 && at.x < box.width && at.y >= 0 && at.y < box.height;
            return [box.x + at.x, box.y + at.y, inside];
        }}""",
        name,
    )
    assert inside, f"{name} is drawn outside its graph's frame"
    page.mouse.click(x, y)


def picture(page, view=0, within="body"):
    """Return a PNG of one graph as it is painted now."""
    wait_for_repaint(page)
    graph = page.evaluate_handle(f"() => ({views_js(within)})[{view}]").as_element()
    return graph.screenshot()
