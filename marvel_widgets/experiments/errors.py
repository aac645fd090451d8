"""What can go wrong around an experiment, as one sentence each."""

import sys
from importlib.util import find_spec


class ExperimentError(Exception):
    """An experiment can't run, or its rows can't be kept; the message says what to do."""


def require(*modules: str) -> None:
    """Raise unless these modules can be imported."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        msg = (
            f"{', '.join(missing)} cannot be found; install with\n"
            f'  "{sys.executable}" -m pip install "marvel-widgets[experiments]"'
        )
        raise ExperimentError(msg)
