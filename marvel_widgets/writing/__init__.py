"""How commands write: whole files, never through a link, and other people's files left alone."""
