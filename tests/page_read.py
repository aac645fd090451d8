"""A page read as a browser reads it: its elements, in order, and what stands in each."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "img", "input", "path", "circle", "line", "rect", "polygon"}


@dataclass(eq=False)
class Element:
    """An element with its attributes, the elements inside, and all words inside."""

    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    elements: list["Element"] = field(default_factory=list)
    words: str = ""

    def of(self, *tags: str) -> list["Element"]:
        """Return the elements inside with one of some tags, in order."""
        return [each for each in self.elements if each.tag in tags]


class Page(HTMLParser, Element):
    """The element that holds all others, of which each is closed in its place."""

    def __init__(self, text: str) -> None:
        HTMLParser.__init__(self)
        Element.__init__(self, "")
        self.open: list[Element] = [self]
        self.texts: list[str] = []
        self.feed(text)
        assert self.open == [self]

    def handle_startendtag(self, tag, attrs):
        found = Element(tag, dict(attrs))
        for each in self.open:
            each.elements.append(found)

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(self.elements[-1])

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop().tag == tag

    def handle_data(self, data):
        self.texts.append(data)
        for each in self.open:
            each.words += data
