"""What can be in the way of a site, as one sentence each."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from marvel_widgets.writing.whole import is_part


class SiteError(Exception):
    """The site cannot be written; the message says what is in the way and what to do."""


@contextmanager
def written(what: str, target: Path) -> Iterator[None]:
    """Name the file that could not be written into a folder, where the disk is full, say."""
    try:
        yield
    except OSError as error:
        place = Path(str(error.filename or target))
        inside = place.relative_to(target).parts if target in place.parents else ()
        if inside and is_part(inside[0]):  # where it is made, before it comes to its place
            inside = inside[1:]
        named = f"{'/'.join(inside)} of " if inside else ""
        msg = f"Cannot write {named}{what} into {target}: {error.strerror or error}."
        raise SiteError(msg) from error
