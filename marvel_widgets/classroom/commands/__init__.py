"""The commands of `marvel-widgets` for teachers, and `progress` for learners."""
