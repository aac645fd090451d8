"""What can go wrong around an experiment, as one sentence each."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from marvel_widgets._lazy import not_installed


class ExperimentError(Exception):
    """An experiment can't run, or its rows can't be kept; the message says what to do."""


def require(*modules: str) -> None:
    """Raise unless these modules can be imported."""
    if missing := not_installed("experiments", *modules):
        raise ExperimentError(missing)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Say of a file that it can't be written, where the system does not let us."""
    try:
        yield
    except OSError as error:
        msg = f"cannot write {path}: {error.strerror or error}"
        raise ExperimentError(msg) from error
