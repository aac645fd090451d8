"""What can be in the way of a site, as one sentence each."""

from pathlib import Path

from marvel_widgets.writing.whole import is_part


class SiteError(Exception):
    """The site cannot be written; the message says what is in the way and what to do."""


def cannot_write(what: str, target: Path, error: OSError) -> str:
    """Return the sentence that names the file which could not be written into a folder."""
    place = Path(str(error.filename or target))
    inside = place.relative_to(target).parts if target in place.parents else ()
    if inside and is_part(inside[0]):  # where it is made, before it comes to its place
        inside = inside[1:]
    named = f"{'/'.join(inside)} of " if inside else ""
    return f"Cannot write {named}{what} into {target}: {error.strerror or error}."
