"""Sets of variables as bit masks: bit ``i`` of an integer stands for variable ``i``."""

from collections.abc import Iterable, Iterator


def members(mask: int) -> Iterator[int]:
    """Yield the members of `mask` in increasing order.

    Cost: one step per member, whatever the largest one is.

    Examples
    --------
    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(variables: Iterable[int]) -> int:
    """Return the mask that holds exactly `variables`.

    Examples
    --------
    >>> bin(mask_of([4, 1, 2]))
    '0b10110'
    """
    mask = 0
    for variable in variables:
        mask |= 1 << variable
    return mask
