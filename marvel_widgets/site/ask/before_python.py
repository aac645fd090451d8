"""The page before Python that comes from another host: what will be fetched, and from where."""

from urllib.parse import urlsplit

from marvel_widgets.site.layout import Page
from marvel_widgets.site.lock import release

SIZE = "13 MB"  # of Pyodide's core: the interpreter and its library


def asking_page() -> Page:
    """Return the page that a reader passes once before a notebook runs.

    The name of the notebook is in the address, behind ``#``; site.js passes it on.
    """
    url = release()["url"]
    host = urlsplit(url).hostname
    body = f"""<main id="main" class="narrow-page"><h1>Run it live</h1>
<p class="lead">The notebook runs in this browser: nothing is installed, and what you write stays on
this device. One thing is not part of this site.</p>
<p><b>Python itself comes from {host}</b>, about {SIZE}, which the browser keeps. That host then
learns your address, as every host does that you visit. All else comes from here.</p>
<p class="live"><a class="main" id="start" href="lite/notebooks/index.html">Fetch Python and run</a>
<a href="course/index.html">Read on instead</a></p>
<p class="place">The address is {url}. Whoever writes the site can put Python into it:
<code>marvel-widgets site DIR --pyodide DISTRIBUTION</code>.</p></main>"""
    return Page("run.html", "Run it live · marvel_widgets", body)
