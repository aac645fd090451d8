"""The dials of the finite-sample lab: what a run on data depends on."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from marvel_widgets.core.algorithms.options import NoRemovable
from marvel_widgets.core.independence import datasets
from marvel_widgets.lessons.finite_samples.runs import POLICIES
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.finite_sample_lab.model import FiniteSampleModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.dial import Dial

# steps of about the same ratio
SAMPLES: Final = (
    10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000,
    10_000, 20_000, 50_000, 100_000,
)  # fmt: skip
LEVELS: Final = (0.0001, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
REMOVAL_LEVELS: Final = (0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)

_POLICY_WORDS: Final[dict[NoRemovable, str]] = {
    "smallest-boundary": "remove the one of smallest boundary",
    "stop": "stop",
}

WAITING: Final = '<div role="status">A long run: click Run.</div>'


class DialsBox(w.VBox):
    """A dial for each number that a data run depends on.

    That of n is in `samples`, with what is wrong with any of them.
    """

    def __init__(self, model: FiniteSampleModel) -> None:
        self.model = model
        self.n = Dial("Samples n")
        self.alpha = Dial("Level alpha of the tests")
        self.removal_alpha = Dial("Level of Conditions 1 and 2")
        self.seed = k.number("seed", 0, 0, 10**9)
        policies = [(_POLICY_WORDS[policy], policy) for policy in POLICIES]
        words = "When no variable passes"
        self.no_removable = k.menu(words, policies, width="26em", max_width="96%")
        self.run = k.button("Run", "Run with these dials", model.run)
        self.wait = w.HTML()
        # what is turned most is in the foot, with what any dial may ask for
        self.samples = w.Row([self.n, self.run, self.wait, k.ErrorLine(model, "dials")])
        of_marvel = [self.removal_alpha, self.no_removable]
        super().__init__([self.alpha, *of_marvel, self.seed])
        for dial in of_marvel:
            w.show_if(dial, model.dials.algorithm == "marvel")
        for name in ("n", "alpha", "removal_alpha", "seed", "no_removable"):
            k.hear(getattr(self, name), partial(self._turn, name))
        k.follow(self._show, (model, ["loaded", "pending", "error"]))

    def _turn(self, name: str, value: Any) -> None:
        self.model.choose(**{name: value})

    def _show(self) -> None:
        dials, p = self.model.dials, len(self.model.graph.dag)
        steps: Sequence[int] = SAMPLES
        what, every = "samples", "infinitely many samples"
        if dials.table:
            most, what = datasets.info(dials.table).rows, "rows"
            steps, every = [n for n in SAMPLES if n < most], f"all {most:,} rows"
        ns = [(f"{n:,} {what}", n) for n in _with(steps, dials.n)]
        self.n.offer([*ns, (every, None)], dials.n)
        levels = [(f"level {a:g}", a) for a in _with(LEVELS, dials.alpha)]
        own = f"level 2/p² = {2 / p**2:.3g}" if p else "level 2/p²"
        self.alpha.offer([(own, None), *levels], dials.alpha)
        removal = [(f"level {a:g}", a) for a in _with(REMOVAL_LEVELS, dials.removal_alpha)]
        self.removal_alpha.offer([("alpha, as printed", None), *removal], dials.removal_alpha)
        k.put(self.seed, value=dials.seed)
        k.put(self.no_removable, value=dials.no_removable)
        waits = self.model.pending
        k.put(self.wait, value=WAITING if waits else "", shown=waits)
        k.put(self.run, shown=waits)


def _with(steps: Sequence[Any], value: Any) -> list[Any]:
    """Return the steps of a dial, and a value set in a cell in its place."""
    return sorted({*steps} | ({value} - {None}))
