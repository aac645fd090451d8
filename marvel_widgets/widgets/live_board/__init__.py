"""LiveBoard: a graph that is edited, and all that follows in the same breath."""
