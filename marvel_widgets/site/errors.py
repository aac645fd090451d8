"""What can be in the way of a site, told in a sentence."""


class SiteError(Exception):
    """The site cannot be written; the message says what is in the way and what to do."""
