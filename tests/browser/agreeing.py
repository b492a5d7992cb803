"""What a page shows of the table, read as eyes read it, beside the same as the hub knows it.

An `Onlooker` waits until a page shows the table as it is, and tells where it does not. Pieces and owners are read from
the picture of the track and from its list twin.
"""

from typing import Any

import msgspec
from browser.screen import Screen

from hub.domain.ids import NOBODY
from hub.domain.tasks import AuctionRunning, BuildingLot
from hub.table.views.printed import EditionView
from hub.table.wire.audience import Audience
from hub.table.wire.contract import MarketView, SeatView, View

PATIENCE_MS = 60_000

LOOK = r"""async ([wanted, words, patience]) => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const text = (node) => node?.textContent.replaceAll("\u00ad", "").trim() ?? ""; // where a word may break nobody sees
  const figure = (node) => Number(text(node).replace("\u2212", "-").replace(/[^0-9-]/g, ""));
  const ordered = (rows) => rows.sort((one, other) => one[0] - other[0]);

  const account = (node) => [
    Number(node.dataset.account), figure(node.querySelector(".balance")), node.classList.contains("out"),
    text(node.querySelector(".place, .about p")), figure(node.querySelector(".held.figures > span[aria-hidden]")),
    figure(node.querySelector(".owed")),
  ];
  const tile = (node, space) => [
    space, words.initials.indexOf(text(node.querySelector(":scope > .tab > text"))),
    node.classList.contains("mortgaged"), all(".walls", node).length,
  ];
  const row = (node) => [
    Number(node.dataset.deed), words.me, node.classList.contains("mortgaged"), all(".buildings svg", node).length,
  ];
  const standing = (svg) => {
    const grounds = all("g.tile > .ground", svg).map(({ x, y, width, height }) =>
      [x, y, width, height].map((length) => length.baseVal.value));
    const under = (x, y) => grounds.findIndex(([left, top, wide, high]) =>
      x >= left && x <= left + wide && y >= top && y <= top + high);
    return all("[data-piece]", svg).map((piece) =>
      [Number(piece.dataset.piece), under(...piece.style.transform.match(/-?[\d.]+/g).map(Number))]);
  };
  const listed = (line, space) => [
    space, words.owners.findIndex((owner) => line.split(", ").includes(owner)),
    line.split(", ").includes(words.mortgaged),
    words.names.flatMap((name, seat) => ((line.split(words.standing)[1] ?? "").includes(name) ? [seat] : [])),
  ];
  const issuer = (node) => [
    Number(node.dataset.issuer), figure(node.querySelector("td.price")),
    ordered(all("[data-holder]", node).map((cell) => [Number(cell.dataset.holder), figure(cell)])
      .filter(([, count]) => count)),
  ];

  const look = () => {
    const svg = document.querySelector(".track > svg");
    return {
      accounts: ordered(all("[data-account]").filter((node) => node.querySelector(".balance")).map(account)),
      pot: figure(document.querySelector(".pot strong")),
      turn: all("li[aria-current]").map((node) => Number(node.dataset.account)),
      pieces: svg && standing(svg),
      deeds: svg ? all("g.tile", svg).map(tile).filter(([, owner]) => owner >= 0)
        : ordered(all("li[data-deed]").map(row)),
      listed: svg && all("ol.hidden > li").map((line, space) => listed(line.textContent, space))
        .filter(([, owner, , seats]) => owner >= 0 || seats.length),
      prompt: document.querySelector("[data-prompt]")?.dataset.prompt ?? null,
      winner: words.over.indexOf(text(document.querySelector(words.overAt))),
      shares: wanted.shares && all("tr[data-issuer]").map(issuer),
    };
  };

  const until = performance.now() + patience;
  for (;;) {
    const seen = look();
    if (JSON.stringify(seen) === JSON.stringify(wanted) || performance.now() > until) return seen;
    if (wanted.shares && !seen.shares.length) all("button").find((node) => text(node) === words.market)?.click();
    await new Promise(requestAnimationFrame);
  }
}"""
"""Looks at each frame until everything is as it should be; what it saw last. Opens the share market where there is
one, since that window goes when bids are asked for."""


class Onlooker:
    """Looks at a page. `seat` is whose phone it is, None on screens with a track; a TV asks nobody to answer."""

    def __init__(self, screen: Screen, edition: EditionView, seat: int | None = None, *, asks: bool = True) -> None:
        self.screen, self.edition, self.seat, self.asks = screen, edition, seat, asks

    def agrees(self) -> None:
        """The page shows the table as it is, soon at least."""
        house = self.screen.house
        audience = Audience("banker") if self.seat is None else Audience("seat", self.seat)
        view = house.table.view(audience)
        wanted = self._wanted(view)
        seen = self.screen.page.evaluate(LOOK, [wanted, self._words(view), PATIENCE_MS])
        differing = {key: (seen[key], wanted[key]) for key in wanted if seen[key] != wanted[key]}
        assert not differing, f"after move {view.undo} {self.screen.origin} shows, instead of the second: {differing}"

    def _wanted(self, view: View) -> dict[str, Any]:
        """What has to be seen, as `LOOK` sees it."""
        track = self._has_track(view)
        deeds = [deed for deed in view.deeds if track or deed.owner == self.seat]
        playing, ranking = view.phase == "playing", view.phase == "over" and not self.asks
        marked = view.on_turn if playing else view.winner  # in the end it is the winner who stands out
        if playing and view.seats[view.on_turn].out and view.prompt:
            marked = view.prompt.seats[0]  # whoever was on turn has gone
        if not track and (self.seat is None or not playing):
            deeds = []
        prompt = view.prompt if self.asks and view.prompt and (self.seat is None or view.prompt.options) else None
        return {
            "accounts": [self._account(view, seat) for seat in view.seats if not (ranking and seat.out)],
            "pot": view.pot if playing else 0,
            "turn": [marked] if marked not in {self.seat, NOBODY} and not ranking else [],
            "pieces": [[seat.seat, seat.space] for seat in view.seats if not seat.out] if track else None,
            "deeds": [[one.deed, one.owner, one.mortgaged, self._buildings(one.deed, one.stage)] for one in deeds],
            "listed": self._listed(view) if track else None,
            "prompt": msgspec.to_builtins(prompt.task)["task"] if prompt else None,
            "winner": view.winner,
            "shares": self._shares(view.market) if view.market and playing and self.asks else None,
        }

    def _has_track(self, view: View) -> bool:
        return self.seat is None and view.phase == "playing"

    def _account(self, view: View, seat: SeatView) -> list[Any]:
        """One's own account on a phone stands apart: with its space in large letters, without tickets and debts."""
        total = self._total(view, seat) if view.phase == "over" else None  # what decides a game of limited rounds
        amount = seat.balance if total is None else total
        if view.phase == "over" and not self.asks:
            return [seat.seat, amount, False, "", 0, 0]
        printed = self.edition.spaces[seat.space]
        space = printed.english if self.screen.language == "en" and printed.english else printed.name
        if seat.seat == self.seat:
            place = self.screen.say("play.jail") if seat.misses >= 0 else space
            return [seat.seat, amount, False, place if view.phase == "playing" else "", 0, 0]
        say = self.screen.say
        if total is not None:
            place = say("table.cash", amount=self._figure(seat.balance))
        elif seat.out:
            place = say("table.home" if seat.home else "table.out")
        elif not self.asks and (bids := self._bids(view, seat)):
            place = say(f"auction.{bids}")
        elif seat.misses >= 0:
            place = say("table.in_jail")
        else:
            place = self._counted("table.skips", seat.skips) if seat.skips else space
        return [seat.seat, amount, seat.out, place, seat.tickets, seat.owed]

    def _bids(self, view: View, seat: SeatView) -> str:
        """What somebody does in the auction that is under way: nothing if they may never have taken part."""
        task = view.prompt.task if view.prompt else None
        if not isinstance(task, AuctionRunning):
            return ""
        if seat.seat in task.bidders:
            return "leads" if seat.seat == task.leader else "in"
        return "" if isinstance(task.lot, BuildingLot) else "out"

    def _figure(self, amount: int) -> str:
        return f"{amount:,}".replace(",", ".") if self.screen.language == "de" else f"{amount:,}"

    def _total(self, view: View, seat: SeatView) -> int | None:
        reckoned = (line.args for line in view.feed if line.key == "assets_reckoned" and not line.undone)
        return next((int(args["total"]) for args in reckoned if args["seat"] == seat.seat), None)

    def _counted(self, key: str, count: int) -> str:
        _, one, many = self.screen.texts[key].strip("{}").split("|")
        return one if count == 1 else many.replace("#", str(count))

    def _buildings(self, deed: int, stage: int) -> int:
        ladder = self.edition.ladders.get(self.edition.spaces[deed].kind, ())
        return sum(ladder[stage].values()) if stage else 0

    def _listed(self, view: View) -> list[list[Any]]:
        """What the list twin of the track says of owners, mortgages and pieces, where it says anything."""
        deeds = {deed.deed: deed for deed in view.deeds}
        shown = []
        for space in range(len(self.edition.spaces)):
            deed = deeds.get(space)
            there = [seat.seat for seat in view.seats if not seat.out and seat.space == space]
            if deed or there:
                shown.append([space, deed.owner if deed else NOBODY, bool(deed and deed.mortgaged), there])
        return shown

    def _shares(self, market: MarketView) -> list[list[Any]]:
        return [
            [one.seat, one.price, sorted([holding.holder, holding.count] for holding in one.holdings if holding.count)]
            for one in market.issuers
        ]

    def _words(self, view: View) -> dict[str, Any]:
        """The words by which `LOOK` knows who and what is meant."""
        say, names = self.screen.say, [seat.name for seat in view.seats]
        ruined = sum(seat.out for seat in view.seats) >= len(names) - 1  # otherwise the rounds were over
        over = "table.over" if ruined else "table.over.rounds"
        return {
            "me": self.seat,
            "names": names,
            "initials": [name[0] for name in names],
            "owners": [say("deeds.owner", name=name) for name in names],
            "mortgaged": say("deeds.mortgaged"),
            "standing": say("deeds.standing", names=""),
            "over": [
                say("play.won") if seat == self.seat else say(over, name=name, rounds=view.round)
                for seat, name in enumerate(names)
            ],
            "overAt": "main h2" if self.seat is not None else "main h1",
            "market": say("market.title"),
        }
