"""Texts that are graphs, by the grammar of each format, and what becomes of them by accident."""

import random
from dataclasses import dataclass

NAMES = [
    "A", "B", "X1", "x-y", "dag", "graph", "node", "subgraph", "variable", "strict", "é", "名",
    "a b", "5-12", "->", "{", '"', "\\", "[x]", "//", "#1", "=", "\n", "x'", "1.5", ";",
]  # fmt: skip
PLAIN = NAMES[:4]
PIECES = [
    *NAMES, "digraph", "pdag", "network", "probability", "property", "type", "}", "(", ")", "[",
    "]", "<-", "--", "<->", "→", "←", "@->", ",", "|", "\r\n", "\t", "/*", "*/", "/**/", "// c\n",
    "# c\n", "[dir=back]", '[label="x"]', "<", ">", "/>", "<node id='A'/>", "<edge target='A'/>",
    "<edge source='A' target='B'/>", "<graph edgedefault='directed'>", "</graph>", "</data>",
    "<data key='k'>", "&amp;", "&x;", "\ufeff", "\x00", "\ud800", "\u2028", "\x85", "🎲", "'",
    '\\"', "\u0130",
]  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A text, and the graph that it is; None where that isn't known."""

    text: str
    nodes: frozenset | None = None
    edges: frozenset | None = None


def draw_case(rng: random.Random) -> Case:
    """Return a graph as text, damaged or not, or a heap of pieces."""
    how = rng.random()
    if how < 0.15:
        return Case("".join(rng.choices(PIECES, k=rng.randint(0, 14))))
    case = rng.choice(WRITERS)(rng)
    if how < 0.4:
        return case
    text = case.text
    for _ in range(rng.choice([1, 1, 2, 4])):
        text = damaged(rng, text)
    return Case(text)


def draw_long(rng: random.Random) -> Case:
    """Return a text in which a piece of a case stands many times."""
    text = draw_case(rng).text
    at = rng.randint(0, len(text))
    piece = text[at : at + rng.choice([2, 4, 10, 40])] or "A;"
    times = rng.choice([1_500, 3_000]) // len(piece)
    return Case(text[:at] + piece * times + text[at:])


def damaged(rng: random.Random, text: str) -> str:
    """Return a text after an accident."""
    at, to = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
    to = min(to, at + rng.choice([1, 3, 20, len(text)]))
    how = rng.randrange(7)
    if how == 0:
        return text[:at] + text[to:]
    if how == 1:
        return text[:at] + rng.choice(PIECES) + text[at:]
    if how == 2:
        return text[:at] + text[at:to] * 2 + text[to:]
    if how == 3:
        return text[:at]
    if how == 4:
        return text[:at] + rng.choice(PIECES) * rng.choice([3, 30, 100]) + text[at:]
    if how == 5:
        return text[:at] + text[at:to].swapcase() + text[to:]
    return text[:at] + text[at:to][::-1] + text[to:]


def a_dag(rng: random.Random, names: list[str]) -> tuple[list[str], list[tuple[str, str]]]:
    nodes = rng.sample(names, rng.randint(1, 6))
    pairs = [(a, b) for i, a in enumerate(nodes) for b in nodes[i + 1 :]]
    edges = [pair for pair in pairs if rng.random() < 0.4]
    rng.shuffle(edges)
    return rng.sample(nodes, len(nodes)), edges


def gap(rng: random.Random, *, line: bool = True) -> str:
    some = [" ", "  ", "\t", "/* x { */", *(["\n", "\r\n", "// }\n", "# -> \n"] if line else [])]
    return " " + "".join(rng.choices(some, k=rng.choice([0, 0, 0, 1, 3])))


def in_quotes(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def a_name(rng: random.Random, name: str) -> str:
    return name if name in ("A", "B", "X1") and rng.random() < 0.8 else in_quotes(name)


def statements(rng: random.Random, between, separators, attributes) -> Case:
    """Write edges one by one, and stars as groups."""
    nodes, edges = a_dag(rng, NAMES)
    written = [a_name(rng, name) + attributes() for name in nodes]
    left = dict.fromkeys(edges)
    while left:
        tail, head = next(iter(left))
        heads = [b for a, b in left if a == tail] if rng.random() < 0.3 else [head]
        for one in heads:
            del left[tail, one]
        group = "{" + between().join(a_name(rng, one) for one in heads) + "}"
        ends = a_name(rng, tail), group if len(heads) > 1 else a_name(rng, head)
        arrow = rng.choice(["->", "→", "<-", "←"])
        first, last = ends if arrow in "->→" else ends[::-1]
        written.append(f"{first}{between()}{arrow}{between()}{last}{attributes()}")
    if not edges and "," in separators:  # several names on several lines are refused as a table
        separators = rng.choice([[",", ";"], ["\n"]])
    text = "".join(part + gap(rng, line=False) + rng.choice(separators) for part in written)
    return Case(text, frozenset(nodes), frozenset(edges))


def notation(rng: random.Random) -> Case:
    return statements(rng, lambda: gap(rng, line=False), [";", "\n", ",", ";\r\n"], lambda: "")


def block(rng: random.Random, words: list[str], attributes: list[str]) -> Case:
    inside = statements(
        rng,
        lambda: gap(rng),
        [";", "\n", gap(rng) + ";"],
        lambda: rng.choice(["", "", *attributes]),
    )
    name = rng.choice(["", a_name(rng, rng.choice(PLAIN[:3])), '"my {graph}"'])
    setting = rng.choice(["", 'bb="0,0,1,1";', "rankdir = LR;"])
    text = gap(rng) + gap(rng).join([*words, name, "{", setting, inside.text, "}"]) + gap(rng)
    return Case(text, inside.nodes, inside.edges)


def dagitty(rng: random.Random) -> Case:
    return block(rng, [rng.choice(["dag", "DAG"])], [' [pos="0,1"]', "[exposure]"])


def dot(rng: random.Random) -> Case:
    words = rng.choice([["digraph"], ["strict", "digraph"], ["DiGraph"]])
    return block(rng, words, [" [color=red]", '[label="a -> \\"b\\"", dir=forward]'])


def bif(rng: random.Random) -> Case:
    nodes, edges = a_dag(rng, NAMES)
    parts = ["network unknown { property x; }"] if rng.random() < 0.7 else []
    parts += [f"variable {in_quotes(v)} {{ type discrete [ 2 ] {{ a, b }}; }}" for v in nodes]
    for v in nodes:
        tails = [in_quotes(a) for a, b in edges if b == v]
        given = " | " + ", ".join(tails) if tails else ""
        parts.append(f"probability ( {in_quotes(v)}{given} ) {{ table 0.5, 0.5; }}")
    gaps = [" ", "\n", " // x {\n", " /* } */ "]
    return Case(
        "".join(part + rng.choice(gaps) for part in parts), frozenset(nodes), frozenset(edges)
    )


def graphml(rng: random.Random) -> Case:
    nodes, edges = a_dag(rng, ["A", "B", "x-y", "a b", "é", "名", "->", "1.5", "[x]"])
    ids = {v: f"n{at}" if rng.random() < 0.5 else v for at, v in enumerate(nodes)}
    if len(set(ids.values())) < len(ids) or set(ids) != set(ids.values()):
        data = {v: f"<data key='k'>{v.replace('>', '&gt;')}</data>" for v in nodes}
    else:
        data = dict.fromkeys(nodes, "<data key='c'>red</data>")
    parts = [f"<node id='{ids[v].replace('>', '&gt;')}'>{data[v]}</node>" for v in nodes]
    parts += [
        f"<edge source='{ids[a]}' target='{ids[b]}'/>".replace("->", "-&gt;") for a, b in edges
    ]
    head = rng.choice(["<?xml version='1.0'?>", "", "\n"]) + rng.choice(
        ["<graphml>", "<graphml xmlns='http://graphml.graphdrawing.org/xmlns'>"]
    )
    key = "<key id='k' for='node' attr.name='name'/><key id='c' attr.name='color'/>"
    inside = rng.choice(["", "\n", "<!-- x -->"]).join(parts)
    text = f"{head}{key}<graph edgedefault='directed'>{inside}</graph></graphml>"
    return Case(text, frozenset(nodes), frozenset(edges))


WRITERS = [notation, dagitty, dot, bif, graphml]
