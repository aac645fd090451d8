"""The layout: what every drawing must keep, and numbers that a worse layout would miss."""

from __future__ import annotations

import time
from itertools import combinations, pairwise
from math import dist
from random import Random

import pytest

from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import GraphError, Label
from marvel_widgets.teaching.layout import (
    GAP,
    Positions,
    assign_rows,
    bends_between,
    canvas_size,
    curve_points,
    edge_bends,
    layered_layout,
    search,
)
from marvel_widgets.teaching.palette import (
    LABEL_HEIGHT,
    NODE_RADIUS,
    fits_inside,
    short_name,
    text_width,
)

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


def placed(dag: Dag) -> dict[Label, tuple[float, float]]:
    width, height = canvas_size(dag)
    return layered_layout(dag, width=width, height=height)


def count_crossings(dag: Dag, spots: Positions) -> int:
    def side(a: Label, b: Label, c: Label) -> float:
        (ax, ay), (bx, by), (cx, cy) = spots[a], spots[b], spots[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    def cross(a: Label, b: Label, c: Label, d: Label) -> bool:
        return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0

    return sum(
        cross(*one, *two) for one, two in combinations(dag.edges, 2) if not set(one) & set(two)
    )


def clearance(dag: Dag, spots: Positions, edge: tuple[Label, Label], bend: float) -> float:
    """The distance of an edge's curve, finely sampled, from the nearest third variable."""
    (ax, ay), (bx, by) = spots[edge[0]], spots[edge[1]]
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
    others = [spots[name] for name in dag.nodes if name not in edge]
    return min((dist(spot, point) for spot in others for point in curve), default=1e9)


@pytest.mark.parametrize("dag", ALL.values(), ids=ALL)
def test_parents_stand_above_their_children(dag: Dag) -> None:
    spots = placed(dag)
    assert list(spots) == list(dag.nodes)
    assert all(spots[a][1] + 2 * NODE_RADIUS < spots[b][1] for a, b in dag.edges)


@pytest.mark.parametrize("dag", ALL.values(), ids=ALL)
def test_glyphs_and_labels_stay_inside_the_box(dag: Dag) -> None:
    width, height = canvas_size(dag)
    for name, (x, y) in placed(dag).items():
        label = short_name(str(name))
        below = not fits_inside(label)
        half = max(NODE_RADIUS, text_width(label) / 2 if below else 0)
        assert half <= x <= width - half
        assert NODE_RADIUS <= y <= height - NODE_RADIUS - (LABEL_HEIGHT if below else 0)


@pytest.mark.parametrize("dag", ALL.values(), ids=ALL)
def test_glyphs_and_labels_do_not_overlap(dag: Dag) -> None:
    for (a, (ax, ay)), (b, (bx, by)) in combinations(placed(dag).items(), 2):
        assert dist((ax, ay), (bx, by)) > 2 * NODE_RADIUS + 4
        if ay == by:
            labels = [short_name(str(name)) for name in (a, b)]
            halves = [0 if fits_inside(label) else text_width(label) / 2 for label in labels]
            assert abs(ax - bx) > sum(halves)
        else:  # a label below the upper glyph does not reach the lower one
            assert abs(ay - by) > 2 * NODE_RADIUS + LABEL_HEIGHT


@pytest.mark.parametrize(("name", "most"), [("asia", 0), ("star", 0), ("sachs", 2), ("child", 2)])
def test_few_edges_cross(name: str, most: int) -> None:
    assert count_crossings(NAMED[name], placed(NAMED[name])) <= most


def test_the_search_on_the_true_geometry_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    def faults() -> int:
        total = 0
        for dag in RANDOM.values():
            spots = placed(dag)
            hits = [clearance(dag, spots, edge, 0) < NODE_RADIUS for edge in dag.edges]
            total += count_crossings(dag, spots) + sum(hits)
        return total

    searched = faults()
    monkeypatch.setattr(search, "SEARCH_EFFORT", -1)
    assert searched < 0.95 * faults()


def test_a_tree_has_no_crossings_whatever_the_order_of_its_vertices() -> None:
    for seed in range(5):
        names = list(range(31))
        Random(seed).shuffle(names)
        tree = Dag([((child - 1) // 2, child) for child in range(1, 31)], nodes=names)
        assert count_crossings(tree, placed(tree)) == 0


def test_the_star_fans_out_evenly_in_one_row() -> None:
    spots = placed(STAR)
    leaves = sorted(spots[f"Z{i}"] for i in range(1, 14))
    gaps = [b[0] - a[0] for a, b in pairwise(leaves)]
    assert len({y for _, y in leaves}) == 1
    assert max(gaps) - min(gaps) <= 1
    assert min(gaps) >= 2 * NODE_RADIUS + GAP
    assert spots["X"][0] == pytest.approx(canvas_size(STAR)[0] / 2, abs=1)


def test_the_same_graph_is_always_drawn_the_same() -> None:
    for dag in (SACHS, RANDOM["fixed 1"]):
        again = Dag(reversed(dag.edges), nodes=dag.nodes)
        assert placed(dag) == placed(again)


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
    spots = placed(ALL["mixed"])
    lowest = max(spots[name][1] for name in "ABCDE")
    assert len({spots[name][1] for name in "FGHIJ"}) == 1
    assert spots["F"][1] > lowest
    grid = placed(EDGELESS["apart"])
    assert 2 <= len({y for _, y in grid.values()}) <= 4


def test_parts_that_hang_apart_are_not_torn_apart() -> None:
    spots = placed(SACHS)
    small = ("Plcg", "PIP3", "PIP2")
    left = max(spots[name][0] for name in SACHS.nodes if name not in small)
    right = min(spots[name][0] for name in small)
    assert 2 * NODE_RADIUS < right - left < 160


def test_the_drawing_uses_its_box() -> None:
    for dag in (STAR, CHILD, RANDOM["fixed 2"]):
        width, height = canvas_size(dag)
        xs, ys = zip(*placed(dag).values(), strict=True)
        assert max(xs) - min(xs) > 0.75 * width
        assert max(ys) - min(ys) > 0.6 * height


def test_a_box_too_small_is_refused_and_a_tight_one_still_keeps_order() -> None:
    with pytest.raises(GraphError, match="at least 72"):
        layered_layout(ASIA, width=40, height=300)
    spots = layered_layout(CHILD, width=200, height=200)
    assert all(spots[a][1] < spots[b][1] for a, b in CHILD.edges)
    assert all(NODE_RADIUS <= x <= 200 - NODE_RADIUS for x, _ in spots.values())


def test_an_edge_bends_around_a_variable_in_its_way() -> None:
    chain = Dag("A -> B -> C; A -> C")
    spots = {"A": (100.0, 0.0), "B": (100.0, 100.0), "C": (100.0, 200.0)}
    bends = edge_bends(chain, spots)
    assert bends["A", "B"] == bends["B", "C"] == 0
    assert clearance(chain, spots, ("A", "C"), 0) < 1  # what happens without
    assert clearance(chain, spots, ("A", "C"), bends["A", "C"]) > NODE_RADIUS


@pytest.mark.parametrize("name", NAMED)
def test_no_edge_runs_through_a_third_variable(name: str) -> None:
    dag = NAMED[name]
    spots = placed(dag)
    for edge, bend in edge_bends(dag, spots).items():
        assert clearance(dag, spots, edge, bend) > NODE_RADIUS


def test_bends_help_where_straight_lines_would_hit() -> None:
    straight = bent = 0
    for dag in RANDOM.values():
        spots = placed(dag)
        for edge, bend in edge_bends(dag, spots).items():
            straight += clearance(dag, spots, edge, 0) < NODE_RADIUS
            bent += clearance(dag, spots, edge, bend) < NODE_RADIUS
    assert bent <= straight / 3


def test_a_reversed_edge_takes_the_same_curve() -> None:
    spots = {"A": (0.0, 0.0), "B": (0.0, 100.0), "C": (0.0, 200.0)}
    there = bends_between([("A", "C")], spots)["A", "C"]
    back = bends_between([("C", "A")], spots)["C", "A"]
    assert there == -back != 0
    forth = list(curve_points(spots["A"], spots["C"], there))
    assert [pytest.approx(p) for p in reversed(forth)] == list(
        curve_points(spots["C"], spots["A"], back)
    )


def test_a_hundred_variables_are_placed_quickly() -> None:
    dag = Dag.random_erdos_renyi(100, Random(3), m=200)
    width, height = canvas_size(dag)
    start = time.process_time()
    spots = layered_layout(dag, width=width, height=height)
    edge_bends(dag, spots)
    # 0.3 s where this was written; the slack is for slower machines
    assert time.process_time() - start < 2
