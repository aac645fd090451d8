"""Race: five algorithms on one graph."""
