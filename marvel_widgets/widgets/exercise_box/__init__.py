"""ExerciseBox: one exercise as a form."""
