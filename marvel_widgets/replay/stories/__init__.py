"""What the player knows about each type of event: one `Story` for each, by group."""
