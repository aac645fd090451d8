"""MARVEL's queue, against sorting."""

from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets.core.algorithms.memory import Queue
from marvel_widgets.core.graphs.bits import mask_of


def visited(queue, most=None):
    """Restart the queue and return the first variables of an iteration."""
    queue.restart()
    found = []
    while most is None or len(found) < most:
        x = queue.next()
        if x is None:
            break
        found.append(x)
    return found


def follows_sizes(make, boundaries, drawn):
    """A queue gives what sorting gives, while variables leave and boundaries shrink."""
    boundaries = list(boundaries)
    queue = make(boundaries)
    left = set(range(len(boundaries)))
    for place, part, most in drawn:
        expected = sorted(left, key=lambda x: (boundaries[x].bit_count(), x))
        if visited(queue, most) != expected[:most] or queue.remaining != mask_of(left):
            return False
        if not left:
            break
        x = expected[place % len(expected)]
        left.discard(x)
        queue.remove(x)
        for y in sorted(left)[::2]:
            boundaries[y] &= ~part
            queue.changed(y)
    return visited(queue) == sorted(left, key=lambda x: (boundaries[x].bit_count(), x))


masks = st.integers(0, 2**8 - 1)
removals = st.lists(
    st.tuples(st.integers(0, 7), masks, st.one_of(st.none(), st.integers(0, 8))), max_size=9
)


@given(st.lists(masks, max_size=8), removals)
def test_the_queue_is_the_variables_sorted_by_boundary_size(boundaries, drawn):
    assert follows_sizes(Queue, boundaries, drawn)
