"""Plays one seeded game of random players and prints a digest of its facts. Run as a separate process."""

import hashlib
import random
import sys

import msgspec
from helpers.play import random_command

from hub.domain.ids import NOBODY
from hub.editions import EDITIONS
from hub.rules.game import Game
from hub.rules.reasons import Rejected
from hub.table.game.chance import Dice

edition, seed = sys.argv[1], int(sys.argv[2])
rules = EDITIONS[edition]
luck, dice, game = random.Random(seed), Dice(seed), Game(rules)
decided = game.decide(rules.opening.set_up(game, 4, dice))
digest = hashlib.sha256()
for _ in range(800):
    assert not isinstance(decided, Rejected)
    digest.update(msgspec.json.encode(decided))
    if game.state.turns.winner != NOBODY:
        break
    decided = game.decide(random_command(game, luck, dice))
print(digest.hexdigest())
