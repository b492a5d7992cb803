"""What a view shows while a pause holds the game still: everything, and nothing that can be done."""

from __future__ import annotations

from msgspec import structs

from hub.table.wire.contract import PauseView, View


def at_rest(shown: View, pause: PauseView | None) -> View:
    """A view in which nothing can be done that would be refused because of the pause."""
    if pause is None:
        return shown
    prompt, market = shown.prompt, shown.market
    still = structs.replace(
        shown,
        pause=pause,
        prompt=prompt and structs.replace(prompt, options=()),
        free=(),
        offers=tuple(structs.replace(offer, options=()) for offer in shown.offers),
        trade=False,
        advice=None,
        market=market
        and structs.replace(
            market, open=False, offers=tuple(structs.replace(offer, options=()) for offer in market.offers)
        ),
    )
    return structs.replace(still, undo=0, redo=0) if pause.kind == "frozen" else still
