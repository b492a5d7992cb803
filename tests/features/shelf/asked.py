"""Requests about stored games, as they are asked again."""

from table.asked import PLAYING, THE_GAME, Case

from hub.features.shelf.shelf import BringBack, DeleteGame, NameGame, OpenGame, PutAway
from hub.table.requests import Freeze, NewGame

LEFT = (*PLAYING, Freeze(), NewGame())
CASES = {
    OpenGame: (Case(LEFT, OpenGame(THE_GAME)),),
    NameGame: (Case(LEFT, NameGame(THE_GAME, "Ostern")),),
    PutAway: (Case(LEFT, PutAway(THE_GAME, True)),),
    DeleteGame: (Case(LEFT, DeleteGame(THE_GAME)),),
    BringBack: (Case((*LEFT, DeleteGame(THE_GAME)), BringBack(THE_GAME)),),
}
