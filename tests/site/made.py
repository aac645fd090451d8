"""The site as it is tested, made once: that takes longer than most of its tests."""

from functools import cache

from marvel_widgets.site.build import Site, pages_of_the_site


@cache
def the_site() -> Site:
    """Return the pages with Python behind them; nobody may change them."""
    return pages_of_the_site("local")
