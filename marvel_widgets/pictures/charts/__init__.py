"""Charts as values, and as SVG."""
