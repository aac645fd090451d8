"""The browser tests' own tools: a notebook with a button and a graph, clicked in JupyterLab."""

import json
import urllib.request

import pytest

from marvel_widgets._made_for import library_version
from tests.browser import conftest, driver
from tests.browser.test_run_all import NAMES


def test_code_that_fails_fails_the_test(lab, page):
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        driver.show(page, lab, "failing.ipynb", "1 + 1", "1 / 0")
    # and so does code in the kernel
    assert driver.kernel_eval(page, "print('printed')\n1 + 1") == "printed\n2"
    with pytest.raises(AssertionError, match="NameError"):
        driver.kernel_eval(page, "unknown")


def test_errors_of_the_page_are_collected(page, page_errors):
    page.evaluate("() => { setTimeout(() => { throw new Error('on purpose') }, 0) }")
    page.wait_for_function("() => new Promise(done => setTimeout(() => done(true), 0))")
    assert page_errors == ["on purpose"]
    page_errors.clear()


def test_lab_serves_a_working_copy_of_the_notebooks(lab):
    with urllib.request.urlopen(f"{lab.url}/api/contents", timeout=30) as answer:
        served = {each["name"] for each in json.load(answer)["content"]}
    assert 15 < len({*NAMES} & served) == len(NAMES)
    assert not lab.root.is_relative_to(conftest.HERE.parents[1])


@pytest.mark.night
def test_a_notebook_of_another_version_says_so(lab, page):
    line = page.locator(".mw-line-above")
    driver.open_notebook(page, lab, "06-be-marvel.ipynb")  # of this version
    driver.wait_for_repaint(page)
    assert line.count() == 0
    older = json.loads((lab.root / "06-be-marvel.ipynb").read_text(encoding="utf-8"))
    older["metadata"]["marvel_widgets"] = {"version": "0.0.1"}
    (lab.root / "older.ipynb").write_text(json.dumps(older), encoding="utf-8")
    driver.open_notebook(page, lab, "older.ipynb")
    line.wait_for(timeout=driver.QUICK)
    told = f"Made for marvel_widgets 0.0.1; this is {library_version()}, and some cells may fail."
    assert told in line.inner_text()
