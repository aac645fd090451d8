"""A package, so that fixtures of its scope end when the last browser test before others is done."""
