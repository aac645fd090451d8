"""What may not be in a page, however a variable is called."""

from html.parser import HTMLParser

FORBIDDEN = {"script", "img", "iframe", "object", "embed", "a", "link", "base", "meta"}


class Elements(HTMLParser):
    """The elements of a page, and what is dangerous in them."""

    def __init__(self):
        super().__init__()
        self.wrong = []

    def handle_starttag(self, tag, attrs):
        if tag in FORBIDDEN:
            self.wrong.append(tag)
        self.wrong += [name for name, value in attrs if name.startswith("on")]
        self.wrong += [name for name, value in attrs if "javascript:" in (value or "").lower()]


def wrong_with_markup(html):
    """Return what is wrong with a piece of a page; empty for nothing."""
    found = Elements()
    found.feed(html)
    return f"{found.wrong} in {html[:300]!r}" if found.wrong else ""
