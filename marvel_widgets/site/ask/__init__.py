"""Exercises answered in a page of the site without Python: cases, verdicts, pictures as data."""
