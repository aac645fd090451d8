"""The paper's theory as functions."""
