"""Where the files of the repository are on the site, and what becomes of a link between them."""

import posixpath
from collections.abc import Mapping

from marvel_widgets.site.layout import root_of
from marvel_widgets.site.markdown import Links


def page_of(source: str) -> str:
    """Return where a file of the repository is on the site; empty if it is not there.

    >>> page_of("notebooks/06-be-marvel.ipynb"), page_of("docs/guide/README.md")
    ('course/06-be-marvel.html', 'teach/index.html')
    >>> page_of("docs/core.md"), page_of("docs/rooms.svg"), page_of("README.md")
    ('docs/core.html', 'docs/rooms.svg', '')
    """
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
    """Return what turns the links of one file to those of the site.

    >>> turn = links_from("docs/guide.md", {"notebooks/06.ipynb": 1, "docs/core.md": 1})
    >>> turn("../notebooks/06.ipynb"), turn("core.md#masks"), turn("gone.md"), turn("#here")
    ('../course/06.html', '../docs/core.html#masks', '', '#here')
    """
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
