"""What `.ci/release` is made of: standard library alone, so that any Python runs it."""
