"""One finger on a page, by the events that a touch screen sends."""


class Finger:
    """One finger on the page, as a touch screen tells of it."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def tell(self, kind, *at):
        points = [{"x": x, "y": y} for x, y in at]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def tap(self, at):
        """Tap in a picture: in one message, or a busy machine between two makes a long press."""
        self.session.send("Input.synthesizeTapGesture", dict(zip("xy", at, strict=True)))

    def press(self, at):
        """Tap a button, for which any press is one: quicker."""
        self.tell("touchStart", at)
        self.tell("touchEnd")

    def drag(self, start, end, steps=8):
        self.tell("touchStart", start)
        for step in range(1, steps + 1):
            part = step / steps
            at = [one + part * (other - one) for one, other in zip(start, end, strict=True)]
            self.tell("touchMove", at)
        self.tell("touchEnd")

    def leave(self):
        """Give the page its mouse back."""
        self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        self.session.detach()
