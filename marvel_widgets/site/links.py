"""Where the files of the repository are on the site, and what becomes of a link between them."""

import posixpath
from collections.abc import Mapping

from marvel_widgets.site.layout import root_of
from marvel_widgets.site.markdown import Links


def page_of(source: str) -> str:
    """Return where a file of the repository is on the site; empty if it is not there."""
    folder, name = posixpath.split(source)
    stem, ending = posixpath.splitext(name)
    if source in ("docs/guide.md", "docs/guide/README.md"):
        return "teach/index.html"
    if source == "docs/apps.md":
        return "apps/about.html"
    places = {"notebooks": "course", "docs/guide": "teach", "docs": "docs"}
    if folder not in places:
        return ""
    return f"{places[folder]}/{stem}{'.html' if ending in ('.ipynb', '.md') else ending}"


def links_from(source: str, there: Mapping[str, object]) -> Links:
    """Return what turns the links of one file to those of the site."""
    own = page_of(source)

    def turned(link: str) -> str:
        path, mark, place = link.partition("#")
        if not path or ":" in path:
            return link
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if target in there:
            return f"{root_of(own)}{page_of(target)}{mark}{place}"
        if any(each.startswith(f"{target}/") for each in there):  # a folder: its first page
            return f"{root_of(own)}{posixpath.dirname(page_of(f'{target}/README.md'))}/index.html"
        return ""

    return turned
