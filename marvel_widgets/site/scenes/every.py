"""The moment of each app, by its name."""

from __future__ import annotations

from functools import cache

from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.scenes.games import GAMES
from marvel_widgets.site.scenes.labs import LABS
from marvel_widgets.site.scenes.scene import Scene


@cache
def scene_of(app: str) -> Scene:
    """Return the moment that stands for an app.

    Examples
    --------
    >>> scene_of("RemovabilityLab").asked
    'Is X removable?'
    """
    makes = (LABS | GAMES).get(app)
    if makes is None:
        msg = f"no picture for the page of {app}: give it a scene in site/scenes"
        raise SiteError(msg)
    return makes()
