"""BoundAnatomy: the upper bound, term by term."""
