"""Presentations of algorithms, one value each: name, words, source, pseudo-code, colors."""
