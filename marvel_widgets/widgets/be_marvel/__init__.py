"""BeMarvel: run Algorithm 1 by hand."""
