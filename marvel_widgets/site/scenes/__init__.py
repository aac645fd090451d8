"""Pages that step: what the apps show, and the story of the paper."""
