"""Algorithm 1 as a game: moves, rules, grades, sentences."""
