"""The graph editor of an app in JupyterLab: by mouse, keyboard, lists, text; as Python has it."""

import json
import math
import re
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import expect

from marvel_widgets import Dag
from tests.browser import driver
from tests.browser.finger import Finger
from tests.contrast import contrast_ratio

START = "A -> B -> C; D"
SCRIPT = '<script>document.title="caught"</script><img src=x onerror="document.title=1">'
AWKWARD = [SCRIPT, 'say "hi" & <b>bye</b>', "🎲 roll", "x" * 300, "__proto__"]


class Bench:
    """An editor on the page."""

    def __init__(self, page, index=0, name="b"):
        self.page, self.name = page, name
        self.root = page.locator(".mw-editor").nth(index)
        self.svg = self.root.locator(".mw-canvas svg")

    def python(self, code):
        """Return the value of an expression in which `b` is the editor."""
        code = f"import json\nb = {self.name}\nprint(json.dumps({code}))"
        return json.loads(driver.kernel_eval(self.page, code))

    @property
    def dag(self):
        """The graph as Python has it."""
        nodes, edges = self.python("[b.graph.dag.nodes, b.graph.dag.edges]")
        return Dag([tuple(edge) for edge in edges], nodes=nodes)

    def vertex(self, name):
        return self.svg.locator(f".mw-vertex:has(title:text-is({json.dumps(name)}))")

    def edge(self, tail, head):
        return self.svg.get_by_label(f"Edge {tail} to {head}", exact=True)

    def button(self, name):
        return self.root.get_by_role("button", name=name, exact=True)

    def unfold(self, title):
        driver.focus(self.root.get_by_role("button", name=title))
        self.press("Enter")
        self.root.get_by_role("button", name=f"▾ {title}").wait_for(timeout=driver.QUICK)

    def shown(self):
        """The graph as the canvas shows it."""
        nodes = self.svg.locator(".mw-vertex title").evaluate_all(
            "all => all.map(t => t.textContent)"
        )
        edges = self.svg.locator(".mw-edge title").evaluate_all(
            "all => all.map(t => t.textContent)"
        )
        return Dag([tuple(text.split(" → ")) for text in edges], nodes=nodes)

    def wait_for(self, text):
        """Wait until page and kernel have this graph, in the lists and the line too."""
        wanted = Dag(text) if isinstance(text, str) else text
        try:
            self.wait_for_canvas(wanted)
            dag = self.dag
            assert dag == wanted
            self.wait_for_lists(dag)
        except Late:
            state = self.python("[b.graph.dag.to_text(), b.graph.error, b.line.text.value]")
            pytest.fail(f"wanted: {wanted!r}, shown: {self.shown()!r}, in the kernel: {state}")
        assert self.shown().nodes == dag.nodes

    def wait_for_canvas(self, wanted):
        self.page.wait_for_function(
            """([root, nodes, edges]) => {
                const texts = kind => [...root.querySelectorAll(kind + ' title')]
                    .map(title => title.textContent).sort().join('|');
                return texts('.mw-vertex') === nodes && texts('.mw-edge') === edges;
            }""",
            arg=[
                self.svg.element_handle(),
                "|".join(sorted(wanted.nodes)),
                "|".join(sorted(f"{tail} → {head}" for tail, head in wanted.edges)),
            ],
            timeout=driver.QUICK,
        )

    def wait_for_lists(self, dag):
        self.page.wait_for_function(
            "([line, text, head, count]) => line.value === text && head.length === count",
            arg=[
                self.root.get_by_label("As text", exact=True).element_handle(),
                dag.to_text(),
                self.root.get_by_label("To", exact=True).element_handle(),
                len(dag),
            ],
            timeout=driver.QUICK,
        )

    def wait_for_error(self, said):
        alert = self.root.get_by_role("alert")
        alert.filter(has_text=said).wait_for(timeout=driver.QUICK)
        return alert.inner_text()

    def middle(self, name):
        self.svg.scroll_into_view_if_needed()
        box = self.vertex(name).locator(".mw-glyph").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click_edge(self, tail, head):
        x, y = (
            self.edge(tail, head)
            .locator(".mw-line-of-edge")
            .evaluate(
                """path => {
                const middle = path.getPointAtLength(path.getTotalLength() / 2);
                const at = middle.matrixTransform(path.getScreenCTM());
                return [at.x, at.y];
            }"""
            )
        )
        self.page.mouse.click(x, y)

    @property
    def scale(self):
        """How much larger the graph is on the page than its places say."""
        return self.svg.bounding_box()["width"] / self.python("b.graph.box")[0]

    def rim(self, at, towards):
        """A point on the rim of a vertex, 18 px of the graph from its middle."""
        dx, dy = towards[0] - at[0], towards[1] - at[1]
        far = 18 * self.scale / (dx * dx + dy * dy) ** 0.5
        return at[0] + far * dx, at[1] + far * dy

    def empty_spot(self):
        """A point of the canvas far from everything."""
        box, aside = self.svg.bounding_box(), 40 * self.scale
        return box["x"] + box["width"] - aside, box["y"] + box["height"] - aside

    def on_canvas(self, spot):
        """The place of a point of the page, by where two variables stand on both."""
        (ax, ay), (cx, cy) = (self.middle(name) for name in "AC")
        (x, y), (other_x, other_y) = (self.python(f"b.graph.positions[{name!r}]") for name in "AC")
        scale = math.dist((x, y), (other_x, other_y)) / math.dist((ax, ay), (cx, cy))
        return x + (spot[0] - ax) * scale, y + (spot[1] - ay) * scale

    def drag(self, start, end):
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
        mouse.move(*end, steps=4)
        mouse.up()

    def focused(self):
        """What has the focus, as a screen reader names it."""
        return self.page.evaluate("() => document.activeElement.getAttribute('aria-label')")

    def wait_for_focus(self, label):
        self.page.wait_for_function(
            "label => (document.activeElement.getAttribute('aria-label') || '').startsWith(label)",
            arg=label,
            timeout=driver.QUICK,
        )

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)


# The editor of an app, as its "Edit graph" opens it.
OPENED = """
from marvel_widgets.widgets import DSeparationLab
def editor_of(app):
    app.shell.editing = app.parts["graph"].opened = True
    return app.parts["graph"].editor
"""


def opened(page, lab, name, code, shown="app"):
    driver.show(page, lab, name, f"{OPENED}\n{code}\n{shown}")
    page.locator(".mw-canvas svg").first.wait_for(timeout=driver.QUICK)
    return Bench(page)


@pytest.fixture
def bench(page, lab):
    code = f"app = DSeparationLab({START!r})\nb = editor_of(app)"
    return opened(page, lab, "editor.ipynb", code)


@pytest.mark.night
def test_with_the_mouse_and_a_finger(bench):
    bench.wait_for(START)
    a_cycle_is_refused_and_shown(bench)
    vertices_and_edges_by_mouse(bench)
    connecting_by_two_clicks(bench)
    by_finger(bench)


def a_cycle_is_refused_and_shown(bench):
    bench.vertex("C").locator(".mw-core").click()
    bench.press("Enter", "Home", "Enter")
    text = bench.wait_for_error("would close the cycle")
    assert "C -> A -> B -> C" in text
    alert, canvas = bench.root.get_by_role("alert"), bench.root.locator(".mw-canvas")
    below = canvas.bounding_box()["y"] + canvas.bounding_box()["height"]
    assert 0 <= alert.bounding_box()["y"] - below < 30  # where the hand is
    closing = bench.svg.locator(".mw-edge.mw-closing title")
    closing.first.wait_for(state="attached")
    assert closing.all_text_contents() == ["A → B", "B → C"]
    assert bench.svg.locator(".mw-ghost").get_attribute("d")
    for theme in ("dark", "light"):
        words_can_be_read(bench, theme)
    bench.wait_for(START)
    bench.button("Add variable").click()
    bench.wait_for("A -> B -> C; D; E")
    driver.wait_for(bench.page, "E is new: drag from its rim", ".mw-canvas-hint")
    assert bench.svg.locator(".mw-vertex.mw-chosen title").all_text_contents() == ["E"]
    expect(bench.button("Rename")).to_be_enabled()
    assert closing.count() == 0
    assert bench.root.get_by_role("alert").count() == 0
    bench.button("Undo").click()
    bench.wait_for(START)


def words_can_be_read(bench, theme):
    driver.set_theme(bench.page, theme)
    bench.page.locator("#jupyterlab-splash").wait_for(state="detached", timeout=driver.QUICK)
    for selector in (".mw-canvas-hint", ".mw-canvas-button:enabled", ".mw-trouble"):
        ink, paper = bench.root.locator(selector).first.evaluate(
            """element => {
                const solid = color => !/rgba\\(.*, 0\\)|transparent/.test(color);
                let behind = element;
                while (behind && !solid(getComputedStyle(behind).backgroundColor))
                    behind = behind.parentElement;
                const hex = color => '#' + color.match(/\\d+/g).slice(0, 3)
                    .map(n => Number(n).toString(16).padStart(2, '0')).join('');
                return [hex(getComputedStyle(element).color),
                    hex(getComputedStyle(behind).backgroundColor)];
            }"""
        )
        assert contrast_ratio(ink, paper) >= 4.5, (selector, ink, paper)


def vertices_and_edges_by_mouse(bench):
    spot = bench.empty_spot()
    place = bench.on_canvas(spot)
    bench.page.mouse.click(*spot)
    bench.wait_for("A -> B -> C; D; E")
    assert bench.python("b.graph.positions['E']") == pytest.approx(place, abs=2)
    assert bench.middle("E") == pytest.approx(spot, abs=2)  # nothing else has moved

    d, c = bench.middle("D"), bench.middle("C")
    bench.drag(bench.rim(d, c), c)
    bench.wait_for("A -> B -> C <- D; E")

    bench.click_edge("D", "C")
    bench.button("Reverse").click()
    bench.wait_for("A -> B -> C -> D; E")
    bench.button("Delete").click()  # the edge is still the chosen one
    bench.wait_for("A -> B -> C; D; E")

    before = bench.middle("A")
    bench.drag(before, (before[0] + 60, before[1] + 30))
    after = bench.middle("A")
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((60, 30), abs=1.5)
    bench.wait_for("A -> B -> C; D; E")  # a move is no new vertex and no edge

    bench.vertex("E").locator(".mw-core").click()
    bench.button("Delete").click()
    bench.wait_for(START)
    for count in range(bench.python("len(b.graph._past)"), 0, -1):
        assert bench.python("len(b.graph._past)") == count
        bench.button("Undo").click()
        driver.wait_for_repaint(bench.page)
    expect(bench.button("Undo")).to_be_disabled(timeout=driver.QUICK)
    bench.wait_for(START)


def connecting_by_two_clicks(bench):
    bench.button("Connect").click()
    bench.vertex("D").locator(".mw-core").click()
    assert "Connect from D" in bench.root.locator(".mw-canvas-hint").inner_text()
    bench.vertex("A").locator(".mw-core").click()
    bench.wait_for("{A B C D}; D -> A -> B -> C")
    assert bench.button("Connect").get_attribute("aria-pressed") == "false"


def by_finger(bench):
    """From the graph that connecting has left."""
    finger = Finger(bench.page)
    try:
        d, c = bench.middle("D"), bench.middle("C")
        finger.drag(bench.rim(d, c), c)
        bench.wait_for("{A B C D}; D -> A -> B -> C; D -> C")

        before = bench.middle("A")
        finger.drag(before, (before[0] + 50, before[1] + 40))
        after = bench.middle("A")
        assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((50, 40), abs=1.5)
        bench.wait_for("{A B C D}; D -> A -> B -> C; D -> C")  # a move is no new edge

        finger.tap(bench.empty_spot())
        bench.wait_for("{A B C D E}; D -> A -> B -> C; D -> C")
    finally:
        finger.leave()


def test_with_the_keyboard_alone(bench):
    driver.focus(bench.button("Add variable"))
    for _ in range(3):  # past Connect; the buttons without a choice are off
        if not (bench.focused() or "").startswith("Variable A"):
            bench.press("Tab")
    assert bench.focused() == "Variable A, children B"
    bench.press("End", "ArrowLeft", "ArrowLeft")
    assert bench.focused() == "Variable D"
    bench.press("Enter", "Home", "Enter")  # D -> A
    bench.wait_for("{A B C D}; A -> B -> C; D -> A")
    bench.wait_for_focus("Variable A, parents D, children B")
    bench.press("End")
    assert bench.focused() == "Edge D to A"
    bench.press("Enter")
    bench.wait_for("A -> B -> C; A -> D")
    bench.wait_for_focus("Edge A to D")
    bench.press("Delete")
    bench.wait_for(START)
    bench.press("n")
    bench.wait_for("A -> B -> C; D; E")
    bench.press("Home", "F2")
    bench.page.keyboard.type("the cause")
    bench.press("Enter")
    bench.wait_for('"the cause" -> B -> C; D; E')
    bench.wait_for_focus("Variable the cause")
    x, y = bench.python("b.graph.positions['the cause']")
    bench.press("Shift+ArrowRight", "Shift+ArrowDown")
    assert bench.python("b.graph.positions['the cause']") == [x + 12, y + 12]
    bench.press("Control+z", "Control+z", "Control+z")
    bench.wait_for("A -> B -> C; D; E")
    bench.press("Control+z", "Control+z", "Control+y")
    bench.wait_for(START)
    bench.wait_for_focus("")
    assert bench.svg.evaluate("svg => svg.contains(document.activeElement)")
    # JupyterLab did not take the keys for its cells
    assert bench.page.locator(".jp-Notebook .jp-CodeCell").count() == 1


@pytest.mark.night
def test_saving_and_loading(bench, tmp_path):
    saving(bench, tmp_path)
    loading(bench, tmp_path)
    nothing_is_cut_off_on_a_narrow_page(bench, 900)
    nothing_is_cut_off_on_a_narrow_page(bench, 660)  # as much for the notebook as on a phone


def loading(bench, tmp_path):
    page = bench.page
    bench.unfold("Load another graph")
    bench.root.get_by_label("Load from").select_option(label="File")
    bad, good = tmp_path / "photo.png", tmp_path / "net.dot"
    bad.write_bytes(b"\x89PNG\r\n")
    good.write_text("digraph { P -> Q }")

    def upload(path):
        with page.expect_file_chooser(timeout=driver.QUICK) as info:
            bench.root.get_by_role("button", name="Choose a file").click()
        info.value.set_files(path)

    upload(bad)
    bench.wait_for_error("photo.png is not UTF-8 text")
    bench.wait_for(START)
    upload(good)
    bench.wait_for("P -> Q")
    bench.button("Undo").click()
    bench.wait_for(START)


def nothing_is_cut_off_on_a_narrow_page(bench, width):
    bench.page.set_viewport_size({"width": width, "height": 1600})
    driver.wait_for_repaint(bench.page)
    right = bench.root.bounding_box()["x"] + bench.root.bounding_box()["width"]
    ends = bench.root.locator("button, input, select, textarea, .mw-canvas-frame").evaluate_all(
        "all => all.filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().right)"
    )
    assert len(ends) > 10
    assert max(ends) <= right + 1


def saving(bench, tmp_path):
    page = bench.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    bench.unfold("Save or copy")
    shown = bench.root.get_by_label("The graph as text")
    form = bench.root.get_by_label("Save or copy as")

    def downloaded(title, file_name):
        form.select_option(label=title)
        page.wait_for_function("b => !b.disabled", arg=bench.button("Download").element_handle())
        assert bench.python("b.saving.bar.file_name") == file_name
        driver.wait_for_repaint(page)
        with page.expect_download(timeout=driver.QUICK) as info:
            bench.button("Download").click()
        assert info.value.suggested_filename == file_name
        path = tmp_path / file_name
        info.value.save_as(path)
        return path

    assert Dag(shown.input_value()) == Dag(START)
    assert Dag.from_file(downloaded("Text, our notation", "graph.txt")) == Dag(START)
    assert Dag.from_file(downloaded("DAGitty", "graph.dagitty")) == Dag(START)
    assert Path(downloaded("SVG picture", "graph.svg")).read_text().startswith("<svg")
    png = Path(downloaded("PNG picture", "graph.png")).read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    svg = bench.python("b.saving.bar.text")
    sizes = [int(float(re.search(rf'{side}="([\d.]+)"', svg)[1])) for side in ("width", "height")]
    painted = [int.from_bytes(png[i : i + 4]) for i in (16, 20)]
    assert painted == pytest.approx([2 * size for size in sizes], abs=2)
    assert len(png) > 3000  # something is on it

    form.select_option(label="DAGitty")
    page.wait_for_function("area => area.value.startsWith('dag {')", arg=shown.element_handle())
    bench.button("Copy").click()
    bench.root.get_by_text("Copied.").wait_for(timeout=driver.QUICK)
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == bench.python("b.saving.bar.text")


@pytest.mark.night
def test_two_editors_of_one_model_and_one_that_is_locked(page, lab):
    code = (
        f"app = DSeparationLab({START!r})\nb = editor_of(app)\n"
        "second = DSeparationLab(app.model.graph, big=True)\nother = editor_of(second)\n"
        f"third = DSeparationLab({START!r}, lock='graph')\nlocked = editor_of(third)\n"
        "from IPython.display import display\ndisplay(app, third)"
    )
    first = opened(page, lab, "two.ipynb", code, "second")
    page.locator(".mw-editor").nth(2).locator(".mw-vertex").first.wait_for(timeout=driver.QUICK)
    two_of_one_model_show_the_same_in_their_sizes(first, Bench(page, 2))
    names_are_data(first)
    a_locked_graph_can_be_walked_through_only(Bench(page, 1, "locked"))


def two_of_one_model_show_the_same_in_their_sizes(first, second):
    first.button("Add variable").click()
    second.wait_for("A -> B -> C; D; E")
    first.wait_for("A -> B -> C; D; E")
    sizes = [
        [one.vertex("A").locator(".mw-glyph").bounding_box()["width"], letters(one)]
        for one in (first, second)
    ]
    # for a projector its words are larger as well
    assert sizes[1][0] == pytest.approx(1.5 * sizes[0][0], rel=0.01)
    assert sizes[1][1] >= 1.3 * sizes[0][1]


def letters(bench):
    """How large the words below the canvas are, in px."""
    size = "hint => parseFloat(getComputedStyle(hint).fontSize)"
    return bench.root.locator(".mw-canvas-hint").evaluate(size)


def names_are_data(bench):
    edges = [(SCRIPT, name) for name in AWKWARD[1:]]
    driver.kernel_eval(
        bench.page,
        f"for name in (*'ABCDE',):\n    assert b.graph.remove_variable(name)\n"
        f"for name in {AWKWARD!r}:\n    assert b.graph.add_variable(name)\n"
        f"for edge in {edges!r}:\n    assert b.graph.add_edge(*edge)",
    )
    bench.wait_for_canvas(Dag(edges, nodes=AWKWARD))
    titles = bench.svg.locator(".mw-vertex title").all_text_contents()
    assert titles == AWKWARD
    assert bench.svg.locator(".mw-edge").count() == 4
    bench.svg.locator(".mw-vertex").nth(1).locator(".mw-core").click()
    bench.press("Enter", "Home", "Enter")  # its own parent: a cycle, told with both names
    bench.wait_for_error("would close the cycle")
    bench.unfold("Save or copy")
    driver.wait_for_repaint(bench.page)
    assert bench.root.locator("script, img, b").count() == 0
    assert "caught" not in bench.page.title()


def a_locked_graph_can_be_walked_through_only(bench):
    expect(bench.button("Add variable")).to_be_disabled(timeout=driver.QUICK)
    bench.svg.scroll_into_view_if_needed()
    bench.page.mouse.click(*bench.empty_spot())
    bench.vertex("A").locator(".mw-core").click()
    assert bench.focused() == "Variable A, children B"
    bench.press("n", "Delete", "Shift+ArrowRight", "ArrowRight", "Delete")
    assert bench.focused() == "Variable B, parents A, children C"
    bench.wait_for(START)
    assert bench.python("b.graph.can_undo") is False
