"""The graph editor that the apps share."""
