"""A workshop of 90 minutes, its twin for students, and a demonstration of five minutes."""
