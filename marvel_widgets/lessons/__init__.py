"""One folder for each topic, in the order of the course: words, views, drawings, exercises."""
