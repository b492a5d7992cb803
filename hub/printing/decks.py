"""Decks of cards in words of our own; tickets, where an edition has them, are a deck like any other."""

from __future__ import annotations

from collections.abc import Iterator

from hub.printing.colours import SOFT
from hub.printing.edition import Printed
from hub.printing.grid import in_rows
from hub.printing.paper import BOLD, Box, Paper

WIDTH_MM, HEIGHT_MM, BORDER_MM = 92.0, 50.0, 5.0
HEAD_MM = 7.0


def decks_sheet(paper: Paper, printed: Printed) -> None:
    """A card for each that lies in a pile: the deck's name, its number in the table, its text."""
    for (deck, number, text), box in in_rows(paper, _cards(printed), WIDTH_MM, HEIGHT_MM):
        paper.rectangle(box)
        inner = box.inner(BORDER_MM)
        paper.text(inner.x, inner.y + 3.5, deck, 10, font=BOLD)
        paper.text(inner.x + inner.width, inner.y + 3.5, str(number), 7, colour=SOFT, align="right")
        paper.fitted(Box(inner.x, inner.y + HEAD_MM, inner.width, inner.height - HEAD_MM), text, 12)


def _cards(printed: Printed) -> Iterator[tuple[str, int, str]]:
    for card in printed.view.cards:
        yield printed.text(f"deck.{card.deck}"), card.card, printed.card(card)
    for ticket, expires in printed.rules.track.tickets.items():
        yield printed.text("print.ticket"), ticket, printed.text(f"print.ticket.{'special' if expires else 'plain'}")
