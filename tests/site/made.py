"""The site as it is tested, made once: that takes longer than most of its tests."""

from functools import cache
from unittest.mock import patch

from marvel_widgets.site import build
from marvel_widgets.site.ask import cases

# The votes of others are those of `assessment/test_vote.py`, and take a fifth of all the time.
# Their cases to practice take a third: the night has them.
WHOLE = {"00", "03"}


@cache
def the_site(*, all_cases: bool = False) -> build.Site:
    """Return the pages with Python behind them; nobody may change them."""

    def votes(name):
        return cases.votes_script(name) if name in WHOLE else ""

    def asked(name):
        draws = cases.DRAWS if all_cases or name in WHOLE else 1
        with patch.object(cases, "DRAWS", draws):
            return cases.cases_of(name)

    with patch.multiple(build, votes_script=votes, cases_of=asked):
        return build.pages_of_the_site("local")
