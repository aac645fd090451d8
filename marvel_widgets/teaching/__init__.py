"""Teaching: replay of recorded runs, explanations, and text and SVG twins."""
