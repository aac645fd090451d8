"""The mistaken beliefs that a wrong answer may come from, by what is believed."""

from enum import StrEnum, auto
from typing import Literal, Self


class Belief(StrEnum):
    """A mistaken belief: its name, half a sentence on it, and what shows that it is mistaken."""

    words: str
    look_at: str

    def __new__(cls, name: str, words: str, look_at: str) -> Self:  # noqa: D102
        belief = str.__new__(cls, name)
        belief._value_, belief.words, belief.look_at = name, words, look_at
        return belief

    # fmt: off
    # What MARVEL is about.
    whole_graph = auto(), "tests give back the whole graph, every arrow included.", "Look for an arrow that can be turned without changing any test."
    more_blocks = auto(), "a larger conditioning set always blocks more.", "Look at each given variable: it may block a path, open one, or do neither."
    collider_alone = auto(), "only the collider itself opens a path, not its descendants.", "Look below each collider: is one of its descendants given?"
    only_sinks = auto(), "only variables without children are removable.", "Look for a variable with children that passes both conditions."
    small_leaves = auto(), "a small boundary means removable.", "Look at a variable with a small boundary and check both conditions."
    condition_1_is_enough = auto(), "Condition 1 is enough.", "Look at the parents of its children for the arrows of Condition 2."
    only_neighbors = auto(), "the Markov boundary holds neighbors only.", "Look at the other parents of its children."
    give_all = auto(), "conditioning on everything else finds the neighbors.", "Look at a pair with a common child: given the child, it is dependent."
    first_leaves = auto(), "the first in the sorted order is always removable.", "Look at the conditions of the variable that comes first."
    drawn_is_true = auto(), "every arrow that is drawn during a run is a claim about the truth.", "Look at which of its arrows the tests have decided."
    only_deletes = auto(), "a removal only deletes the variable from the boundaries.", "Look at its neighbors: which pairs does nothing else keep in one boundary?"
    fewer_err_less = auto(), "fewer tests mean a more accurate answer.", "Look at what one wrong answer does in each run."
    high_p_proves = auto(), "a p-value above alpha proves independence.", "Look for a dependence that a test misses: weak in few rows, or paths that cancel."
    bound_is_usual = auto(), "the worst-case bound is what a run usually costs.", "Look at the number that the run makes, beside the bound."
    bound_is_of_marvel = auto(), "the lower bound is about MARVEL, not about every algorithm.", "Look at who answers: the adversary does not know which algorithm asks."
    parents_apart = auto(), "two parents of one variable are always independent.", "Look whether an edge, or another open path, joins the two parents."
    no_empty_set = auto(), "when nothing needs to be given, there is no separating set.", "Look at the empty set: it is a separating set, too."
    # d-separation and boundaries.
    ordered_pairs = auto(), "a test of A with B and a test of B with A are two tests.", "Look at the pair without an order: the statement is the same."
    along_arrows = auto(), "dependence runs only along the arrows.", "Look for a common cause: it makes its effects dependent."
    usual_colliders = auto(), "a collider is like any other variable on a path.", "Look for two arrows that meet: such a variable blocks until it is given."
    all_dependent = auto(), "the Markov boundary holds everything on which the variable depends.", "Look at a variable further away: given the boundary, is it still dependent?"
    one_test_each = auto(), "one test for each variable is enough.", "Look at how many sets one pair can need."
    # Removability and its proof.
    nothing_changes = auto(), "whichever leaves, the others keep their descendants and their open paths.", "Look at paths that go through the variable that leaves."
    all_adjacent = auto(), "all neighbors of a removable variable are adjacent, its parents included.", "Look at a pair of its parents: no condition asks for an edge between them."
    leaver_given = auto(), "the variable that leaves may be in the conditioning set.", "Look at the graph that is left: the variable is not in it."
    repairs_are_safe = auto(), "an edge that repairs one condition never breaks another.", "Look at both conditions again with the new edge in place."
    textbook_rule = auto(), "the proof judges single paths by the textbook's rule.", "Look at the rule for one path in the proof: an end may open a collider."
    # The lemmas and the algorithm.
    give_nothing = auto(), "one test, with nothing given, tells neighbors from the others.", "Look for a pair that is dependent, but independent given a third."
    never_stops = auto(), "a search goes through every set and every pair, even after one has decided.", "Look at the first test that says independent: what could the rest still change?"
    sets_without_x = auto(), "the sets of Conditions 1 and 2 need not hold X and the common child.", "Look at the condition: which variables does each of its sets hold?"
    outside_child = auto(), "a neighbor outside the separating set is a common child.", "Look at whether the neighbor is a neighbor of the co-parent, too."
    starts_over = auto(), "a variable that failed is judged from the beginning at its next visit.", "Look at what was remembered when it failed."
    # Directions.
    only_v_structures = auto(), "v-structures are the only arrows of an essential graph.", "Look at the edges beside an arrow: can one of them still turn?"
    turns_freely = auto(), "an edge without a direction may point either way, whatever the others do.", "Look at what the turned edge makes: a new v-structure, or a cycle?"
    any_set = auto(), "one separating set is as good as another.", "Look at whether the set holds the variable in the middle."
    nothing_gets_old = auto(), "what was learned before a removal stays as it was.", "Look at what is tested again after the removal."
    counted_once = auto(), "a statement that is tested twice counts once.", "Look at the counts: performed and different are two numbers."
    # Bounds.
    m_sets = auto(), "m variables give m conditioning sets, not 2 to the m.", "Look at a small case: two variables have four subsets."
    pair_given = auto(), "the two variables of a test may be in its conditioning set.", "Look at the test: its two variables are never given."
    counted_again = auto(), "a question that tells nothing new counts once more.", "Look at whether the answer follows from earlier ones."
    bounds_alike = auto(), "the upper and the lower bound count the same tests of a run.", "Look at where each begins to count: after the boundaries, or at the first test."
    one_test_settles = auto(), "one test of a pair settles the pair, whatever is given.", "Look at the pair given another set."
    # Rivals and data.
    fewer_is_smaller = auto(), "fewer tests mean smaller conditioning sets.", "Look at the sizes of the sets, not at how many tests there are."
    always_wins = auto(), "the algorithm that wins on one graph wins on every graph.", "Look at a graph of another form: a star, a chain, a clique."
    given_is_free = auto(), "the number of given variables does not change how much n samples tell.", "Look at the degrees of freedom: each given variable costs one."
    interval_of_runs = auto(), "an 80 % interval of a mean holds 80 % of the single runs.", "Look at the single runs: how many lie in the interval?"
    alpha_of_all = auto(), "at level alpha a share alpha of all answers is wrong, whatever the truth.", "Look at the pairs that are truly independent: the level speaks of those alone."
    none_leaves = auto(), "when no variable passes on data, no variable of the true graph is removable.", "Look at the tests that erred: Theorem 1 speaks of the true graph."
    # Teaching.
    one_belief_behind = auto(), "a wrong answer has one belief behind it.", "Look for a second belief that predicts the same answer."
    understood = auto(), "a right answer comes from a right belief.", "Look for a wrong belief that predicts the right answer."
    shared_enough = auto(), "a belief is recognized by what it shares with an answer.", "Look at the whole answer, name by name."
    parts_in_any_order = auto(), "a part can come before the part that introduces its ideas.", "Look at where each idea is used first."
    all_time_teaches = auto(), "the time on the plan is all time for teaching.", "Look at what else takes minutes: settling down, questions, the end."
    locked_is_hidden = auto(), "what is locked is hidden, and what is hidden is locked.", "Look at each setting by itself: one locks, the other hides."
    points_are_gain = auto(), "points gained are the gain, wherever a class began.", "Look at how much each class had left to gain."
    signature_says_who = auto(), "a valid signature says who answered.", "Look at who can have the key."
    any_change_breaks = auto(), "any change to a text breaks its signature.", "Look at what is signed: blanks inside the text are not."
    readable_is_valid = auto(), "a string that can be read has a valid signature.", "Look at whether the signature fits the text."
    hidden_answers = auto(), "a prediction needs the answers withheld.", "Look at what the learner sees before the question."
    settings_do_no_harm = auto(), "more settings do no harm.", "Look at what each setting hides or locks."
    second_test = auto(), "the second test alone shows what was learned.", "Look at the first test as well."
    gain_over_start = auto(), "a gain is compared with the start, not with what was left to learn.", "Look at what was left to gain."
    seen_at_the_child = auto(), "a co-parent is seen in the boundary of the common child.", "Look at the boundary of the other parent."
    # PC.
    no_level_0 = auto(), "PC always gives something: the empty set is no test.", "Look at level 0: there the empty set is given."
    one_end = auto(), "the sets for a pair come from the neighbors of one end.", "Look at the neighbors of the other end."
    any_order = auto(), "the order in which PC works changes nothing.", "Look at what an edge that leaves early takes from later tests."
    all_collide = auto(), "two neighbors that no edge joins make a collider of the variable between them.", "Look at the kept set of the two: is the variable in it?"
    early_meek = auto(), "Meek's rules may begin before all v-structures are read.", "Look at a rule's arrow that a later v-structure contradicts."
    in_set_collides = auto(), "the variable in the separating set is the collider.", "Look at the kept set: a collider is not in it."
    gone_edges_lend = auto(), "an edge that left still lends its ends to the sets of others.", "Look at the edges that are left when the pair has its turn."
    # fmt: on

    @property
    def told(self) -> str:
        """What to say of it; a wrong answer may also come from a slip."""
        return f"Perhaps a wrong belief is behind it: {self.words} {self.look_at}"


Believed = Belief | Literal[""]
"""The belief that may be behind an answer, or empty."""
