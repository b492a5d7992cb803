"""Whole games of bots, watched from a tablet, a phone and a television: they agree with the hub after each move."""

import os
import time

import pytest
from browser.agreeing import Onlooker
from browser.devices import Visit, once
from helpers.bot_evening import RobotEvening
from helpers.house import House
from msgspec import Struct

from hub.editions import EDITIONS
from hub.table.wire.contract import BotKind

HOUSE = {"kind": "starter"}
"""Pieces without tags need no board."""
FULL = os.environ.get("BANKHALTER_SOAK") == "full"
PHONE = 1
BOTS: tuple[BotKind, ...] = ("sensible", "random", "bold", "random")
pytestmark = [pytest.mark.browser, pytest.mark.timeout(3_600 if FULL else 600)]


class Game(Struct, frozen=True):
    """Who plays by which house rules with which luck."""

    bots: tuple[BotKind, ...]
    house_rules: tuple[str, ...]
    seed: str


SHORT = {
    "classic": Game(BOTS[:2], ("start_money:1000", "rounds:35"), "99"),
    "euronopoly": Game(BOTS[:2], ("start_money:2000", "rounds:10"), "20"),
    "haustein": Game(BOTS[:2], ("start_money:1000", "rounds:35"), "158"),
    "mega": Game(BOTS[:2], ("start_money:150000", "rounds:5"), "9"),
    "mpmp": Game(BOTS[:3], ("start_money:20000", "rounds:5"), "1"),
}
"""Little money and luck with which somebody is soon ruined, or the rounds are soon over: whole games that are short."""


@pytest.mark.parametrize("edition", once(EDITIONS, ["mega"]))
def test_tablet_phone_and_tv_agree_after_each_move_of_a_whole_game(house: House, visit: Visit, edition: str) -> None:
    """From the first throw to the winner each page shows every account, piece, deed and question as the hub has it."""
    game = Game(BOTS, ("rounds:60",), "whole") if FULL else SHORT[edition]
    evening = RobotEvening(house, edition, game.bots, game.house_rules, game.seed)
    printed = house.table.edition(edition)
    assert printed is not None
    tablet, phone, tv = visit("table", local=True), visit("play", code_of=PHONE), visit("tv")
    onlookers = [Onlooker(tablet, printed), Onlooker(phone, printed, PHONE), Onlooker(tv, printed, asks=False)]
    began = time.monotonic()
    while True:
        for onlooker in onlookers:
            onlooker.agrees()
        if not evening.move():
            break
    assert house.view().winner >= 0
    print(f"{edition}: {evening.moves} moves of {len(game.bots)} bots in {time.monotonic() - began:.0f} s")
