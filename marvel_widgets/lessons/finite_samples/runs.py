"""Twin replay: one graph, one algorithm, answers from the oracle beside answers from data.

A run is a function of the answers that it gets. Up to the first wrong answer both runs have got
the same answers, so they have asked the same questions and made the same decisions. What the
data run does from there on is *after the error*; it may rest on it. What we call its
consequences:

- a decision (an event) after the error is a **consequence** when the oracle run does not make
  the same one after the runs diverge; otherwise the two runs **share** it;
- the **damage** is in the pairs of variables in which the final graph differs from the
  essential graph of the truth: an extra edge, a missing one, or another direction.

Later answers may be wrong as well; which of the wrong ones had which effect is not decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any, Final, Literal, get_args

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.options import NoRemovable
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.separation import is_separated
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.graphs.validation import check_dag
from marvel_widgets.core.independence import datasets
from marvel_widgets.core.independence.coercion import check_choice
from marvel_widgets.core.independence.counting import BudgetExceededError
from marvel_widgets.core.independence.gaussian import ExactGaussian, FisherZ, checked_alpha
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.core.independence.table import Table
from marvel_widgets.experiments.linear_gaussian import LinearGaussian

MOST_TESTS: Final = 20_000  # of one run; more is nothing to step through
MOST_SAMPLES: Final = 1_000_000
POLICIES: tuple[NoRemovable, ...] = get_args(NoRemovable)
Algorithm = Literal["marvel", "pc"]
_PC: Final = {"start": "complete", "variant": "stable", "conflicts": "mark"}

Standing = Literal["same", "shared", "consequence"]


@dataclass(frozen=True, slots=True)
class Dials:
    """What a data run depends on.

    `n` are the samples of a model on the graph, with the parameters of `seed`; or, of a bundled
    `table`, the rows that are drawn, each at most once. With None they are endless, or all rows.
    """

    n: int | None = 500
    alpha: float | None = None
    removal_alpha: float | None = 0.7
    no_removable: NoRemovable = "smallest-boundary"
    seed: int = 0
    algorithm: Algorithm = "marvel"
    table: str = ""

    def __post_init__(self) -> None:
        whole: Any = self.n  # what a user wrote, whatever its type
        if whole is not None and not (_is_whole(whole) and 4 <= whole <= MOST_SAMPLES):
            msg = f"n must be from 4 to {MOST_SAMPLES:,} samples; got {shown(self.n)}"
            raise ValueError(msg)
        levels: dict[str, Any] = {"alpha": self.alpha, "removal_alpha": self.removal_alpha}
        for name, level in levels.items():
            if level is not None and not (isinstance(level, int | float) and 0 < level < 1):
                msg = f"{name} must be a level between 0 and 1; got {shown(level)}"
                raise ValueError(msg)
        check_choice("no_removable", self.no_removable, NoRemovable)
        seed: Any = self.seed
        if not (_is_whole(seed) and seed >= 0):
            msg = f"seed must be a non-negative integer; got {shown(self.seed)}"
            raise ValueError(msg)
        check_choice("algorithm", self.algorithm, Algorithm)

    def level(self, p: int) -> float:
        return 2 / p**2 if self.alpha is None else checked_alpha(self.alpha)


@dataclass(frozen=True)
class OracleAndDataRuns:
    """The same run twice: with the oracle's answers, and with those of data."""

    dag: Dag
    dials: Dials
    oracle: Trace
    data: Trace
    table: Table | None = None
    covariance: Any = None

    @cached_property
    def judged(self) -> tuple[Judged, ...]:
        """Every test of the data run with the oracle's answer."""
        # Removals do not change which variables are independent in the population: the whole true
        # graph answers, at any point of the run.
        return tuple(
            Judged(test, is_separated(self.dag, test.x, test.y, mask_of(test.given)))
            for test in self.data.tests
        )

    @cached_property
    def wrong(self) -> tuple[Judged, ...]:
        """The tests that were answered wrong, in their order."""
        return tuple(each for each in self.judged if not each.is_right)

    @property
    def first_wrong(self) -> Judged | None:
        """The first of them; None where all answers are right."""
        return self.wrong[0] if self.wrong else None

    @cached_property
    def parting(self) -> int | None:
        """The number, from 0, of the first event in which the runs differ; None: they don't."""
        steps = zip_longest(self.oracle.steps, self.data.steps)
        return next((at for at, (one, other) in enumerate(steps) if one != other), None)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """What each event of the data run is to the oracle run; see the module."""
        at = self.parting
        if at is None:
            at = len(self.data.steps)
        there = Counter(step.event for step in self.oracle.steps[at:])
        found: list[Standing] = ["same"] * at
        for step in self.data.steps[at:]:
            shared = there[step.event] > 0
            there[step.event] -= shared
            found.append("shared" if shared else "consequence")
        return tuple(found)

    @cached_property
    def truth(self) -> Pdag:
        """The essential graph of the true DAG."""
        return essential_graph(self.dag)

    @cached_property
    def damage(self) -> Damage:
        """In what the final graph of the data run differs from the truth."""
        return damage(self.data.result.essential_graph, self.truth)

    @cached_property
    def dead_ends(self) -> tuple[int, ...]:
        """The numbers of the events of the data run at which no variable passed."""
        return tuple(
            at
            for at, step in enumerate(self.data.steps)
            if isinstance(step.event, ev.NoneRemovable)
        )

    def with_policy(self, policy: NoRemovable) -> OracleAndDataRuns:
        """Return the runs on the same data with the other policy for dead ends."""
        if policy == self.dials.no_removable:
            return self
        dials = replace(self.dials, no_removable=policy)
        return _paired(self.dag, dials, self.table, self.covariance)


def paired_runs(
    dag: Dag,
    n: int | None = 500,
    alpha: float | None = None,
    removal_alpha: float | None = 0.7,
    no_removable: NoRemovable = "smallest-boundary",
    seed: int = 0,
    algorithm: Algorithm = "marvel",
    table: str = "",
) -> OracleAndDataRuns:
    """Run an algorithm with the oracle of a DAG and on samples of a linear-Gaussian model on it.

    MARVEL finds its Markov boundaries by total conditioning, by its own answers each time; PC is
    the stable one, from the complete graph. The parameters of the model are drawn as in the paper's
    Scenarios 1 and 2. Of a table the rows take the samples' place, and the DAG is what is held
    for its truth.

    Parameters
    ----------
    dag : Dag
    n, alpha, removal_alpha, no_removable, seed, algorithm, table
        See `Dials`.

    Raises
    ------
    ValueError
        A number makes no sense, n is too small for the largest test, n - p - 1 must be positive,
        or the table has other columns than the DAG, or fewer rows than n.

    Notes
    -----
    A run of more than `MOST_TESTS` tests is cut there; its result says it is not complete.

    Examples
    --------
    >>> runs = paired_runs(Dag("X -> Y <- T; Y -> Z"), n=None)
    >>> runs.first_wrong is None, runs.parting is None, runs.damage.pairs
    (True, True, 0)
    >>> runs = paired_runs(Dag("X -> Y <- T; Y -> Z"), n=20, seed=1)
    >>> runs.first_wrong.kind
    'false independence'
    """
    import numpy as np

    check_dag(dag)
    dials = Dials(n, alpha, removal_alpha, no_removable, seed, algorithm, table)
    if len(dag) < 2:
        msg = "a data run needs a graph with two variables or more"
        raise ValueError(msg)
    if n is not None and n < len(dag) + 2:
        msg = (
            f"{n} samples are too few for {len(dag)} variables: a test given all others needs at "
            f"least {len(dag) + 2}"
        )
        raise ValueError(msg)
    rng = np.random.default_rng(seed)
    if table:
        return _paired(dag, dials, _drawn_rows(dag, dials, rng), None)
    model = LinearGaussian.random(dag, rng)
    if n is None:
        return _paired(dag, dials, None, model.covariance())
    return _paired(dag, dials, model.sample(n, rng), None)


def _drawn_rows(dag: Dag, dials: Dials, rng: Any) -> Table:
    """Return rows of a bundled table, with the columns in the order of the DAG."""
    whole = datasets.load(dials.table)
    n = len(whole) if dials.n is None else dials.n
    if {*whole.columns} != {*dag.nodes}:
        columns = ", ".join(map(str, whole.columns))
        msg = f"the table {dials.table} has the columns {columns}: give a graph of these variables"
        raise ValueError(msg)
    if n > len(whole):
        msg = f"the table {dials.table} has {len(whole):,} rows: n must be at most that; got {n:,}"
        raise ValueError(msg)
    rows = rng.choice(len(whole), n, replace=False)
    places = [whole.columns.index(name) for name in dag.nodes]
    return replace(whole, columns=dag.nodes, values=whole.values[rows][:, places])


def data_test(
    names: tuple[Label, ...], dials: Dials, table: Table | None, covariance: Any
) -> FisherZ | ExactGaussian:
    """Return the CI test of samples, or of an exact covariance where there are none."""
    if table is None:
        return ExactGaussian(covariance, names)
    return FisherZ(table.values, dials.level(len(names)), names=names)


def _recorded(test: Any, dials: Dials) -> Trace:
    """Return the run, cut after `MOST_TESTS` tests."""
    own = {"removal_alpha": dials.removal_alpha, "no_removable": dials.no_removable}
    options: dict[str, Any] = _PC if dials.algorithm == "pc" else own
    try:
        return record(dials.algorithm, test, budget=MOST_TESTS, **options)
    except BudgetExceededError as error:
        partial: Trace = error.partial
        return partial


def _paired(dag: Dag, dials: Dials, table: Table | None, covariance: Any) -> OracleAndDataRuns:
    test = data_test(dag.nodes, dials, table, covariance)
    oracle = _recorded(DSeparation(dag), dials)
    return OracleAndDataRuns(dag, dials, oracle, _recorded(test, dials), table, covariance)


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


Kind = Literal["", "false independence", "false dependence"]
Pair = tuple[Label, Label]


@dataclass(frozen=True, slots=True)
class Judged:
    """A CI test of a data run, and the answer of the d-separation oracle."""

    test: TestRecord
    truth: bool

    @property
    def is_right(self) -> bool:
        return self.test.independent == self.truth

    @property
    def kind(self) -> Kind:
        """Which error it is; empty for none."""
        if self.is_right:
            return ""
        return "false independence" if self.test.independent else "false dependence"


@dataclass(frozen=True, slots=True)
class Damage:
    """In which pairs a learned graph differs from the essential graph of the truth."""

    extra: tuple[Pair, ...]
    missing: tuple[Pair, ...]
    turned: tuple[Pair, ...]

    @property
    def pairs(self) -> int:
        """How many pairs: the structural Hamming distance."""
        return len(self.extra) + len(self.missing) + len(self.turned)


def damage(learned: Pdag, truth: Pdag) -> Damage:
    """Return in which pairs two essential graphs on the same variables differ."""
    found, there = learned.skeleton, truth.skeleton
    turned = {pair for pair in found & there if _marks(learned, pair) != _marks(truth, pair)}
    place = {name: at for at, name in enumerate(truth.nodes)}

    def in_order(pairs: Iterable[frozenset[Label]]) -> tuple[Pair, ...]:
        ordered = [tuple(sorted(pair, key=place.__getitem__)) for pair in pairs]
        return tuple(sorted(((a, b) for a, b in ordered), key=lambda e: (place[e[0]], place[e[1]])))

    return Damage(in_order(found - there), in_order(there - found), in_order(turned))


def _marks(graph: Pdag, pair: frozenset[Label]) -> frozenset[Pair]:
    a, b = pair
    return frozenset({(a, b), (b, a)} & graph.directed)


MOST_REPEATS: Final = 100


@dataclass(frozen=True, slots=True)
class SizeErrors:
    """The tests at one level with sets of one size, judged by the d-separation oracle."""

    alpha: float | None
    size: int
    independent: int = 0
    false_dependence: int = 0
    dependent: int = 0
    false_independence: int = 0

    @property
    def tests(self) -> int:
        return self.independent + self.dependent

    @property
    def type_two(self) -> float | None:
        """Share of false independence among true dependences (type II); None without any."""
        return self.false_independence / self.dependent if self.dependent else None


def error_rates(judged: Iterable[Judged]) -> tuple[SizeErrors, ...]:
    """Return the errors of tests by level and size of set, smallest level and set first.

    Parameters
    ----------
    judged : iterable of Judged
        Of one run, or of several.

    Notes
    -----
    The tests are those that a run performed: a search stops at its first independence, so
    they are not a random sample of all statements, and a rate may differ from alpha.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> rows = error_rates(paired_runs(Dag("X -> Y <- T"), n=None).judged)
    >>> [(row.size, row.tests, row.false_dependence) for row in rows]
    [(0, 3, 0), (1, 4, 0)]
    """
    counts: dict[tuple[float, int], Counter[str]] = {}
    for each in judged:
        level = -1.0 if each.test.alpha is None else each.test.alpha
        here = counts.setdefault((level, len(each.test.given)), Counter())
        here["independent" if each.truth else "dependent"] += 1
        if each.kind:
            here[each.kind.replace(" ", "_")] += 1
    return tuple(
        SizeErrors(None if level < 0 else level, size, **found)
        for (level, size), found in sorted(counts.items())
    )


def repeated(runs: OracleAndDataRuns, repeats: int) -> Iterator[OracleAndDataRuns]:
    """Yield twin runs with the same dials and the seeds that follow.

    Each seed is another model on the same graph, and other samples.

    Raises
    ------
    ValueError
        `repeats` is out of range.
    """
    _check_repeats(repeats)
    dials = runs.dials
    for seed in range(dials.seed, dials.seed + repeats):
        yield paired_runs(runs.dag, **asdict(replace(dials, seed=seed)))


def orderings(runs: OracleAndDataRuns, repeats: int) -> Iterator[Pdag]:
    """Yield the graphs that are learned from the same data in random orders, the own one first.

    Raises
    ------
    ValueError
        `repeats` is out of range.
    """
    import numpy as np

    _check_repeats(repeats)
    p = len(runs.dag)
    rng = np.random.default_rng([runs.dials.seed, p])
    yield _ordered(runs, list(range(p)))
    for _ in range(repeats - 1):
        yield _ordered(runs, rng.permutation(p).tolist())


def _ordered(runs: OracleAndDataRuns, order: list[int]) -> Pdag:
    names = tuple(runs.dag.nodes[v] for v in order)
    table, covariance = runs.table, runs.covariance
    if table is not None:
        table = replace(table, columns=names, values=table.values[:, order])
    else:
        covariance = covariance[order][:, order]
    run = _recorded(data_test(names, runs.dials, table, covariance), runs.dials)
    learned = run.result.essential_graph
    return Pdag.from_edges(
        runs.dag.nodes, directed=learned.directed, undirected=map(tuple, learned.undirected)
    )


def _check_repeats(repeats: int) -> None:
    if not 1 <= repeats <= MOST_REPEATS:
        msg = f"the number of runs must be from 1 to {MOST_REPEATS}; got {shown(repeats)}"
        raise ValueError(msg)
