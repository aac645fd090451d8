"""The command `marvel-widgets`, and `python -m marvel_widgets`."""

import sys

INTERRUPTED = 130  # as shells have it: 128 and the number of the signal SIGINT


def main() -> int:
    """Run the command and return its exit code; Ctrl-C ends it in a sentence, at any time."""
    try:
        from marvel_widgets.cli import main as command  # which takes half a second

        return command()
    except KeyboardInterrupt:
        sys.stderr.write("marvel-widgets: Stopped; no file is left half written.\n")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
