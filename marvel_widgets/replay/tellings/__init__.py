"""How each algorithm is told: its name, words, source, pseudo-code and colors, one value each."""
