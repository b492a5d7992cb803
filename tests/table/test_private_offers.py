"""What others are shown while two settle a share offer among themselves: to the letter what they see without it."""

from collections.abc import Callable, Iterable

import msgspec
import pytest
from helpers.sealed_evening import Evening
from helpers.told import exported, told_story

from hub.domain.commands import SealBid, SeatCommand, Throw
from hub.domain.ids import Seat
from hub.domain.shares import (
    AcceptShares,
    BuyShares,
    DeclineShares,
    FileReport,
    OfferShares,
    SellShares,
    Shares,
    ShowInterest,
    WithdrawShares,
)
from hub.records.retelling import retelling_of
from hub.simulation.pace import PAUSE_S, measured
from hub.table.automatic.bots import BotDesk, BotMove
from hub.table.changes import playing
from hub.table.game.shown import EVERYBODY, as_meant, as_shown, shown_number
from hub.table.requests import Play, Redo, RestartTurn, Undo, evening
from hub.table.requests.base import Request
from hub.table.wire.audience import Audience

ANNA, BEN, CARLA, DENIZ = range(4)
OUTSIDERS = (Audience("viewer"), Audience("seat", CARLA), Audience("seat", DENIZ))
BEGINNING_MS, MINUTE_MS = 1_800_000_000_000, 60_000

Secret = Callable[["Watched"], None]


class Watched(Evening):
    """An evening of which everything is kept that outsiders are sent, as JSON; its clock is a test's."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_ms = BEGINNING_MS
        for module in (playing, evening):
            monkeypatch.setattr(module, "now_ms", lambda: self.now_ms)
        super().__init__()
        self.sent: dict[Audience, list[str]] = {audience: [] for audience in OUTSIDERS}
        self._newest = dict.fromkeys(OUTSIDERS, -1)
        self._asked = 0
        self.table.subscribe(self._published)

    def offer(self, to: Seat = BEN, price: int = 77) -> None:
        """Anna offers somebody one of her shares, from her phone."""
        self.do(Play(OfferShares(ANNA, to, ANNA, 1, price, True)), Audience("seat", ANNA))

    def answer(self, seat: Seat, kind: type) -> None:
        """Somebody answers the one offer their phone shows, in the way it offers."""
        phone = Audience("seat", seat)
        (shown,) = self.view(phone).market.offers
        self.do(Play(next(o.command for o in shown.options if isinstance(o.command, kind))), phone)

    def undo_the_report(self) -> None:
        """The banker takes the last report back, with whatever came after it."""
        view = self.view()
        filed = [line.move for line in view.feed if line.key == "report_filed"][-1]
        self.do(Undo(view.undo, filed))

    def ask_as(self, audience: Audience, command: object) -> None:
        """An outsider asks for something, as their own view names the question; the answer is kept."""
        prompt = self.view(audience).prompt
        self._asked += 1
        request = Request(f"outsider-{self._asked}", Play(command, prompt.id if prompt else None))
        self._keep(audience, self.table.request(audience, request))

    def everything(self) -> dict[Audience, list[str]]:
        """What each outsider was sent and can fetch by now."""
        played = self.table.played()
        for audience in OUTSIDERS:
            told = played.shown_to(audience)
            fetched = (told_story(told), retelling_of(told, 0, audience), self.view(audience), self.table.rebuild())
            for part in fetched:
                self._keep(audience, part)
            self._keep(audience, exported(played))
        return self.sent

    def _published(self, _version: int, read_view: Callable) -> None:
        for audience in OUTSIDERS:
            view = read_view(audience)
            if view.version > self._newest[audience]:  # others are not sent (hub/server/sockets/publisher.py)
                self._newest[audience] = view.version
                self._keep(audience, view)

    def _keep(self, audience: Audience, part: object) -> None:
        text = part if isinstance(part, str) else msgspec.json.encode(part).decode()
        game = self.table.state.lobby.game
        self.sent[audience].append(text.replace(game, "GAME") if game else text)


def steps(evening: Watched) -> Iterable[Callable[[], object]]:
    """What everybody sees of Anna's turn: shares, reports, an auction, and much that is taken back and made again."""
    yield lambda: evening.play(SellShares(ANNA, ANNA, 2))
    yield lambda: evening.play(FileReport(BEN))
    yield evening.undo_the_report
    yield lambda: evening.do(Redo(evening.view().redo))
    yield lambda: evening.ask_as(Audience("seat", CARLA), FileReport(CARLA))
    yield lambda: evening.ask_as(Audience("seat", CARLA), BuyShares(CARLA, ANNA, 1))
    yield lambda: evening.do(RestartTurn(evening.view().undo))
    yield lambda: evening.do(Redo(evening.view().redo))
    yield evening.land
    yield lambda: [evening.ask_as(Audience("seat", seat), SealBid(seat, 5 + seat)) for seat in (CARLA, DENIZ)]
    yield lambda: [evening.bid(seat, 50 + seat) for seat in (ANNA, BEN)]


STEPS = 11


def told(monkeypatch: pytest.MonkeyPatch, secret: Secret | None = None, after: int = 0) -> dict[Audience, list[str]]:
    """All that outsiders receive of an evening, with something secret after so many of its steps."""
    evening = Watched(monkeypatch)
    for number, step in enumerate(steps(evening)):
        evening.now_ms = BEGINNING_MS + number * MINUTE_MS
        step()
        if secret is not None and number == after:
            evening.now_ms += 1_000
            secret(evening)
    found = evening.everything()
    evening.table.stop()
    return found


def made(evening: Watched) -> None:
    evening.offer()


def declined(evening: Watched) -> None:
    evening.offer()
    evening.answer(BEN, DeclineShares)


def withdrawn(evening: Watched) -> None:
    evening.offer()
    evening.answer(ANNA, WithdrawShares)
    evening.offer(price=99)


def taken_back(evening: Watched) -> None:
    evening.offer()
    evening.undo()
    evening.do(Redo(evening.view().redo))
    evening.undo()


def refused(evening: Watched) -> None:
    evening.offer()
    twice = Play(OfferShares(ANNA, BEN, ANNA, 1, 88, True))
    assert evening.ask(twice, Audience("seat", ANNA)).reason == "trade_twice"


SECRETS = (made, declined, withdrawn, taken_back, refused)
BEFORE_A_REDO = (2, 6)
"""Steps after which everybody sees that something can be made again; any move forgets that, a secret one too."""


@pytest.mark.parametrize("after", [step for step in range(8) if step not in BEFORE_A_REDO])
@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret.__name__)
def test_an_offer_leaves_no_trace_for_others(monkeypatch: pytest.MonkeyPatch, secret: Secret, after: int) -> None:
    """Views, their numbers, answers, story, retelling and sheets: with the offer and without it they are the same."""
    without, with_it = told(monkeypatch), told(monkeypatch, secret, after)
    for audience in OUTSIDERS:
        assert len(without[audience]) > STEPS
        assert with_it[audience] == without[audience]


@pytest.mark.feature("evening")
def test_the_story_tells_a_sale_whose_offer_it_may_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """What everybody sees of the sale is folded without the offer that two settled among themselves."""
    evening = Watched(monkeypatch)
    evening.offer()
    evening.answer(BEN, AcceptShares)
    assert msgspec.json.decode(told_story(evening.table.played().shown_to(EVERYBODY)))["moves"] > 0


@pytest.mark.feature("odds")
def test_an_offer_is_no_other_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outlook, which all see, is not foreseen again for what passes between two; after a move of all it is."""
    from hub.features.odds.requests import SetOutlook
    from hub.features.odds.watching import OutlookDesk

    evening = Watched(monkeypatch)
    evening.do(SetOutlook(True))
    wanted = evening.table.desk(OutlookDesk).wanted()
    assert wanted is not None
    evening.offer()
    assert evening.table.desk(OutlookDesk).is_wanted(wanted)
    evening.play(SellShares(ANNA, ANNA, 2))
    assert not evening.table.desk(OutlookDesk).is_wanted(wanted)


@pytest.mark.feature("odds")
def test_an_offer_makes_nobody_quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long the game still takes follows from the moments of moves that all have seen."""
    from hub.features.odds.requests import SetOutlook
    from hub.features.odds.watching import OutlookDesk

    moments = []
    for secret in (lambda _evening: None, declined):
        evening = Watched(monkeypatch)
        evening.do(SetOutlook(True))
        evening.now_ms += 2 * MINUTE_MS
        secret(evening)
        evening.now_ms += 2 * MINUTE_MS
        evening.play(SellShares(ANNA, ANNA, 2))
        wanted = evening.table.desk(OutlookDesk).wanted()
        assert wanted is not None
        played = evening.table.played()
        _position, moments_ms = evening.table.desk(OutlookDesk).known_to_all(wanted)
        moments.append((moments_ms, measured(played.entries)))
        evening.table.stop()
    assert moments[0] == moments[1]
    assert moments[0][0][-1] - moments[0][0][-2] == 4 * MINUTE_MS > PAUSE_S * 1_000


def test_others_who_want_the_shares_change_no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Carla and Deniz tap at the same moment: what Carla says does not make Deniz's answer a late one."""
    evening = Watched(monkeypatch)
    evening.play(SellShares(ANNA, ANNA, 2))
    evening.land()
    evening.bids(0, 0, 0, 0)
    evening.play(BuyShares(BEN, ANNA, 1))
    question = evening.view().prompt.id
    for seat in (CARLA, DENIZ):
        assert evening.ask(Play(ShowInterest(seat, True), question), Audience("seat", seat)).ok


def test_those_concerned_are_shown_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison finds the offer where it is to be found: with the banker, with Anna and with Ben."""
    evening = Watched(monkeypatch)
    concerned = (Audience("banker"), Audience("seat", ANNA), Audience("seat", BEN))
    before = [evening.view(audience) for audience in concerned]
    evening.offer()
    after = [evening.view(audience) for audience in concerned]
    assert all(now.version == then.version + 1 for then, now in zip(before, after, strict=True))
    assert all(now.undo == then.undo + 1 for then, now in zip(before, after, strict=True))
    assert all(now.market.offers[0].offer.price == 77 for now in after)


def wanted(evening: Watched, command: SeatCommand) -> BotMove:
    """What a bot asks for that has decided on this command of its seat."""
    state = evening.table.state
    seats = tuple(
        msgspec.structs.replace(one, bot="sensible" if seat == command.seat else None)
        for seat, one in enumerate(state.lobby.seats)
    )
    state.lobby = msgspec.structs.replace(state.lobby, seats=seats)
    move = BotDesk(
        state, evening.table._lock, {"sensible": lambda _rules, _luck: lambda _game, _seat: command}
    ).wanted()
    assert isinstance(move, BotMove)
    return move


def test_an_offer_takes_from_others_nothing_to_make_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is over for the rules; that the button is gone would tell that something has happened."""
    evening = Watched(monkeypatch)
    evening.play(SellShares(ANNA, ANNA, 2))
    evening.undo()
    before = [evening.view(audience) for audience in OUTSIDERS]
    evening.offer()
    assert [evening.view(audience) for audience in OUTSIDERS] == before


def test_each_seat_counts_its_own_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The offer to Carla is her first, though two were made to Ben before; she accepts it by that number."""
    evening = Watched(monkeypatch)
    withdrawn(evening)
    evening.offer(CARLA, 5)
    (shown,) = evening.view(Audience("seat", CARLA)).market.offers
    assert shown.offer.id == 1
    assert [offer.offer.id for offer in evening.view(Audience("seat", BEN)).market.offers] == [2]
    assert [offer.offer.id for offer in evening.view().market.offers] == [2, 3]
    assert wanted(evening, DeclineShares(CARLA, 3)).command == DeclineShares(CARLA, 1), "as a bot she counts so, too"
    stranger = evening.ask(Play(AcceptShares(CARLA, 3)), Audience("seat", CARLA))
    assert stranger.reason == "offer_gone"
    evening.answer(CARLA, AcceptShares)
    assert not any({"id", "offer"} & set(line.args) for line in evening.view(Audience("seat", CARLA)).feed)
    holdings = evening.state.shares.holdings[ANNA]
    assert (holdings[CARLA], holdings[BEN]) == (1, 0)


def test_an_undo_tells_others_only_what_they_had_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anna sells and offers, the banker takes both back at once: others read of one move, the banker of two."""
    evening = Watched(monkeypatch)
    evening.play(SellShares(ANNA, ANNA, 2))
    sold = evening.view().feed[-1].move
    evening.offer()
    evening.do(Undo(evening.view().undo, sold))
    undone = {audience: evening.view(audience).feed[-1] for audience in (*OUTSIDERS, Audience("banker"))}
    assert [line.args["moves"] for line in undone.values()] == [1, 1, 1, 2]


def test_a_throw_answers_the_question_a_phone_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """After secret moves the names of questions differ from phone to phone, and each phone's own is the right one."""
    evening = Watched(monkeypatch)
    declined(evening)
    evening.land()
    for seat in range(4):
        evening.bid(seat, 10 + seat)
    phone = Audience("seat", BEN)
    names = {evening.view(Audience("seat", seat)).prompt.id for seat in (BEN, CARLA)}
    assert len(names) == 2
    assert evening.ask(Play(Throw(BEN), min(names, key=int)), phone).reason == "stale"
    assert evening.ask(Play(Throw(BEN), max(names, key=int)), phone).ok


def test_a_bot_answers_the_question_of_its_own_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben, who knows nothing of an offer to Carla, would wait for ever if the bot answered the banker's question."""
    evening = Watched(monkeypatch)
    evening.offer(CARLA)
    evening.answer(CARLA, DeclineShares)
    evening.land()
    for seat in range(4):
        evening.bid(seat, 10 + seat)
    asked = wanted(evening, Throw(BEN)).question
    assert asked == evening.view(Audience("seat", BEN)).prompt.id != evening.view().prompt.id


MADE = Shares(made=[(0, 1), (1, 2), (2, 0)])
KNOWN = {
    Audience("banker"): [1, 2, 3],
    Audience("seat", 0): [1, 3],
    Audience("seat", 1): [1, 2],
    Audience("seat", 2): [2, 3],
}


@pytest.mark.parametrize("audience", KNOWN)
def test_a_seat_counts_its_own_offers_from_one(audience: Audience) -> None:
    """Whatever others offered in between; the same number leads back to the same offer."""
    for shown, offer in enumerate(KNOWN[audience], 1):
        assert shown_number(MADE, audience, offer) == shown
        assert as_shown(MADE, audience, AcceptShares(0, offer)) == AcceptShares(0, shown)
        assert as_meant(MADE, audience, AcceptShares(0, shown)) == AcceptShares(0, offer)


@pytest.mark.parametrize("audience", [*KNOWN, Audience("viewer")])
def test_a_number_that_was_never_shown_means_no_offer(audience: Audience) -> None:
    """Neither nought nor a negative one nor the next means the newest or any other offer."""
    for number in (0, -1, len(KNOWN.get(audience, ())) + 1):
        assert as_meant(MADE, audience, AcceptShares(0, number)).offer == 0
