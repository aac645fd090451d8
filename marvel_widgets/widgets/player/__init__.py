"""The player: steps through a recorded run."""
