"""The API reference: a page for each room, made from signatures and docstrings."""
