"""Markov boundaries that a user hands over."""

from collections.abc import Iterable, Mapping

from marvel_widgets.core.boundary.discovery import Method
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.errors import GraphError, Label, UnknownVariableError
from marvel_widgets.core.graphs.shortening import shown

Boundaries = Mapping[Label, Iterable[Label]] | Method
"""The boundaries themselves, or the method that finds them."""


def boundary_masks(
    boundaries: Mapping[Label, Iterable[Label]], names: tuple[Label, ...]
) -> list[int]:
    """Return boundaries as masks, one for each of `names`."""
    index = {name: i for i, name in enumerate(names)}
    masks = [0] * len(names)
    for name in names:
        if name not in boundaries:
            msg = f"boundaries has no entry for {shown(name)}; give one for every variable"
            raise GraphError(msg)
    for name, group in boundaries.items():
        near = set(group)  # read once: it may be an iterator
        for member in (name, *near):
            if member not in index:
                raise UnknownVariableError(member, names)
        masks[index[name]] = sum(1 << index[m] for m in near)
        if masks[index[name]] >> index[name] & 1:
            msg = f"{shown(name)} is in its own boundary; remove it"
            raise GraphError(msg)
    for x, mask in enumerate(masks):
        for y in members(mask):
            if not masks[y] >> x & 1:
                msg = (
                    f"boundaries is not symmetric: {shown(names[y])} is in the boundary of "
                    f"{shown(names[x])} but not the other way round"
                )
                raise GraphError(msg)
    return masks
