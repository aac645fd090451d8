"""`python -m marvel_widgets` is the command `marvel-widgets`."""

import sys

from marvel_widgets.cli import main

if __name__ == "__main__":
    sys.exit(main())
