"""Write the moving picture of README.md: the run of the site's front page.

python -m marvel_widgets.site.asia_picture > docs/asia.svg
"""

import sys

from marvel_widgets.replay.export.moving_picture import moving_picture, telling_positions
from marvel_widgets.site.scenes.asia import asia_film


def asia_picture() -> str:
    """Return the picture as SVG."""
    shown, pictures = asia_film()
    positions = telling_positions(shown.film)
    return moving_picture(shown.film, positions, pictures, title="MARVEL learns the network Asia")


if __name__ == "__main__":
    sys.stdout.write(asia_picture())
