"""Markov boundaries: finding them step by step, and what each method costs."""
