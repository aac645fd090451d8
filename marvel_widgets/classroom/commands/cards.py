"""The command `marvel-widgets cards`: cards to print, for a room in which not all have a phone."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Final

from marvel_widgets.assessment.vote import LETTERS
from marvel_widgets.classroom.files import folder_argument, make_folder, write_over
from marvel_widgets.pictures.voting_cards import card_svg

NAME: Final = "cards.html"
_FIRST: Final = '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Cards A to F'


def cards_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    folder_argument(parser, "marvel-cards", f"where {NAME} goes")


def run_cards(options: Namespace, say: Callable[[str], object]) -> int:
    """Write the cards, and return the exit code."""
    path = options.dir / NAME
    make_folder(options.dir)
    advice = "not a page of cards; it stays as it is. Choose another folder."
    write_over(path, cards_html(), lambda begins: begins.startswith(_FIRST), advice)
    say(f"The cards A to F are in {path}: print it on A5, or two pages to a sheet of A4.")
    return 0


def cards_html() -> str:
    """Return the page: a card on each sheet of A5."""
    cards = "".join(f"<section>{card_svg(letter)}</section>\n" for letter in LETTERS)
    return f"""{_FIRST}</title><style>
@page {{ size: A5 portrait; margin: 0 }}
body {{ margin: 0; print-color-adjust: exact; -webkit-print-color-adjust: exact }}
section {{ break-after: page; width: 148mm; height: 209mm }}
svg {{ display: block; width: 100%; height: 100% }}
</style></head><body>
{cards}</body></html>
"""
