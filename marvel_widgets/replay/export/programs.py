"""The programs that step a run in a page, and how what they show looks."""

from typing import Final

from marvel_widgets._data import text_of

# What steps a run wherever it is shown: a notebook, an exported page, the site.
DRIVER: Final = text_of("replay/export/driver.js")
# What shows under way what a step changes, in whichever picture.
MOTION: Final = text_of("replay/export/motion.js")
# How a test and the lines of the pseudo-code look in a page.
STAGE: Final = text_of("replay/export/stage.css")
# What steps a run in a page of its own.
FILM: Final = DRIVER + MOTION + text_of("replay/export/film.js")
