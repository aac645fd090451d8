"""Long work in slices: a task on the kernel's own loop, so that clicks are handled in between."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import traitlets


class CooperativeJob(traitlets.HasTraits):
    """Steps of work with progress and cancel; no thread, no process."""

    running = traitlets.Bool(False)
    done = traitlets.Int(0)
    outcome = traitlets.Enum(("", "finished", "cancelled"), "")

    def __init__(self) -> None:
        super().__init__()
        self.slice, self.rest = 0.05, 0.0
        self._task: asyncio.Task[None] | None = None

    def start(
        self,
        steps: Iterable[Any],
        take: Callable[[Any], Any] = lambda _: None,
        finish: Callable[[], Any] = lambda: None,
    ) -> None:
        """Begin; a job that runs already is left alone."""
        if self.running:
            return
        with self.hold_trait_notifications():
            self.done, self.outcome, self.running = 0, "", True
        work = self._work(steps, take, finish)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            asyncio.run(work)
        else:
            self._task = loop.create_task(work)

    async def _work(
        self, steps: Iterable[Any], take: Callable[[Any], Any], finish: Callable[[], Any]
    ) -> None:
        loop = asyncio.get_running_loop()
        try:
            await asyncio.sleep(0)  # what the click has changed is shown first
            give_way = loop.time() + self.slice
            for item in steps:
                if item is not None:
                    take(item)
                    self.done += 1
                if loop.time() >= give_way:
                    await asyncio.sleep(self.rest)
                    give_way = loop.time() + self.slice
        except asyncio.CancelledError:
            return  # whoever cancelled has said so, and may have begun another job
        except Exception:
            self.running = False
            raise
        finish()
        with self.hold_trait_notifications():
            self.running, self.outcome = False, "finished"

    def cancel(self) -> None:
        """Stop at the next place to give way; items taken stay."""
        if not self.running:
            return
        if self._task is not None:
            self._task.cancel()
            self._task = None
        with self.hold_trait_notifications():
            self.running, self.outcome = False, "cancelled"

    def forget(self) -> None:
        """Stop, and be as before the first start."""
        self.cancel()
        with self.hold_trait_notifications():
            self.done, self.outcome = 0, ""
