"""What a Breaker shows: a claim, the hypothesis left out, and a search that can be cancelled."""

import asyncio
from collections.abc import Mapping
from typing import Any

import traitlets

from marvel_widgets.theory.counterexamples import (
    HYPOTHESES,
    Counterexample,
    Progress,
    search_counterexample,
)

# Seconds of work before clicks are let in.
_SLICE = 0.05


class BreakerModel(traitlets.HasTraits):
    """The state of a Breaker; observers of `version` find everything in place."""

    version = traitlets.Int(0, help="Counts the changes.")
    running = traitlets.Bool(False)
    progress = traitlets.Instance(Progress, allow_none=True)
    error = traitlets.Unicode("")
    error_field = traitlets.Unicode("claim")

    def __init__(
        self, claim: str = "neighbor", dropped: str | None = None, largest: int = 5
    ) -> None:
        super().__init__()
        self.claim, self.dropped, self.largest = "neighbor", dropped, largest
        self.found: Counterexample | None = None
        self.done = False
        self._task: asyncio.Task[None] | None = None
        if not self.choose(claim, dropped, largest):
            raise ValueError(self.error)

    def choose(self, claim: str, dropped: str | None, largest: int | None = None) -> bool:
        """Choose a claim, the hypothesis to leave out, and the largest graphs; forget results."""
        most = self.largest if largest is None else largest
        try:
            search_counterexample(claim, dropped, largest=most)  # checks; it does not begin yet
        except (ValueError, TypeError) as error:
            self.error = str(error)
            return False
        self.cancel()
        self.claim, self.dropped, self.largest = claim, dropped, most
        self.found, self.done, self.progress = None, False, None
        self.error = ""
        self.version += 1
        return True

    # -- the search ------------------------------------------------------------------------

    def search(self) -> None:
        """Search, giving way to clicks; without an event loop, to the end at once."""
        if self.running:
            return
        self.found, self.done, self.progress = None, False, None
        work = self._work()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            asyncio.run(work)
        else:
            self.running = True
            self._task = loop.create_task(work)

    async def _work(self) -> None:
        self.running = True
        loop = asyncio.get_running_loop()
        give_way = loop.time() + _SLICE
        step: Progress | None = None
        try:
            for step in search_counterexample(self.claim, self.dropped, largest=self.largest):
                if loop.time() >= give_way:
                    self.progress = step
                    await asyncio.sleep(0)
                    give_way = loop.time() + _SLICE
        except asyncio.CancelledError:
            return  # whoever cancelled has said so
        self._finish(step)

    def _finish(self, step: Progress | None) -> None:
        self.progress = step
        self.found = None if step is None else step.found
        self.done, self.running = True, False
        self.version += 1

    def cancel(self) -> None:
        """Stop the search; the progress stays to be read."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if self.running:
            self.running = False
            self.version += 1

    @property
    def other_hypotheses(self) -> tuple[str, ...]:
        """The hypotheses of the claim that can be left out."""
        return HYPOTHESES[self.claim]

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
        """Search to the end at once."""
        *_, last = search_counterexample(self.claim, self.dropped, largest=self.largest)
        self._finish(last)
