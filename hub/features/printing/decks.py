"""Cards of the piles in words of our own, with a back for each pile; tickets, where there are any, are a pile too."""

from collections.abc import Iterator
from functools import partial

from hub.features.printing.colours import DECK, DECKS, HAIR, PAPER, SOFT, on, pale
from hub.features.printing.edition import Printed
from hub.features.printing.paper import BOLD, Box, Paper, Sides

BORDER_MM, ROUND_MM, HEAD_MM, FOOT_MM, DISC_MM = 3.5, 3.0, 12.0, 6.0, 30.0
STRIPE_MM = 5.0
LINES = 6
"""To write on, on a spare card."""


def deck_cards(paper: Paper, printed: Printed) -> Iterator[Sides]:
    """Both sides of each card that lies in a pile, then of the tickets."""
    for card in printed.view.cards:
        front = partial(_front, paper, printed, card.deck, str(card.card), printed.card(card))
        yield front, partial(_back, paper, printed, card.deck)
    for ticket, expires in printed.rules.track.tickets.items():
        text = printed.text(f"print.ticket.{'special' if expires else 'plain'}")
        yield partial(_front, paper, printed, "tickets", str(ticket), text), partial(_back, paper, printed, "tickets")


def spare_card(paper: Paper, printed: Printed, deck: str) -> Sides:
    """Both sides of a card to write on."""
    return partial(_front, paper, printed, deck, "", ""), partial(_back, paper, printed, deck)


def _front(paper: Paper, printed: Printed, deck: str, number: str, text: str, box: Box) -> None:
    """The pile's name on its colour, the text, its number in the table; lines to write on where there is no text."""
    colour, inner = _colour(deck), box.inner(BORDER_MM)
    head = Box(inner.x, inner.y, inner.width, HEAD_MM)
    with paper.within(inner, ROUND_MM):
        paper.rectangle(inner, fill=pale(colour, 0.08), line=None)
        paper.rectangle(head, fill=colour, line=None)
    paper.rectangle(inner, line=colour, width=0.5, radius=ROUND_MM)
    paper.circle(head.x + 7.5, head.y + HEAD_MM / 2, 4.6, fill=PAPER, line=None)
    paper.picture(Box(head.x, head.y, 15, HEAD_MM).middle(6.6, 6.6), printed.icon(_kind(deck)))
    name = Box(head.x + 14, head.y, head.width - 16, HEAD_MM)
    paper.fitted(name, printed.deck(deck), 13, font=BOLD, colour=on(colour), align="left")
    body = Box(inner.x + 4, head.y + HEAD_MM + 2, inner.width - 8, inner.height - HEAD_MM - FOOT_MM - 2)
    if text:
        paper.fitted(body, text, 14)
    for line in range(0 if text else LINES):
        y = body.y + (line + 1) * body.height / (LINES + 1)
        paper.line(body.x, y, body.x + body.width, y, HAIR)
    paper.text(inner.x + inner.width - 4, inner.y + inner.height - 3, number, 7, colour=SOFT, align="right")


def _back(paper: Paper, printed: Printed, deck: str, box: Box) -> None:
    """The pile's colour with stripes, its sign or a family's picture on a disc, and its name."""
    colour, inner = _colour(deck), box.inner(BORDER_MM)
    with paper.within(inner, ROUND_MM):
        paper.rectangle(inner, fill=colour, line=None)
        across = inner.width + inner.height
        stripe = pale(colour, 0.88)
        for number in range(int(across / STRIPE_MM) + 1):
            x = inner.x - inner.height + number * STRIPE_MM
            paper.line(x, inner.y + inner.height, x + inner.height, inner.y, stripe, 0.6)
    paper.rectangle(inner, line=colour, width=0.5, radius=ROUND_MM)
    paper.rectangle(inner.inner(2.2), line=PAPER, width=0.5, radius=ROUND_MM - 1)
    middle = Box(inner.x, inner.y + 10, inner.width, DISC_MM + 6)
    paper.circle(inner.x + inner.width / 2, middle.y + middle.height / 2, DISC_MM / 2 + 2, fill=PAPER, line=None)
    side = DISC_MM * 0.68
    paper.picture(middle.middle(side, side), printed.pictures.get(f"deck.{deck}", printed.icon(_kind(deck))))
    name = Box(inner.x + 5, middle.y + middle.height + 3, inner.width - 10, 18)
    paper.fitted(name, printed.deck(deck), 17, font=BOLD, colour=on(colour))


def _colour(deck: str) -> str:
    return DECKS.get(deck, DECK)


def _kind(deck: str) -> str:
    """The kind of space whose sign a pile has."""
    return "ticket" if deck == "tickets" else deck
