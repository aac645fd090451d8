"""The book: MARVEL and PC as pages for people. Read `marvel.py` first, before the engine."""
