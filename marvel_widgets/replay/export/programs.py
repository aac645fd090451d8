"""The programs that step a run in a page."""

from typing import Final

from marvel_widgets._data import text_of

# What steps a run wherever it is shown: a notebook, an exported page, the site.
DRIVER: Final = text_of("replay/export/driver.js")
# What shows under way what a step changes, in whichever picture.
MOTION: Final = text_of("replay/export/motion.js")
# What steps a run in a page of its own.
FILM: Final = DRIVER + MOTION + text_of("replay/export/film.js")
