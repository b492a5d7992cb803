"""Writes the recorded games of `tests/games`: bots play, and the banker makes corrections and undoes moves at times.

Run as a program: `record_games.py play EDITION` plays and writes all of them again. That is not needed when bots
change: records contain their commands. `record_games.py expect EDITION` keeps all commands and regenerates the
expectations; do so only after an intended change of the rules, and read the diff.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from hub.bots import BOTS
from hub.bots.sight import Bot, Sight
from hub.domain.auctions import PassOver, SetMaximum, TakeBackBid, TakeBackMaximum
from hub.domain.commands import Command, WithdrawTrade
from hub.domain.corrections import (
    CorrectBuildings,
    CorrectDeed,
    Correction,
    CorrectJail,
    CorrectMoney,
    CorrectMortgage,
    CorrectPiece,
    CorrectReleaseCard,
    CorrectShares,
    CorrectTicket,
    CorrectTurn,
)
from hub.domain.ids import BANK, NOBODY, POT
from hub.domain.shares import DemandReport, WithdrawShares
from hub.domain.tasks import AuctionRunning, SealedAuctionRunning, asked
from hub.domain.turns import AgreeEnd
from hub.editions import EDITIONS
from hub.records.lines import RecordFault, Take, header_of, line_of, numbered
from hub.records.playing import Replay
from hub.records.writing import command_line, expect_line, header_line
from hub.rules.auctions.ascending import next_call
from hub.rules.game import Game, with_chance
from hub.table.game.chance import Dice

GAMES = Path(__file__).resolve().parents[1] / "games"
NAMES = ("Anna", "Ben", "Carla", "Deniz", "Emil", "Fatma", "Gustav", "Hanna")
LOOK_EVERY = 100
SECOND_THOUGHTS, BID_SECOND_THOUGHTS = 0.1, 0.5
PLAIN_BIDS, STEPS_ABOVE = 0.4, 700
NEAR = ("balances", "pot", "on_turn", "facts", "digest")
END = (
    *(*NEAR, "owners", "mortgaged", "buildings", "stock", "spaces", "jail"),
    *("release_cards", "tickets", "out", "debts", "owed", "winner"),
)


class Plan(Struct, frozen=True):
    """One game: its bots, seed and length, and after how many commands each something is corrected or undone.

    If `called`, the hub calls open auctions, and people set maximums. After `bedtime` commands three rounds are left.
    """

    name: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    house_rules: tuple[str, ...] = ()
    commands: int = 3_000
    correct_every: int = 0
    undo_every: int = 0
    called: bool = False
    bedtime: int = 0


SENSIBLE, RANDOM, MIXED = ("sensible",), ("random",), ("sensible", "random")
POT_RULE = ("pot",)
STANDARD = (
    *(Plan(f"sensible-{seats}", seats, SENSIBLE, seats) for seats in range(2, 9)),
    *(Plan(f"pot-{seats}", seats, SENSIBLE, 20 + seats, POT_RULE) for seats in (2, 4, 6, 8)),
    *(Plan(f"mixed-{seats}", seats, MIXED, 30 + seats) for seats in (3, 5, 7)),
    *(Plan(f"random-{seats}", seats, RANDOM, 40 + seats, commands=900) for seats in (2, 3, 6, 8)),
    *(Plan(f"corrected-{seats}", seats, MIXED, 50 + seats, correct_every=9) for seats in (2, 4, 6)),
    *(Plan(f"undone-{seats}", seats, SENSIBLE, 60 + seats, POT_RULE, undo_every=11) for seats in (3, 5)),
    Plan("shortage-a-5", 5, MIXED, 66),
    Plan("shortage-b-5", 5, MIXED, 70),
    Plan("long-4", 4, RANDOM, 71, commands=4_000, correct_every=150, undo_every=170),
    Plan("long-5", 5, RANDOM, 72, POT_RULE, commands=3_000),
    Plan("evening-3", 3, SENSIBLE, 77, ("double_salary", "rounds:10")),
    Plan("called-6", 6, RANDOM, 300, commands=910, called=True),
    Plan("bedtime-3", 3, SENSIBLE, 78, bedtime=90),
)
SHARES = (
    *(Plan(f"sensible-{seats}", seats, SENSIBLE, 80 + seats, commands=900) for seats in (2, 3, 4, 6)),
    *(Plan(f"mixed-{seats}", seats, MIXED, 90 + seats, commands=700) for seats in (2, 4, 5)),
    *(Plan(f"random-{seats}", seats, RANDOM, 100 + seats, commands=600) for seats in (2, 3, 5, 8)),
    *(Plan(f"corrected-{seats}", seats, MIXED, 110 + seats, commands=500, correct_every=7) for seats in (3, 5)),
    *(Plan(f"undone-{seats}", seats, SENSIBLE, 120 + seats, commands=400, undo_every=9) for seats in (3, 4)),
)
BRIEF_PLANS = (
    *(Plan(f"sensible-{seats}", seats, SENSIBLE, seats) for seats in (2, 3, 4)),
    *(Plan(f"sensible-{seats}", seats, SENSIBLE, seats, commands=400) for seats in (6, 8)),
    *(Plan(f"mixed-{seats}", seats, MIXED, 30 + seats, commands=500) for seats in (3, 5, 7)),
    Plan("random-4", 4, RANDOM, 44, commands=700),
    *(Plan(f"corrected-{seats}", seats, MIXED, 50 + seats, commands=400, correct_every=9) for seats in (2, 4, 6)),
    Plan("undone-3", 3, SENSIBLE, 63, commands=400, undo_every=11),
    Plan("fallen-a-5", 5, MIXED, 126, commands=650),
    Plan("fallen-b-5", 5, MIXED, 135, commands=650),
)
"""For editions that share most of their rules with the first."""
CLAIMS = (
    *(Plan(f"sensible-{seats}", seats, SENSIBLE, 200 + seats, commands=900) for seats in (2, 3, 4)),
    *(Plan(f"mixed-{seats}", seats, MIXED, 210 + seats, commands=700) for seats in (2, 3, 4)),
    *(Plan(f"random-{seats}", seats, RANDOM, 220 + seats, commands=500) for seats in (2, 3, 4)),
    *(Plan(f"corrected-{seats}", seats, MIXED, 230 + seats, commands=500, correct_every=8) for seats in (2, 4)),
    Plan("undone-3", 3, SENSIBLE, 243, commands=400, undo_every=11),
)

ASKING = ("rent_on_request",)
MEGA_PLANS = (
    *(Plan(f"sensible-{seats}", seats, SENSIBLE, 140 + seats, commands=450) for seats in (3, 4, 5)),
    Plan("sensible-2", 2, SENSIBLE, 142),
    *(Plan(f"mixed-{seats}", seats, MIXED, 150 + seats, commands=450) for seats in (2, 4, 6)),
    *(Plan(f"random-{seats}", seats, RANDOM, 160 + seats, commands=450) for seats in (3, 6)),
    *(Plan(f"asking-{seats}", seats, MIXED, 170 + seats, ASKING, commands=350) for seats in (3, 5)),
    *(Plan(f"corrected-{seats}", seats, MIXED, 180 + seats, commands=400, correct_every=8) for seats in (3, 5)),
    Plan("undone-4", 4, SENSIBLE, 194, POT_RULE, commands=400, undo_every=11),
    Plan("called-3", 3, MIXED, 195, commands=400, called=True),
)
PLANS = {"classic": STANDARD, "haustein": SHARES, "mega": MEGA_PLANS, "euronopoly": CLAIMS}
"""Other editions play the brief ones."""


class Recorder:
    """Plays one plan through a `Replay`, so that the record is certain to match what was played."""

    def __init__(self, edition: str, plan: Plan) -> None:
        self.plan, self.luck, self.dice = plan, random.Random(plan.seed), Dice(plan.seed)
        rules = EDITIONS[edition].with_house_rules(plan.house_rules)
        start = rules.opening.set_up(Game(rules), plan.seats, self.dice)
        self.head = header_line(rules, NAMES[: plan.seats], start)
        self.replay = Replay(1, header_of(*next(numbered([self.head]))), EDITIONS, lambda *_played: None)
        kinds = (plan.bots * plan.seats)[: plan.seats]
        self.bots: list[Bot] = [BOTS[kind](rules)(f"{plan.seed}/{seat}") for seat, kind in enumerate(kinds)]

    def lines(self) -> Iterator[str]:
        yield self.head
        for number in range(1, self.plan.commands + 1):
            if self.replay.game.state.turns.winner != NOBODY:
                break
            yield from self.step(number)
            if number % LOOK_EVERY == 0:
                yield expect_line(self.replay.position(), *NEAR)
        yield expect_line(self.replay.position(), *END, "task")

    def step(self, number: int) -> Iterator[str]:
        """Play one command of a bot, and what the banker does after it; returns the lines."""
        plan = self.plan
        yield self.played(self.said_in_auction() or self.chosen())
        if plan.undo_every and number % plan.undo_every == 0:
            count = min(self.luck.randint(1, 4), len(self.replay.moves) - 1)
            self.replay.take(0, Take(count))
            yield f'{{"undo":{count}}}'
        if number == plan.bedtime:
            yield self.played(AgreeEnd(rounds=3))
        if plan.correct_every and number % plan.correct_every == 0 and self.replay.game.state.turns.winner == NOBODY:
            correction = self.correction()
            if self.replay.game.refuse(correction) is None:
                yield self.played(correction)

    def played(self, command: Command) -> str:
        """Decide a command; returns its line, with what chance decided."""
        command = with_chance(self.replay.game, command, self.dice)
        self.replay.play(0, command)
        return command_line(command)

    def chosen(self) -> Command:
        """The command of the next bot: one with a side question first, else one that the open task asks."""
        game = self.replay.game
        for offer in game.state.offers.open.values():
            if self.luck.random() < SECOND_THOUGHTS:
                return WithdrawTrade(offer.seat, offer.id)
            answer = self.bots[offer.to].choose(Sight(game, offer.to))
            if answer is not None:
                return answer
        for due in game.state.rent_requests.open:
            request = self.bots[due.payee].choose(Sight(game, due.payee))
            if request is not None:
                return request
        for share_offer in game.state.shares.offers.values():
            if self.luck.random() < SECOND_THOUGHTS:
                return WithdrawShares(share_offer.seat, share_offer.id)
        for seat in (*[offer.to for offer in game.state.shares.offers.values()], *game.state.shares.owed):
            answer = self.bots[seat].choose(Sight(game, seat))
            if answer is not None:
                return answer
        seat = asked(game.state.agenda.tasks[-1])[0]
        command = self.bots[seat].choose(Sight(game, seat))
        assert command is not None, "a bot answers what it is asked"
        return command

    def said_in_auction(self) -> Command | None:
        """A command of the hub in an open auction (pass over, call), or a secret maximum; None if there is none."""
        game, luck = self.replay.game, self.luck
        task = game.state.agenda.task
        if not self.plan.called or not isinstance(task, AuctionRunning) or luck.random() < PLAIN_BIDS:
            return None
        seat, call = luck.choice(task.bidders), next_call(game)
        assert call is not None, "an auction runs"
        if isinstance(call, PassOver):
            return call
        most = task.minimum + luck.randrange(STEPS_ABOVE) * task.step
        wishes = [call, call, SetMaximum(seat, most), TakeBackMaximum(seat)]
        return luck.choice([wish for wish in wishes if game.refuse(wish) is None])

    def correction(self) -> Correction | DemandReport | TakeBackBid:
        """A random correction, legal or not."""
        luck, game = self.luck, self.replay.game
        wrong: list[Correction | DemandReport | TakeBackBid] = [*one_of_each(luck, game)]
        seat = next(one.seat for one in wrong if isinstance(one, CorrectTurn))
        if DemandReport in game.rules.handlers:
            wrong.insert(-1, DemandReport(seat))
        task = game.state.agenda.task
        if isinstance(task, SealedAuctionRunning) and luck.random() < BID_SECOND_THOUGHTS:
            return TakeBackBid(seat)
        return luck.choice(wrong)


def one_of_each(luck: random.Random, game: Game) -> list[Correction]:
    """A random correction of each kind, legal or not. Records depend on the order in which `luck` is used."""
    track, seats = game.rules.track, len(game.state.turns.out)
    seat, other = luck.randrange(seats), luck.randrange(seats)
    deed, space = luck.choice(list(track.deeds)), luck.randrange(len(track.spaces))
    streets = luck.choice([spaces for spaces in track.groups.values() if track.deeds[spaces[0]].house_price])
    wrong: list[Correction] = [
        CorrectMoney(luck.choice((BANK, other)), seat, luck.randint(1, 90), reason="change was given wrongly"),
        CorrectMoney(seat, luck.choice((BANK, POT, other)), luck.randint(1, 60)),
        CorrectPiece(seat, space, reason="knocked over"),
        CorrectDeed(deed, luck.choice((seat, NOBODY)), reason="lay with the wrong player"),
        CorrectMortgage(deed, mortgaged=luck.random() < 0.5),
        CorrectBuildings(dict.fromkeys(streets, luck.randint(0, 5)), reason="miscounted"),
        CorrectJail(seat, jailed=luck.random() < 0.5),
        CorrectReleaseCard(luck.choice(list(track.decks)), luck.choice((NOBODY, other)), seat),
        CorrectTurn(seat, reason="was skipped"),
    ]
    if track.tickets:
        wrong.append(CorrectTicket(luck.choice((NOBODY, other)), luck.choice((NOBODY, seat)), reason="was mislaid"))
    if DemandReport in game.rules.handlers:
        wrong.append(CorrectShares(seat, seat, luck.choice((BANK, other)), luck.randint(1, 5)))
    return wrong


def expected_again(text: list[str]) -> Iterator[str]:
    """The lines of a record with the same commands and regenerated expectations."""
    lines = list(numbered(text))
    replay = Replay(1, header_of(*lines[0]), EDITIONS, lambda *_played: None)
    yield text[0].rstrip("\n")
    for number, found in lines[1:]:
        if "expect" in found:
            yield expect_line(replay.position(), *found["expect"])
        else:
            line = line_of(number, found)
            assert line is not None
            replay.take(number, line)
            yield text[number - 1].rstrip("\n")


def main(what: str, edition: str) -> None:
    folder = GAMES / edition
    folder.mkdir(parents=True, exist_ok=True)
    if what == "expect":
        for path in sorted(folder.glob("*.jsonl")):
            try:
                kept = list(expected_again(path.read_text(encoding="utf-8").splitlines()))
            except RecordFault as fault:
                sys.exit(f"{path.name}, {fault}: these commands are not allowed any more, so use `play {edition}`")
            path.write_text("\n".join(kept) + "\n", encoding="utf-8")
        return
    for plan in PLANS.get(edition, BRIEF_PLANS):
        lines = list(Recorder(edition, plan).lines())
        (folder / f"{plan.name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
