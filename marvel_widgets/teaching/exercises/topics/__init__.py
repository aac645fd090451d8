"""The exercises by topic, a module or more for each notebook of the course."""
