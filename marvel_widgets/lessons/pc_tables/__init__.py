"""PC on a table: what a level takes away, and what it costs."""
