"""What belongs to MARVEL alone in the game of BeMarvel."""
