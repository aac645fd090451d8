"""The programs of the book, right and with one line changed, and the belief behind each change."""

import ast
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from marvel_widgets._data import text_of
from marvel_widgets.assessment.beliefs import Belief, Believed
from marvel_widgets.core.book import marvel, pc, steps
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.challenge.calls import TRUSTED, Call, Caller, Program
from marvel_widgets.lessons.challenge.tasks import TASKS, Case

METHODS: Final = ("marvel", "pc")
WHOLE: Final = (*METHODS, "any")
RIGHT: Final[Mapping[str, Program]] = {
    "separate": steps.separate,
    "boundaries": marvel.find_boundaries,
    "neighbors": steps.neighbors,
    "removable": steps.removable,
    "update": marvel.update_boundaries,
    "skeleton": steps.skeleton,
    "v_structures": steps.v_structures,
    "meek": steps.complete,
    "marvel": marvel.marvel,
    "pc": pc.pc,
    "any": marvel.marvel,
}


class Change(NamedTuple):
    """A text of a page of the book, what it is changed into, and the belief that holds that right.

    The change shows in a step, or in a whole method; `words` say it as a clause.
    """

    step: str
    belief: Believed
    page: str
    was: str
    now: str
    words: str = ""

    @property
    def program(self) -> Program:
        found: Program = edition(self.page, self.was, self.now)[RIGHT[self.step].__name__]
        return found

    @property
    def differs(self) -> str:
        """In what the program differs, as a clause."""
        return f"in {self.step.upper()} {self.words}" if self.step in METHODS else self.words

    def on(self, dag: Dag, case: Case) -> Call:
        return Caller(TASKS[self.step], self.program, TRUSTED)(dag, case)


@lru_cache(maxsize=64)
def edition(page: str, was: str, now: str) -> dict[str, Any]:
    """Return what the pages define when a text that is once on one of them is another one.

    They run one after the other in one room, where each finds what it takes from those before.
    """
    room: dict[str, Any] = {}
    for name in ("marvel", "pc", "steps"):
        source = text_of(f"core/book/{name}.py")
        if name == page:
            if (times := source.count(was)) != 1:
                msg = f"{page}.py has {was!r} {times} times; a change needs it once"
                raise ValueError(msg)
            source = source.replace(was, now)
        tree = ast.parse(source)
        tree.body = [one for one in tree.body if "core.book" not in getattr(one, "module", "")]
        exec(compile(tree, f"{name}.py, where {was} is {now}", "exec"), room)
    return room


_RULES: Final = ("marvel", "(rule_1, rule_2, rule_3)")
_UPDATED: Final = ("marvel", "for y, z in combinations(sorted(neighbors), 2):")
_GIVEN: Final = ("marvel", "boundaries[w] - {y, z}")
_LEVELS: Final = ("pc", "in range(len(names) - 1):")
_OTHER_END: Final = ("pc", "if size > 0 and not near_b <= near_a:", "if False:")
_SIZES: Final = ("marvel", "sizes = range(len(others))")
_SETS: Final = ("marvel", "range(len(items) + 1) if")
_PAIRED: Final = (
    "{frozenset((x, y)) for x, near in find_boundaries(ask, names).items() for y in near}"
)
_ALL_OPEN: Final = "{(end, c) for a, c, b in open_triples(edges) for end in (a, b)}"

_ALL: Final = (
    Change("separate", Belief.give_all, *_SETS, "[len(items)] if"),
    Change("separate", Belief.no_empty_set, *_SETS, "range(1, len(items) + 1) if"),
    Change("separate", Belief.give_nothing, *_SETS, "[0] if"),
    Change("boundaries", Belief.all_dependent, "marvel", "set(names) - {x, y}", "set()"),
    Change("neighbors", Belief.only_neighbors, *_SIZES, "sizes = []"),
    Change("neighbors", Belief.give_all, *_SIZES, "sizes = [len(others)]"),
    Change("neighbors", Belief.no_empty_set, *_SIZES, "sizes = range(1, len(others) + 1)"),
    Change("neighbors", Belief.give_nothing, *_SIZES, "sizes = [0]"),
    Change("removable", Belief.small_leaves, "steps",
           "near, separating = find_neighbors(ask, x, boundary)", "return len(boundary) <= 2",
           "it calls removable what has a boundary of two at most"),
    Change("removable", Belief.condition_1_is_enough, "steps",
           "pairs = find_v_structures(ask, x, near, separating, boundary)", "return True",
           "it tests Condition 1 alone"),
    Change("removable", "", "steps", "not condition_1(ask, x, near, boundary)", "False",
           "it tests Condition 2 alone"),
    Change("removable", Belief.sets_without_x, "marvel", "given | {x} for", "given for",
           "the sets of Condition 1 are without {x}"),
    Change("removable", Belief.sets_without_x, "marvel", "given | {x, y} for",
           "given | {x} for", "the sets of Condition 2 are without the common child"),
    Change("removable", Belief.outside_child, "marvel", "neighbors - separating[t]", "neighbors",
           "it takes each neighbor of {x} and of a co-parent for a common child"),
    Change("update", Belief.only_deletes, *_UPDATED, "for y, z in ():",
           "it only takes {x} out of the boundaries"),
    Change("update", Belief.leaver_given, *_GIVEN, "boundaries[w] - {y, z} | {x}",
           "its tests give {x} too"),
    Change("update", Belief.give_nothing, *_GIVEN, "set()", "its tests give nothing"),
    Change("update", Belief.ordered_pairs, "marvel", "boundaries[z].discard(y)", "pass",
           "a pair that parts changes one of its two boundaries"),
    Change("update", "", "marvel", "if ask(y, z, given):", "if True:",
           "it parts all neighbors of {x} without a test"),
    Change("update", Belief.nothing_gets_old, "marvel", "boundaries = {y: boundaries[y] - {x} for",
           "return {y: boundaries[y] for", "the others keep their boundaries, {x} included"),
    Change("skeleton", Belief.give_all, *_LEVELS, "in [len(names) - 2]:"),
    Change("skeleton", Belief.no_empty_set, *_LEVELS, "in range(1, len(names) - 1):"),
    Change("skeleton", Belief.one_end, *_OTHER_END),
    Change("skeleton", Belief.give_nothing, *_LEVELS, "in [0]:"),
    Change("skeleton", Belief.give_all, "steps", "find_skeleton(ask, names)[0]", _PAIRED),
    Change("v_structures", Belief.all_collide, "steps",
           "if c not in sets[frozenset((a, b))]", "if True"),
    Change("meek", Belief.only_v_structures, *_RULES, "()"),
    Change("meek", Belief.turns_freely, *_RULES, "(rule_1,)"),
    Change("marvel", Belief.nothing_changes, "marvel",
           "condition_1(ask, x, neighbors[x], boundaries[x])", "True", "Condition 1 is not tested"),
    Change("marvel", Belief.first_leaves, "marvel", "for x in order:", "for x in order[:1]:",
           "the first in the order leaves, untested"),
    Change("marvel", Belief.turns_freely, *_RULES, "(rule_1,)",
           "of Meek's rules only the first is applied"),
    Change("pc", Belief.one_test_settles, *_LEVELS, "in range(2):",
           "no set has more than one member"),
    Change("marvel", Belief.only_deletes, *_UPDATED, "for y, z in ():",
           "a removal only deletes the variable from sets"),
    Change("marvel", Belief.all_collide, "marvel", "arrows_of(edges, found + around)",
           _ALL_OPEN, "every open triple counts as a v-structure"),
    Change("pc", Belief.one_end, *_OTHER_END, "only the neighbors of one end are searched"),
    Change("marvel", Belief.condition_1_is_enough, "marvel",
           "condition_2(ask, x, neighbors[x], pairs, boundaries[x])", "True",
           "Condition 2 is not tested"),
    Change("marvel", Belief.only_v_structures, *_RULES, "()", "Meek's rules are left out"),
    Change("pc", Belief.no_level_0, *_LEVELS, "in range(1, len(names) - 1):",
           "the empty set is never tried"),
    Change("marvel", Belief.leaver_given, *_GIVEN, "boundaries[w] - {y, z} | {x}",
           "the update gives the one that left"),
    Change("marvel", Belief.nothing_gets_old, "marvel", "found + around", "found",
           "only v-structures that Condition 2 saw are kept"),
    Change("marvel", Belief.turns_freely, *_RULES, "(rule_1, rule_2)",
           "the third of Meek's rules is left out"),
    Change("pc", Belief.one_test_settles, *_LEVELS, "in range(3):",
           "no set has more than two members"),
    Change("marvel", Belief.ordered_pairs, "marvel", "boundaries[z].discard(y)", "pass",
           "an update changes one of two sets"),
    Change("pc", Belief.all_collide, "pc",
           "arrows_of(edges, find_colliders(edges, separating))", _ALL_OPEN,
           "every open triple counts as a v-structure"),
    Change("pc", Belief.only_v_structures, *_RULES, "()", "Meek's rules are left out"),
    Change("pc", Belief.one_test_settles, *_LEVELS, "in range(1):", "only the empty set is tried"),
)  # fmt: skip
# For each step, in the order of the exercises; those of both methods, whichever is written.
CHANGES: Final[Mapping[str, tuple[Change, ...]]] = {
    step: tuple(one for one in _ALL if one.step in (METHODS if step in WHOLE else (step,)))
    for step in RIGHT
}
