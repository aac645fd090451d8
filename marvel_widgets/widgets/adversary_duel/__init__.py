"""AdversaryDuel: the lower bound as a game against an adversary."""
