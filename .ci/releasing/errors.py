"""What stands in the way of a release, in sentences."""


class ReleaseError(Exception):
    """Something must be mended first; each argument is a sentence that says what and how."""
