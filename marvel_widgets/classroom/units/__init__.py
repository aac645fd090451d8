"""Plans for teaching: what is shown when, what is done at home, and a unit made of it."""
