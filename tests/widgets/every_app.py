"""Every app, made in one way for the tests that hold for all of them."""

import ipywidgets

from marvel_widgets import exercises, widgets
from marvel_widgets.widgets.app_spec import every_app
from marvel_widgets.widgets.kit.stock import SharedLook

GRAPH = "X -> Y <- T; Y -> Z; X -> Z"
SPECS = every_app()
APPS = sorted(SPECS)
# Their first argument is no graph.
NO_GRAPH = tuple(name for name in APPS if not SPECS[name].graph)
ON_GRAPH = [name for name in APPS if SPECS[name].graph]
# They keep to a GraphModel that they are given; the others begin with its graph.
SHARING = [name for name in APPS if SPECS[name].graph == "shared"]


def made(name, source=GRAPH, **arguments):
    """Return an app, on a graph where it takes one."""
    app = getattr(widgets, name)
    if name in ("ExerciseBox", "Vote"):
        if "token" in arguments:
            return app(**arguments)
        return app(exercises("03").removable, **arguments)
    return app(**arguments) if name in NO_GRAPH else app(source, **arguments)


def live():
    """Return all widgets that are not closed; the looks that apps share stay for the next app."""
    every = list(ipywidgets.widgets.widget._instances.values())
    return [widget for widget in every if not isinstance(widget, SharedLook)]


def unfold(app):
    """Open all that is folded away, which makes what was not made before."""
    for widget in live():
        if widget.has_trait("opened"):
            widget.opened = True
    return app


def observers(model):
    """Return how many observers a model has."""
    by_name = model._trait_notifiers.values()
    return sum(len(heard) for by_type in by_name for heard in by_type.values())
