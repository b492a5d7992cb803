import { describe, expect, test } from "vitest";
import { EDITION, FEED, line, option, prompt, seat, seats, view } from "./dev/fixtures";
import { codeIn, storedKey, storeKey, takeCode, takeKey, tidyCode } from "./net/keys";
import { joinUrl, qrSource, shortUrl } from "./net/join";
import { label } from "./geometry/label";
import { agreedOn, agreeing, forgotten, pieceAsked, startBlocked, startHint } from "./game/lobby";
import { mayLetIn, maySignOut } from "./game/phones";
import { calls } from "./game/calls";
import { gist, newest, news } from "./state/news";
import { answersOf, focusOf, answerers } from "./game/prompt";
import { askedSpace, home, pageOf } from "./net/route";
import { initial } from "./geometry/seats";
import { isPrinted } from "./game/deeds";
import { USUAL, type FeedLine, type PhoneView } from "./wire";

test("of an auction the bids that stand are shown, and none of the one before", () => {
  const bid = (move: number, seat: number, amount: number) => line(move, "bid_placed", { seat, amount });
  const feed = [line(1, "auction_opened", {}), bid(2, 0, 90), line(3, "auction_opened", {}), bid(4, 1, 10)];
  expect(calls([...feed, { ...bid(5, 2, 20), undone: true }])).toEqual([{ seat: 1, amount: 10 }]);
});

describe("codes and addresses", () => {
  test("the code is read from the fragment", () => expect(codeIn("#code=k7qf")).toBe("K7QF"));
  test("an address that was passed on by another program is read as well", () =>
    expect(codeIn("#code=k7%20qf")).toBe("K7QF"));
  test("an address without a code has none", () => expect(codeIn("#main")).toBeNull());
  test("typed codes forgive spaces and small letters", () => expect(tidyCode(" k7-q f")).toBe("K7QF"));
  test("the code rides in the fragment, which no server sees", () => {
    expect(joinUrl("http://10.0.0.2:8080/", "K7QF")).toBe("http://10.0.0.2:8080/play#code=K7QF");
    expect(joinUrl("http://10.0.0.2:8080/")).toBe("http://10.0.0.2:8080/play");
  });
  test("people type no scheme", () => expect(shortUrl("http://10.0.0.2:8080/")).toBe("10.0.0.2:8080"));
  test("the hub draws the picture", () =>
    expect(qrSource("http://a/#b")).toBe("/api/qr.svg?text=http%3A%2F%2Fa%2F%23b"));
  test("the code on a printed deed names a space, anything else names none", () =>
    expect(["?space=39", "?space=", "?space=-1", "", "?space=1e3", "?space=1000"].map(askedSpace)).toEqual([
      39,
      ...Array<null>(5).fill(null),
    ]));
  test("codes and keys leave the address as soon as they are read, and nothing else does", () => {
    history.replaceState(null, "", "/play?space=3#code=k7qf");
    expect([takeCode(), location.pathname + location.search + location.hash]).toEqual(["K7QF", "/play?space=3"]);
    for (const role of ["seat", "banker"] as const) {
      history.replaceState(null, "", `/table?a=1#key=${role}:abc.d-e`);
      takeKey();
      expect([storedKey(role), location.search + location.hash]).toEqual(["abc.d-e", "?a=1"]);
      storeKey(role, null);
    }
  });

  test("the page follows the address", () => expect([pageOf("/tv/"), pageOf("/")]).toEqual(["tv", ""]));
  test("the table's own computer starts at the table, a phone at a seat", () => {
    const here = ["localhost", "127.0.0.1", "[::1]"].map((host) => home(host, false));
    expect([...here, home("10.0.0.2", true), home("10.0.0.2", false)]).toEqual([...Array(4).fill("table"), "play"]);
  });
});

describe("the lobby", () => {
  const lobby = (count: number) => view({ phase: "lobby", game: null, seats: seats(count) });
  test("says how many are missing", () =>
    expect(startBlocked(lobby(1))).toEqual({ key: "lobby.blocked.few", args: { missing: 1 } }));
  test("starts with enough players, up to all that there is room for", () =>
    expect([2, 8].map((count) => startBlocked(lobby(count)))).toEqual([null, null]));
  test("names the limit of the edition", () => {
    const small = {
      ...lobby(4),
      editions: [{ id: "classic", seats_min: 2, seats_max: 3, house_rules: [], own_tables: false, by: "", names: {} }],
    };
    expect(startBlocked(small)).toEqual({ key: "lobby.blocked.many", args: { most: 3 } });
  });
  test("a house rule is switched on and off again, or gets another value", () => {
    expect(agreeing([], "pot", true)).toEqual(["pot"]);
    expect(agreeing(["pot", "rounds:5"], "pot", false)).toEqual(["rounds:5"]);
    expect(agreeing(["rounds:5", "pot"], "rounds", 20)).toEqual(["pot", "rounds:20"]);
    expect([agreedOn(["pot", "rounds:5"], "pot"), agreedOn(["rounds:5"], "rounds"), agreedOn([], "pot")]).toEqual([
      0,
      5,
      null,
    ]);
  });
  test("names who has no piece yet, and lets start all the same", () => {
    const view = { ...lobby(2), seats: [seat(0), seat(1, { tag: null })] };
    expect(startBlocked(view)).toBeNull();
    expect(startHint(view)).toEqual({ key: "lobby.hint.pieces", args: { names: "Björn" } });
    expect(startHint({ ...view, board: { ...view.board, state: "none" } })).toBeNull();
    expect(forgotten(view)).toBe(1);
    expect(forgotten({ ...view, seats: [seat(0, { tag: null }), seat(1, { tag: null })] })).toBe(0);
    const short = { readers: 10, wanted: 13 };
    expect(startHint({ ...view, board: { ...view.board, short } })).toEqual({ key: "board.short", args: short });
    const asked = { random: { random_tag: true }, tap: { kind: "starter" as const }, waiting: {} };
    for (const [said, board] of Object.entries(asked))
      expect(pieceAsked({ ...view.board, ...board })).toBe(`lobby.piece.${said}`);
  });
});

describe("phones at the door", () => {
  const usual = { ...USUAL.PhoneView, kind: "android", since_ms: 0, online: true } as const;
  const phone = (number: number, state: PhoneView["state"]): PhoneView => ({ ...usual, number, state });
  const phones = [phone(4, "known"), phone(5, "new"), phone(6, "waiting")];
  const letters = (may: typeof mayLetIn) =>
    [null, 4, 5, 6].map((own) => phones.filter((one) => may(phones, own, one)).map(({ number }) => number));
  test("are let in by the banker and by those that came before, never by themselves", () => {
    expect(letters(mayLetIn)).toEqual([[5, 6], [5, 6], [6], []]);
  });
  test("are signed out by the banker, by themselves and by those that came before", () => {
    expect(letters(maySignOut)).toEqual([[4, 5, 6], [4, 5, 6], [5, 6], [6]]);
  });
});

describe("news", () => {
  const before = view({ feed: FEED.slice(0, 3) });
  const after = view({ feed: FEED, seats: [seat(0, { balance: 1472 }), seat(1), seat(2, { balance: 1528 }), seat(3)] });
  test("are the facts of later moves", () => expect(news(before, after).lines[0]!.key).toBe("turn_began"));
  test("let a coin fly for each payment", () => {
    expect(news(before, after).flights.map(({ payer, payee }) => [payer, payee])).toEqual([
      [-1, 3],
      [0, 2],
    ]);
  });
  test("tell who has more or less", () =>
    expect([...news(before, after).changes]).toEqual([
      [0, -28],
      [2, 28],
    ]));
  test("there are none on the first view", () => expect(news(null, after).lines).toEqual([]));
  test("there are none in another game", () => expect(news({ ...before, game: "other" }, after).lines).toEqual([]));
  test("the newest line leaves the turn to the question", () => {
    expect(newest([line(1, "game_started", { seats: 2 }), line(2, "turn_began", { seat: 0 })])?.key).toBe(
      "game_started",
    );
  });
  test("the newest line is the card that was drawn, not what it brought, until something else happens", () => {
    const drawn = [
      line(3, "card_drawn", { seat: 0, deck: "chance", card: 12, kept: 0 }),
      line(3, "money_moved", { payer: -1, payee: 0, amount: 50, purpose: "card_collect" }),
      line(3, "turn_began", { seat: 1 }),
    ];
    expect(newest(drawn)?.key).toBe("card_drawn");
    const paid = line(3, "money_moved", { payer: 0, payee: 1, amount: 6, purpose: "rent_street" });
    expect(newest([paid, line(3, "round_began", { number: 2, rounds: 9 })])).toEqual(paid);
    expect(newest([...drawn, line(4, "piece_moved", { seat: 0, space: 3 })])?.key).toBe("card_drawn");
    expect(newest([...drawn, line(4, "dice_thrown", { seat: 1, faces: "1,2" })])?.key).toBe("dice_thrown");
    expect(newest(drawn.map((one) => ({ ...one, undone: true })))).toBeUndefined();
  });
});

describe("a step that can be taken back", () => {
  const paid = (purpose: string, args: FeedLine["args"] = {}) => line(1, "money_moved", { purpose, ...args });
  const rolled = [line(1, "dice_thrown", { seat: 0, faces: "1,2" }), line(1, "piece_moved", { seat: 0, space: 3 })];
  test("is named by its last payment", () => {
    const rent = paid("rent_street", { payer: 0, payee: 1, amount: 600 });
    expect(gist([...rolled, paid("salary", { payee: 0 }), rent, line(1, "turn_began", { seat: 1 })])).toBe(rent);
  });
  test("is named by who won an auction, or is out, whatever was paid besides", () => {
    const won = line(1, "auction_closed", { seat: 1, deed: 3, amount: 100 });
    const moved = line(1, "deed_moved", { deed: 3, source: -1, target: 1 });
    expect(gist([won, paid("auction", { payer: 1, deed: 3 }), moved])).toBe(won);
    const out = line(1, "seat_bankrupted", { seat: 0 });
    const over = line(1, "game_won", { seat: 1 });
    expect(gist([out, over])).toBe(over);
    expect(gist([...rolled, paid("rent_street"), out])).toBe(out);
  });
  test("without a payment it is named by what happened last", () => expect(gist(rolled)).toBe(rolled[1]));
});

describe("options", () => {
  const bid = option({ command: "place_bid", seat: 1, amount: 11 }, { role: "ok", minimum: 11, maximum: 500 });
  const pass = option({ command: "pass_bid", seat: 1 }, { role: "cancel" });
  const other = option({ command: "pass_bid", seat: 3 }, { role: "cancel" });
  test("are grouped by who may answer", () => expect(answerers([bid, pass, other])).toEqual([1, 3]));
  test("a bid and its way out belong together", () => {
    expect(answersOf([bid, pass, other], 1)).toMatchObject({ bidding: bid, passing: pass, others: [] });
  });
  test("the primary one comes last, under the thumb", () => {
    const buy = option({ command: "buy", seat: 0 }, { role: "ok" });
    const decline = option({ command: "decline", seat: 0 }, { role: "cancel" });
    expect(answersOf([buy, decline], 0).others).toEqual([decline, buy]);
  });
  test("after doubles the throw is the gold one, though the turn may end as well", () => {
    const again = option({ command: "throw", seat: 0, faces: [], source: "hub" }, { role: "dice" });
    const end = option({ command: "end_turn", seat: 0 }, { role: "ok" });
    expect(answersOf([end, again], 0).gold).toBe(again);
  });
  test("an amount that is printed on the deed explains itself, whether it is paid or received", () => {
    const mortgage = (cost: number) => option({ command: "mortgage", seat: 0, deed: 39 }, { cost });
    expect([-200, -199].map((cost) => isPrinted(mortgage(cost), view(), EDITION))).toEqual([true, false]);
    const asked = view({ prompt: prompt({ task: "buy_pending", seat: 0, deed: 39, price: 400 }, [0], []) });
    const buy = (cost: number) => option({ command: "buy", seat: 0 }, { cost });
    expect([400, 360].map((cost) => isPrinted(buy(cost), asked, EDITION))).toEqual([true, false]);
    expect(isPrinted(option({ command: "redeem", seat: 0, deed: 39 }, { cost: 200 }), view(), EDITION)).toBe(false);
  });
  test("to give up is never the gold one", () => {
    const owing = option({ command: "pay_debt", seat: 0 }, { role: "ok", refused: "not_enough_money" });
    expect(answersOf([owing, option({ command: "declare_bankruptcy", seat: 0 })], 0).gold).toBeUndefined();
  });
  test("the space a question is about is lit", () => {
    const task = { task: "buy_pending", seat: 0, deed: 24, price: 240 } as const;
    expect(focusOf(prompt(task, [0], []).task)).toBe(24);
    const inherited = { task: "mortgage_choice_pending", seat: 0, deed: 24, redemption: 132, interest: 12 } as const;
    expect(focusOf({ ...inherited, bought: false })).toBe(24);
    expect(focusOf({ task: "throw_pending", seat: 0 })).toBeNull();
    expect(focusOf({ task: "throw_again_pending", seat: 0 })).toBeNull();
  });
});

const laid = (name: string) => label(name, 0.86, 0.7).lines;

describe("names", () => {
  test("players who share an initial get two letters", () => {
    const both = [seat(0, { name: "Anna" }), seat(1, { name: "Alex" })];
    expect(both.map((one) => initial(one, both))).toEqual(["An", "Al"]);
  });
  test("long names break where they are read as two words", () => {
    expect(laid("Chausseestraße")).toEqual(["Chaussee-", "straße"]);
    expect(laid("Münchner Straße")).toEqual(["Münchner", "Straße"]);
    expect(laid("Opern")).toEqual(["Opern"]);
    expect(laid("Elektrizitätswerk")).toEqual(["Elektri-", "zitäts-", "werk"]);
    expect(laid("Konzerthausstraße")).toEqual(["Konzert-", "haus-", "straße"]);
    expect(laid("Shuttle-Ticket")).toEqual(["Shuttle-", "Ticket"]);
  });
  test("letters shrink until all lines fit", () => {
    const { lines, size } = label("Elektrizitätswerk", 0.68, 0.7);
    expect(size).toBeGreaterThan(0.12);
    expect(size * Math.max(...lines.map((line) => line.length)) * 0.4).toBeLessThanOrEqual(0.68);
    expect(label("Donaudampfschifffahrtsgesellschaft", 0.86, 0.7).size).toBeGreaterThan(0.07);
    expect(label("Tor", 0.92, 0.7).size).toBeLessThanOrEqual(0.2);
  });
});
