"""What the live page of an app runs by itself: the site's plugin, in a page without JupyterLite.

The whole of it, with Python, is in `test_site_live.py`.
"""

import json

from marvel_widgets.site.app_pages import ShownApp
from marvel_widgets.site.lite import LIVE
from marvel_widgets.widgets.app_spec import every_app
from tests.browser.conftest import HERE

PLUGIN = HERE.parents[1] / "marvel_widgets/site/static/live/static/remoteEntry.js"
APP = ShownApp(every_app()["Race"])
PATH = "apps/Race.ipynb"
TOKEN = "mwa1.abc"
WITH_TOKEN = APP.forms()["token"].replace("TOKEN", TOKEN)
# As JupyterLite would: a notebook of these cells is open, and its kernel is idle.
ACTIVATE = """async ([cells, metadata]) => {
    const shared = {
        getMetadata: name => metadata[name],
        getCell: i => cells[i] && {
            getSource: () => cells[i],
            setSource: source => { cells[i] = source; },
        },
        insertCell: (i, { source }) => cells.splice(i, 0, source),
    };
    const panel = {
        context: { ready: Promise.resolve() },
        content: { model: { sharedModel: shared } },
        sessionContext: { ready: Promise.resolve(), session: { kernel: { status: 'idle' } } },
    };
    const ran = [];
    const plugin = (await window._JUPYTERLAB['marvel-live'].get())().default;
    let wait;
    const restored = { then: open => { wait = open(); } };
    plugin.activate({
        restored,
        shell: { currentWidget: panel },
        commands: { execute: async () => { ran.push(cells[panel.content.activeCellIndex]); } },
    });
    await wait;
    return ran;
}"""


def ran_by_itself(browser, cells, metadata=(), path=PATH, token=""):
    """Return the cells that were run when a notebook is opened at a path of the site."""
    page = browser.new_page()
    settings = {"litePluginSettings": {LIVE: {PATH: APP.forms()}}}
    config = f'<script id="jupyter-config-data" type="application/json">{json.dumps(settings)}'
    page.route("**", lambda route: route.fulfill(body=config, content_type="text/html"))
    page.goto(f"http://127.0.0.1/?path={path}{token and f'#t={token}'}")
    page.add_script_tag(path=PLUGIN)
    ran = page.evaluate(ACTIVATE, [list(cells), dict(metadata)])
    page.close()
    return ran


EVIL = "import os; os.system('his')"
FORGED = {"marvel": {"plain": EVIL, "token": EVIL + "  # TOKEN"}}


def test_a_readers_file_of_an_apps_name_does_not_say_what_is_run(browser):
    for token, ours in (("", []), (TOKEN, [WITH_TOKEN])):
        assert ran_by_itself(browser, [EVIL], FORGED, token=token) == ours
        assert ran_by_itself(browser, [EVIL], token=token) == ours


def test_what_the_site_has_not_written_runs_nothing(browser):
    for path in ("apps/Other.ipynb", "apps/__proto__", "apps/Race.ipynb/x"):
        assert ran_by_itself(browser, [EVIL], FORGED, path, TOKEN) == [], path


def test_the_sites_own_cell_runs_in_the_state_of_the_token(browser):
    plain = APP.forms()["plain"]
    assert ran_by_itself(browser, [plain]) == [plain]
    assert ran_by_itself(browser, [plain], token=TOKEN) == [WITH_TOKEN]
    assert ran_by_itself(browser, [WITH_TOKEN]) == [plain]
