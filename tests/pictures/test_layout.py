"""The layout: what every drawing must keep, and numbers that a worse layout would miss."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from math import atan2, dist, hypot, pi
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.editing import remove_edge
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.pictures.layout import bends, order
from marvel_widgets.pictures.layout.bends import (
    Curves,
    Positions,
    bends_between,
    curve_points,
    edge_bends,
)
from marvel_widgets.pictures.layout.layered import assign_rows, canvas_size, layered_layout
from marvel_widgets.pictures.pills import PILL_HEIGHT, pill_width
from marvel_widgets.pictures.positions import WIDEST, Pane, positions_of
from tests.slices import one_in, some_of

ASIA = Dag("asia -> tub -> either -> xray; smoke -> lung -> either -> dysp; smoke -> bronc -> dysp")
SACHS = Dag(
    "Erk -> Akt; Mek -> Erk; PIP3 -> PIP2; PKA -> Akt; PKA -> Erk; PKA -> Jnk; PKA -> Mek;"
    "PKA -> P38; PKA -> Raf; PKC -> Jnk; PKC -> Mek; PKC -> P38; PKC -> PKA; PKC -> Raf;"
    "Plcg -> PIP2; Plcg -> PIP3; Raf -> Mek"
)
CHILD = Dag(
    "BirthAsphyxia -> Disease; Disease -> Age; Sick -> Age; Disease -> LVH -> LVHreport;"
    "Disease -> DuctFlow -> HypDistrib -> LowerBodyO2; Disease -> CardiacMixing -> HypDistrib;"
    "CardiacMixing -> HypoxiaInO2 -> LowerBodyO2; HypoxiaInO2 -> RUQO2;"
    "Disease -> LungParench -> HypoxiaInO2; LungParench -> CO2 -> CO2Report;"
    "LungParench -> ChestXray -> XrayReport; Disease -> LungFlow -> ChestXray;"
    "LungParench -> Grunting -> GruntingReport; Disease -> Sick -> Grunting"
)
Spot = tuple[float, float]
Edge = tuple[Label, Label]
STAR = Dag([("X", f"Z{i}") for i in range(1, 14)])
NAMED = {"asia": ASIA, "sachs": SACHS, "child": CHILD, "star": STAR}
RANDOM = {
    f"{kind} {seed}": dag
    for seed in range(4)
    for kind, dag in (
        ("sparse", Dag.random_erdos_renyi(24, Random(seed), m=20)),
        ("dense", Dag.random_erdos_renyi(15, Random(seed), m=40)),
        ("fixed", Dag.random_fixed_in_degree(40, 3, Random(seed))),
    )
}
EDGELESS = {"one": Dag([], nodes="A"), "apart": Dag([], nodes=range(11)), "none": Dag()}
ALL = {**NAMED, **RANDOM, **EDGELESS, "mixed": Dag("A -> B; C -> D -> E", nodes="ABCDEFGHIJ")}


def some(every: int) -> list[Dag]:
    """Return random DAGs of all three kinds: one seed in so many."""
    return [dag for name, dag in RANDOM.items() if int(name.split()[-1]) % every == 0]


def laid_out(dag: Dag) -> dict[Label, Spot]:
    width, height = canvas_size(dag)
    return layered_layout(dag, width=width, height=height)


def placed(dag: Dag) -> Mapping[Label, Spot]:
    """Return where the variables of a graph stand, laid out once for all tests."""
    return _drawn(dag, dag.nodes, dag.edges)[0]


def bent(dag: Dag) -> Mapping[Edge, float]:
    return _drawn(dag, dag.nodes, dag.edges)[1]()


@cache
def _drawn(dag: Dag, *_: object) -> tuple[Mapping[Label, Spot], Callable[[], Mapping[Edge, float]]]:
    """Equal graphs may differ in the order of variables and edges, at which a layout looks."""
    places = MappingProxyType(laid_out(dag))
    return places, cache(lambda: MappingProxyType(edge_bends(dag, places)))


def count_crossings(dag: Dag, positions: Positions) -> int:
    return sum(
        crosses(*(positions[name] for name in (*one, *two)))
        for one, two in combinations(dag.edges, 2)
        if not set(one) & set(two)
    )


def crosses(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def side(a: Spot, b: Spot, c: Spot) -> float:
    (ax, ay), (bx, by), (cx, cy) = a, b, c
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def clearance(dag: Dag, positions: Positions, edge: tuple[Label, Label], bend: float) -> float:
    """How far an edge's curve, finely sampled, stays off the nearest third pill near it."""
    (ax, ay), (bx, by) = positions[edge[0]], positions[edge[1]]
    length = dist((ax, ay), (bx, by))
    cx = (ax + bx) / 2 - bend * (by - ay) / length
    cy = (ay + by) / 2 + bend * (bx - ax) / length
    curve = [
        (
            (1 - t) ** 2 * ax + 2 * t * (1 - t) * cx + t * t * bx,
            (1 - t) ** 2 * ay + 2 * t * (1 - t) * cy + t * t * by,
        )
        for t in (i / 200 for i in range(201))
    ]
    left, right, top, low = (f(at[i] for at in curve) for i in (0, 1) for f in (min, max))
    others = []
    for name in set(dag.nodes).difference(edge):
        (x, y), half = positions[name], pill_width(str(name)) / 2
        if left - half <= x <= right + half and top - PILL_HEIGHT <= y <= low + PILL_HEIGHT:
            others.append(name)
    return min((outside(name, positions, spot) for name in others for spot in curve), default=1e9)


def outside(name: Label, positions: Positions, spot: tuple[float, float]) -> float:
    """How far a spot is outside the border of a pill; less than 0 inside it."""
    x, y = positions[name]
    straight = pill_width(str(name)) / 2 - PILL_HEIGHT / 2
    return hypot(max(0.0, abs(spot[0] - x) - straight), spot[1] - y) - PILL_HEIGHT / 2


def meet(one: list[float], other: list[float]) -> bool:
    apart = one[1] < other[0] or other[1] < one[0] or one[3] < other[2] or other[3] < one[2]
    return not apart


def curves(dag: Dag, bends: Mapping[Edge, float], positions: Positions | None = None) -> int:
    """How often the curves of edges without a common end cross, followed in fine steps."""
    positions = positions or placed(dag)
    lines = {e: list(curve_points(positions[e[0]], positions[e[1]], b)) for e, b in bends.items()}
    boxes = {e: [f(at[i] for at in line) for i in (0, 1) for f in (min, max)]
             for e, line in lines.items()}  # fmt: skip
    total = 0
    for one, other in combinations(dag.edges, 2):
        if not set(one) & set(other) and meet(boxes[one], boxes[other]):
            pieces = [list(pairwise(lines[edge])) for edge in (one, other)]
            total += sum(crosses(*a, *b) for a in pieces[0] for b in pieces[1])
    return total


@pytest.mark.parametrize("name", ALL)
def test_parents_stand_above_their_children(name: str) -> None:
    dag = ALL[name]
    positions = placed(dag)
    assert list(positions) == list(dag.nodes)
    if name == "star":
        return  # it has no above and below
    assert all(positions[a][1] + PILL_HEIGHT + 5 < positions[b][1] for a, b in dag.edges)


@pytest.mark.parametrize("dag", ALL.values(), ids=ALL)
def test_pills_stay_inside_the_box(dag: Dag) -> None:
    width, height = canvas_size(dag)
    for name, (x, y) in placed(dag).items():
        half = pill_width(str(name)) / 2
        assert half <= x <= width - half
        assert PILL_HEIGHT / 2 <= y <= height - PILL_HEIGHT / 2


@pytest.mark.parametrize("dag", ALL.values(), ids=ALL)
def test_pills_do_not_overlap(dag: Dag) -> None:
    for (a, (ax, ay)), (b, (bx, by)) in combinations(placed(dag).items(), 2):
        halves = (pill_width(str(a)) + pill_width(str(b))) / 2
        assert abs(ax - bx) > halves + 8 or abs(ay - by) > PILL_HEIGHT + 8


@pytest.mark.parametrize(("name", "most"), [("asia", 0), ("star", 0), ("sachs", 2), ("child", 2)])
def test_few_edges_cross(name: str, most: int) -> None:
    dag = NAMED[name]
    assert curves(dag, bent(dag)) <= most


@one_in(4)
def test_bending_all_edges_together_undoes_crossings(every: int) -> None:
    alone = together = 0
    for dag in some(every):
        alone += curves(dag, bends_between(dag.edges, placed(dag)))
        together += curves(dag, bent(dag))
    assert together < 0.9 * alone


@pytest.mark.parametrize(
    ("name", "pane", "most"),
    [
        ("child", "wide", 0),
        ("child", "broad", 1),
        ("insurance", "wide", 0),
        ("insurance", "broad", 2),
    ],
)
def test_hardly_an_edge_passes_under_a_name(name: str, pane: Pane, most: int) -> None:
    """It would seem to begin there; what is less than the margin around a name is no touch.

    Rows are closer together in a cell; drawn apart they leave more edges a way.
    """
    dag = networks.load(name)
    at, *_ = positions_of(dag, WIDEST, pane)
    box, pills = bends.box_around(at), {v: (at[v], pill_width(str(v))) for v in dag.nodes}
    under = []
    for (tail, head), bend in edge_bends(dag, at).items():
        curve = bends.Curve(at[tail], at[head], bend)
        others = set(dag.nodes) - {tail, head}
        under += [(tail, head, v) for v in others if curve.depth([pills[v]], box) >= 0.3]
    assert len(under) <= most, under


def test_a_drawer_only_draws_many_variables_together() -> None:
    dag = networks.load("insurance")
    (apart, wide, high), (near, width, height) = (
        positions_of(dag, WIDEST, pane) for pane in ("broad", "drawer")
    )
    assert (height, [y for _, y in apart.values()]) == (high, [y for _, y in near.values()])
    assert wide == pytest.approx(2 * high, abs=2)
    xs = [[x - places["Age"][0] for x, _ in places.values()] for places in (apart, near)]
    ratios = [far / close for far, close in zip(*xs, strict=True) if close]
    assert min(ratios) > 1.3
    assert max(ratios) - min(ratios) < 0.05
    assert width < wide


def test_sifting_from_many_starts_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn() -> int:
        dags = [dag for name, dag in RANDOM.items() if "sparse" in name]
        places = [(dag, laid_out(dag)) for dag in dags]
        return sum(curves(dag, edge_bends(dag, at), at) for dag, at in places)

    thorough = drawn()
    monkeypatch.setattr(order, "ORDER_EFFORT", 0)
    assert thorough < 0.7 * drawn()


def test_crossings_are_those_of_the_rows_as_they_stand() -> None:
    dag = RANDOM["dense 0"]
    ordering = order.LayerOrder(dag, assign_rows(dag, [40.0] * len(dag), 2000))
    draw = Random(0)
    for _ in range(30):
        draw.shuffle(draw.choice(ordering.rows))
        at = {v: i for row in ordering.rows for i, v in enumerate(row)}
        pieces = [[(at[v], at[w]) for v in row for w in ordering.down[v]] for row in ordering.rows]
        crossed = ((a - c) * (b - d) for row in pieces for (a, b), (c, d) in combinations(row, 2))
        assert ordering.crossings() == sum(each < 0 for each in crossed)


def test_a_tree_has_no_crossings_whatever_the_order_of_its_vertices() -> None:
    for seed in range(5):
        names = list(range(31))
        Random(seed).shuffle(names)
        tree = Dag([((child - 1) // 2, child) for child in range(1, 31)], nodes=names)
        assert count_crossings(tree, placed(tree)) == 0


@pytest.mark.parametrize("inwards", [False, True])
@pytest.mark.parametrize("name", ["Z", "a long name "])
@pytest.mark.parametrize("rays", [5, 8, 13])
def test_a_star_is_drawn_around_its_center(rays: int, name: str, inwards: bool) -> None:
    leaves = [f"{name}{i}" for i in range(rays)]
    star = Dag([(leaf, "X") if inwards else ("X", leaf) for leaf in leaves])
    positions = placed(star)
    x, y = positions["X"]
    width, height = canvas_size(star)
    assert (x, y) == (pytest.approx(width / 2, abs=3), pytest.approx(height / 2, abs=12))
    turns = sorted(atan2(positions[leaf][1] - y, positions[leaf][0] - x) for leaf in leaves)
    gaps = [b - a for a, b in pairwise([*turns, turns[0] + 2 * pi])]
    assert max(gaps) < 2  # on all sides of it
    for a, b in combinations(star.nodes, 2):
        apart = [abs(one - other) for one, other in zip(positions[a], positions[b], strict=True)]
        assert apart[0] > (pill_width(a) + pill_width(b)) / 2 + 8 or apart[1] > PILL_HEIGHT + 8
    for edge in star.edges:
        assert clearance(star, positions, edge, 0) > 0


def test_a_star_without_room_stands_in_rows() -> None:
    width, height = canvas_size(STAR)
    positions = layered_layout(STAR, width=width - 40, height=height)
    assert all(positions["X"][1] < y for name, (_, y) in positions.items() if name != "X")


def test_a_collider_is_symmetric_and_a_chain_is_straight() -> None:
    for dag in (Dag("X -> Y <- T"), Dag("Y <- X -> Z"), Dag("A -> B; C -> B; D -> B")):
        positions = placed(dag)
        xs = sorted(x for x, _ in positions.values())
        middle = next(positions[v][0] for v in dag.nodes if len(dag.neighbors(v)) > 1)
        assert [round(a + b, 1) for a, b in zip(xs, reversed(xs), strict=True)] == [
            round(2 * middle, 1)
        ] * len(xs)
    chain = placed(Dag("A -> B -> a_longer_name -> D -> E"))
    assert len({x for x, _ in chain.values()}) == 1
    assert len({y for _, y in chain.values()}) == 5


def test_the_same_graph_is_always_drawn_the_same() -> None:
    for dag in (SACHS, RANDOM["fixed 1"]):
        again = Dag(reversed(dag.edges), nodes=dag.nodes)
        assert laid_out(dag) == laid_out(again)


def test_long_edges_are_shortened_by_moving_whole_branches() -> None:
    # A and B are pulled down to Z together: neither gains anything alone
    dag = Dag("S1 -> S2 -> S3 -> S4 -> S5 -> Z; A -> B -> Z")
    rows = {dag.nodes[v]: row for v, row in assign_rows(dag, [40.0] * 8, 400).items()}
    assert rows["B"] == rows["Z"] - 1
    assert rows["A"] == rows["Z"] - 2


def test_rows_hold_no_more_than_their_room() -> None:
    spans, room = [50.0] * 14, 210.0
    rows = list(assign_rows(STAR, spans, room).values())
    assert max(rows.count(row) for row in rows) == 4
    assert rows[0] < min(rows[1:])


def test_variables_without_edges_stand_below_in_a_block() -> None:
    positions = placed(ALL["mixed"])
    lowest = max(positions[name][1] for name in "ABCDE")
    assert len({positions[name][1] for name in "FGHIJ"}) == 1
    assert positions["F"][1] > lowest
    grid = placed(EDGELESS["apart"])
    assert 2 <= len({y for _, y in grid.values()}) <= 4


def test_parts_that_hang_apart_are_not_torn_apart() -> None:
    positions = placed(SACHS)
    small = [positions[name][0] for name in ("Plcg", "PIP3", "PIP2")]
    large = [x for name, (x, _) in positions.items() if name not in ("Plcg", "PIP3", "PIP2")]
    assert 60 < max(min(small) - max(large), min(large) - max(small)) < 160


def test_the_drawing_uses_its_box() -> None:
    for dag in (STAR, CHILD, RANDOM["fixed 2"]):
        width, height = canvas_size(dag)
        xs, ys = zip(*placed(dag).values(), strict=True)
        assert max(xs) - min(xs) > 0.75 * width
        assert max(ys) - min(ys) > 0.6 * height


def test_a_box_too_small_is_refused_and_a_tight_one_still_keeps_order() -> None:
    with pytest.raises(GraphError, match="at least 74"):
        layered_layout(ASIA, width=40, height=300)
    positions = layered_layout(CHILD, width=200, height=200)
    assert all(positions[a][1] < positions[b][1] for a, b in CHILD.edges)
    assert all(22 <= x <= 200 - 22 for x, _ in positions.values())


def test_edges_into_one_variable_do_not_cross_on_their_way() -> None:
    """E -> A once went around D and across F -> A, since both end at A."""
    dag = Dag("F -> {A E}; C -> E; E -> {A B}; D -> {A B}")
    positions = {
        "F": (338.0, 144.0),
        "C": (573.0, 144.0),
        "D": (317.0, 375.0),
        "E": (551.0, 375.0),
        "A": (250.0, 606.0),
        "B": (483.0, 606.0),
    }
    bends = edge_bends(dag, positions)
    one, other = (
        list(pairwise(curve_points(positions[tail], positions[head], bends[tail, head])))
        for tail, head in (("E", "A"), ("F", "A"))
    )
    assert not any(crosses(*a, *b) for a in one for b in other if a[1] != b[1])


@some_of(8, 30)
def test_no_edge_makes_a_loop_to_save_a_crossing(count: int) -> None:
    """A short edge once bent by more than twice its length, around an edge in its way."""
    for seed in range(count):
        dag = Dag.random_fixed_in_degree(12, 3, Random(seed))
        positions = placed(dag)
        alone = bends_between(dag.edges, positions)
        for (tail, head), bend in edge_bends(dag, positions).items():
            length = dist(positions[tail], positions[head])
            assert abs(bend) <= max(1.6 * length, abs(alone[tail, head])), (seed, tail, head)


def test_an_edge_bends_around_a_variable_in_its_way() -> None:
    chain = Dag("A -> B -> C; A -> C")
    positions = {"A": (100.0, 0.0), "B": (100.0, 100.0), "C": (100.0, 200.0)}
    bends = edge_bends(chain, positions)
    assert bends["A", "B"] == bends["B", "C"] == 0
    assert clearance(chain, positions, ("A", "C"), 0) < -14  # what happens without
    assert clearance(chain, positions, ("A", "C"), bends["A", "C"]) > 0


@pytest.mark.parametrize("name", NAMED)
def test_no_edge_runs_through_a_third_variable(name: str) -> None:
    dag = NAMED[name]
    positions = placed(dag)
    for edge, bend in bent(dag).items():
        assert clearance(dag, positions, edge, bend) > 0


@one_in(4)
def test_bends_help_where_straight_lines_would_hit(every: int) -> None:
    straight = curved = 0
    for dag in some(every):
        positions = placed(dag)
        for edge, bend in bent(dag).items():
            straight += clearance(dag, positions, edge, 0) < 0
            curved += clearance(dag, positions, edge, bend) < 0
    assert curved <= straight / 3


def test_a_reversed_edge_takes_the_same_curve() -> None:
    positions = {"A": (0.0, 0.0), "B": (0.0, 100.0), "C": (0.0, 200.0)}
    there = bends_between([("A", "C")], positions)["A", "C"]
    back = bends_between([("C", "A")], positions)["C", "A"]
    assert there == -back != 0
    forth = list(curve_points(positions["A"], positions["C"], there))
    assert [pytest.approx(p) for p in reversed(forth)] == list(
        curve_points(positions["C"], positions["A"], back)
    )


def edited(dag: Dag, positions: Positions, draw: Random) -> tuple[Dag, Positions]:
    """Return a graph with an edge turned, left out or added, or with a variable moved."""
    edges, places = list(dag.edges), dict(positions)
    match draw.randrange(4):
        case 0:
            x, y = places[draw.choice(dag.nodes)]
            places[draw.choice(dag.nodes)] = x + draw.uniform(-90, 90), y + draw.uniform(-90, 90)
        case 1:
            edges.pop(draw.randrange(len(edges)))
        case 2:
            edges.append(edges.pop(draw.randrange(len(edges)))[::-1])
        case _:
            edges.append(tuple(draw.sample(dag.nodes, 2)))
    try:
        return Dag(edges, nodes=dag.nodes), places
    except GraphError:  # a cycle, or an edge twice
        return dag, places


def test_what_is_remembered_of_earlier_pictures_changes_no_bend(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bends, "MOST_CURVES", 400)  # so that it also forgets
    for seed in range(2):
        draw, curves = Random(seed), Curves()
        dag = Dag.random_fixed_in_degree(14, 3, draw)
        positions: Positions = placed(dag)
        for _ in range(8):
            dag, positions = edited(dag, positions, draw)
            assert edge_bends(dag, positions, curves) == edge_bends(dag, positions)


def test_a_turned_edge_costs_a_fraction_of_the_first_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = []
    times = bends._times
    monkeypatch.setattr(bends, "_times", lambda one, other: looks.append(1) or times(one, other))
    first = again = 0
    for seed in range(3):
        dag, curves = Dag.random_fixed_in_degree(20, 3, Random(seed)), Curves()
        positions = placed(dag)
        edge_bends(dag, positions, curves)
        first, looks[:] = first + len(looks), []
        edge_bends(remove_edge(dag, *dag.edges[0]), positions, curves)
        again, looks[:] = again + len(looks), []
    assert again < first / 5


def test_a_hundred_variables_are_placed_quickly() -> None:
    dag = Dag.random_erdos_renyi(100, Random(3), m=200)
    width, height = canvas_size(dag)
    start = time.process_time()
    positions = layered_layout(dag, width=width, height=height)
    edge_bends(dag, positions)
    # 0.3 s where this was written; the slack is for slower machines
    assert time.process_time() - start < 2


def everywhere(p: int) -> Dag:
    """Return the graph with all edges."""
    return Dag([(a, b) for a, b in combinations(range(p), 2)])


def both_sides(p: int) -> Dag:
    """Return the graph with all edges from one half to the other."""
    return Dag([(f"a{i}", f"b{j}") for i in range(p) for j in range(p)])


DENSE = [(everywhere, 45), (both_sides, 45), (everywhere, 90)]


@pytest.mark.parametrize(("made", "p"), DENSE)
def test_a_graph_full_of_edges_is_not_searched_for_ever(
    made: Callable[[int], Dag], p: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0
    saved = order._crossings_saved

    def counted(left: Sequence[Sequence[int]], right: Sequence[Sequence[int]]) -> int:
        nonlocal compared
        compared += 1 + sum(len(a) * len(b) for a, b in zip(left, right, strict=True)) // 10
        assert compared <= 100_000
        return saved(left, right)

    monkeypatch.setattr(order, "MOST_WORK", 100_000)
    monkeypatch.setattr(order, "MOST_DUMMIES", 2_000)
    monkeypatch.setattr(order, "_crossings_saved", counted)
    dag = made(p)
    width, height = canvas_size(dag)
    places = layered_layout(dag, width=width, height=height)
    assert len(set(places.values())) == len(dag)
    assert all(places[tail][1] < places[head][1] for tail, head in dag.edges)


def test_edges_beyond_the_looks_that_are_paid_for_are_straight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = 0
    depth = bends.Curve.depth

    def counted(curve: bends.Curve, others: Sequence[bends.Pill], *given: Any) -> float:
        nonlocal looks
        looks += len(others)
        return depth(curve, others, *given)

    dag = both_sides(12)
    places = {name: (30.0 * i, float(name[0] == "b") + 7 * i) for i, name in enumerate(dag.nodes)}
    whole = bends.bends_between(dag.edges, places)
    monkeypatch.setattr(bends, "MOST_LOOKS", 10_000)
    monkeypatch.setattr(bends.Curve, "depth", counted)
    some = bends.bends_between(dag.edges, places)
    assert 0 < looks < 10_000 + len(bends.BENDS) * 2 * len(dag)
    assert list(some) == list(whole) == list(dag.edges)
    paid = next(i for i, edge in enumerate(some) if some[edge] != whole[edge])
    assert 10 < paid < len(some)
    assert all(some[edge] == 0 for edge in list(some)[paid:])


def test_no_more_pieces_of_edges_than_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "MOST_DUMMIES", 100)
    rows = order.LayerOrder(everywhere(30), {v: v for v in range(30)}).rows
    assert 30 < sum(map(len, rows)) <= 130
    assert order.LayerOrder(Dag("A -> B -> C; A -> C"), {0: 0, 1: 1, 2: 2}).rows[1] == [1, 3]
