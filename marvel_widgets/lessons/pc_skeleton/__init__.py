"""PC's first half: levels, sets from the neighbors of one end, what an order changes."""
