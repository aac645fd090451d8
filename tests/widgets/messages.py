"""Messages from widgets to the browser, kept instead of sent."""


class Sent(list):
    """Pairs of a widget and the state that it sent, oldest first."""

    def receive(self, widget, message):
        if message.get("method") == "update":
            self.append((widget, message["state"]))

    def take(self):
        """Return what was sent since the last time."""
        found = list(self)
        self.clear()
        return found
