"""The rule book of MARVEL: what is open, what follows, how moves are graded and put into words."""
