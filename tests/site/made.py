"""The site as it is tested, made once: that takes longer than most of its tests."""

from functools import cache
from unittest.mock import patch

from marvel_widgets.site import build
from marvel_widgets.site.ask.cases import votes_script

# The votes of others are those of `assessment/test_vote.py`, and take a fifth of all the time.
VOTED = {"00", "03"}


@cache
def the_site() -> build.Site:
    """Return the pages with Python behind them; nobody may change them."""

    def votes(name):
        return votes_script(name) if name in VOTED else ""

    with patch.object(build, "votes_script", votes):
        return build.pages_of_the_site("local")
