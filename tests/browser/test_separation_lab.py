"""The d-separation lab, driven as a learner drives it."""

from tests.browser import driver
from tests.browser.narrow import nothing_is_wider

CELL = """
from marvel_widgets.widgets import DSeparationLab
lab = DSeparationLab("X -> Y <- T; Y -> Z")
lab
"""


def test_clicks_on_the_graph(lab, page):
    driver.show(page, lab, "separation.ipynb", CELL)
    driver.wait_for_graph(page)
    driver.click_element(page, "n0")
    driver.wait_for_classes(page, {"n0": "subject"})
    driver.click_element(page, "n2")
    driver.wait_for(page, "X and T are d-separated given nothing.")
    driver.wait_for_graph(page)
    # the sentence above has grown: the graph stands elsewhere now, and a click still meets it
    driver.click_element(page, "n3")
    driver.wait_for(page, "X and T are d-connected given {Z}.")
    driver.open_drawer(page)
    page.locator("summary", has_text="Both reasons").click()
    page.get_by_text("Both reasons agree.").wait_for(timeout=driver.QUICK)
    driver.wait_until(page, lambda: "opened" in driver.classes(page)["n1"], True)
    nothing_is_wider(page)
    no_word_of_a_path_is_broken(page)


def no_word_of_a_path_is_broken(page):
    """No line of a path ends within a word, however narrow the list is."""
    page.evaluate("() => { document.querySelector('.mw-rows').style.width = '110px'; }")
    driver.wait_for_repaint(page)
    broken = page.evaluate(BROKEN_WORDS)
    assert broken["lines"] > 1
    assert broken["words"] == []


# The words of the list of paths that stand on two lines, and on how many lines its first row is.
BROKEN_WORDS = """() => {
    const text = document.querySelector('.mw-rows .widget-radio-box label').firstChild;
    const lines = (from, to) => {
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, to);
        return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
    };
    const words = [...text.data.matchAll(/\\S+/g)];
    return {
        lines: lines(0, text.length),
        words: words.filter(w => lines(w.index, w.index + w[0].length) > 1).map(w => w[0]),
    };
}"""
