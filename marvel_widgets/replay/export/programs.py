"""The programs that step a run in a page."""

from marvel_widgets._data import text_of


def film_driver() -> str:
    """Return what steps a run wherever it is shown: a notebook, an exported page, the site."""
    return _program("driver.js")


def film_program() -> str:
    """Return what steps a run in a page of its own: the driver, and what it drives there."""
    return film_driver() + motion() + _program("film.js")


def motion() -> str:
    """Return what shows under way what a step changes, in whichever picture."""
    return _program("motion.js")


def _program(name: str) -> str:
    return text_of(f"replay/export/{name}")
