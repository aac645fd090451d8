"""What can be in the way of a site, told in a sentence."""

from pathlib import Path


class SiteError(Exception):
    """The site cannot be written; the message says what is in the way and what to do."""


def cannot_write(what: str, target: Path, error: OSError) -> str:
    """Return the sentence that names the file which could not be written into a folder."""
    place = Path(str(error.filename or target))
    where = place.relative_to(target).as_posix() if target in place.parents else ""
    named = "" if where.startswith(".marvel-") or not where else f"{where} of "
    return f"Cannot write {named}{what} into {target}: {error.strerror or error}."
