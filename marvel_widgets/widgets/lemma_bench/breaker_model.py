"""What a Breaker shows: a claim, the hypothesis left out, and a search that can be cancelled."""

from collections.abc import Iterator, Mapping
from time import monotonic
from typing import Any

import traitlets

from marvel_widgets.theory import counterexamples
from marvel_widgets.widgets import kit as k


class BreakerModel(traitlets.HasTraits):
    """The state of a Breaker; observers of `version` find everything in place."""

    version = traitlets.Int(0, help="Counts the changes.")
    progress = traitlets.Instance(counterexamples.Progress, allow_none=True)
    error = traitlets.Unicode("")
    error_field = traitlets.Unicode("claim")

    def __init__(self, claim: str, dropped: str | None, largest: int) -> None:
        super().__init__()
        self.claim, self.dropped, self.largest = "neighbor", dropped, largest
        self.found: counterexamples.Counterexample | None = None
        self.done = False
        self.job = k.CooperativeJob()
        self.job.observe(self._ran, "running")
        if not self.choose(claim, dropped, largest):
            raise ValueError(self.error)

    def choose(self, claim: str, dropped: str | None = "", largest: int | None = None) -> bool:
        """Choose a claim, the hypothesis to leave out, and the largest graphs; forget results.

        None leaves nothing out, "" the first hypothesis that the claim has.
        """
        most = self.largest if largest is None else largest
        if dropped == "":
            dropped = counterexamples.HYPOTHESES.get(claim, (None,))[0]
        try:
            counterexamples.search_counterexample(
                claim, dropped, largest=most
            )  # checks; it does not begin yet
        except (ValueError, TypeError) as error:
            self.error = str(error)
            return False
        self.job.cancel()
        self.claim, self.dropped, self.largest = claim, dropped, most
        self.found, self.done, self.progress = None, False, None
        self.error = ""
        self.version += 1
        return True

    # -- the search ------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether the search goes on."""
        return self.job.running

    def search(self) -> None:
        """Search, giving way to clicks; without an event loop, to the end at once."""
        if not self.running:
            self.found, self.done, self.progress = None, False, None
            self.job.start(self._steps(), 1)

    def _steps(self) -> Iterator[None]:
        shown = monotonic()
        for step in counterexamples.search_counterexample(
            self.claim, self.dropped, largest=self.largest
        ):
            self._last = step
            if monotonic() >= shown + self.job.slice:
                self.progress, shown = step, monotonic()
            yield

    def _ran(self, change: Any) -> None:
        """Take what was found; of a search that was cancelled the progress stays to be read."""
        if change.new:
            return
        if self.job.outcome == "finished":
            self.progress, self.found, self.done = self._last, self._last.found, True
        self.version += 1

    # -- state -----------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return what a token keeps; a result is found again."""
        return {
            "claim": self.claim,
            "dropped": self.dropped,
            "largest": self.largest,
            "searched": self.done,
        }

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to what `state` returned; a ValueError says what is wrong with it."""
        if not self.choose(state["claim"], state["dropped"], state["largest"]):
            raise ValueError(self.error)
        if state.get("searched"):
            self.find_now()

    def find_now(self) -> None:
        """Search to the end at once, also within a running event loop."""
        *_, self.progress = counterexamples.search_counterexample(
            self.claim, self.dropped, largest=self.largest
        )
        self.found, self.done = self.progress.found, True
        self.version += 1
