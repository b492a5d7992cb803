import { describe, expect, test } from "vitest";
import { chapters } from "./chapters";
import { line, option, seats, view } from "../dev/fixtures";
import { SCENES } from "../dev/scenes";
import { biddable, firstWithoutPhone, outcomeOf, paidForNothing, sealing } from "./bidding";
import { newestReveal } from "./sealed";
import { agrees, drawnSeat, sha256Hex } from "./seals";
import { lineText, question, questionDetail } from "../text/sentences";
import type { FeedLine } from "../wire";

const { feed } = SCENES.tied!;
const revealed = (changed: FeedLine["args"] = {}): FeedLine[] =>
  feed.map((one) => (one.key === "bids_revealed" ? { ...one, args: { ...one.args, ...changed } } : one));
const verdicts = (lines: readonly FeedLine[]) => {
  const reveal = newestReveal(lines)!;
  return reveal.bids.map((bid) => agrees(lines, reveal, bid));
};

describe("a reveal", () => {
  test("shows all bids, and who leads", () => {
    const reveal = newestReveal(feed)!;
    expect(reveal.bids.map(({ seat, amount, open }) => [seat, amount, open])).toEqual([
      [0, 120, false],
      [1, 120, false],
      [2, 0, true],
      [3, 45, false],
    ]);
    expect(reveal.leaders).toEqual([0, 1]);
    expect(outcomeOf(feed, reveal)?.key).toBe("bids_tied");
    const earlier = line(1, "sealed_auction_closed", { seat: 3, amount: 9 });
    expect(outcomeOf([earlier, ...feed], reveal)?.key).toBe("bids_tied");
  });
  test("of bids that are all nought nobody leads", () => {
    expect(newestReveal(revealed({ amounts: "0,0,0,0" }))!.leaders).toEqual([]);
  });
  test("whoever bid less paid for nothing, the winner and whoever bid nothing did not", () => {
    const paid = (payer: number, amount: number) =>
      line(44, "money_moved", { payer, payee: -1, amount, purpose: "auction_bid", deed: 3 });
    const reveal = newestReveal(feed)!;
    const closed = line(reveal.line.move, "sealed_auction_closed", { seat: 0, amount: 120 });
    const lines = [...feed, ...[paid(0, 120), paid(3, 45)].map((one) => ({ ...one, move: closed.move })), closed];
    expect(paidForNothing(lines, reveal)).toEqual([{ seat: 3, amount: 45 }]);
    const toAnother = lines.map(({ args, ...one }) =>
      args.purpose === "auction_bid"
        ? { ...one, args: { ...args, payee: 2, purpose: "private_bid" } }
        : { ...one, args },
    );
    expect(paidForNothing(toAnother, reveal)).toEqual([{ seat: 3, amount: 45 }]);
    expect(paidForNothing(feed, reveal)).toEqual([]);
  });
  test("is over with the next move, and when it was taken back", () => {
    expect(newestReveal([...feed, line(45, "dice_thrown", { seat: 1, faces: "1,2" })])).toBeNull();
    expect(newestReveal(feed.map((one) => ({ ...one, undone: true })))).toBeNull();
  });
  test("agrees with its seals", () => expect(verdicts(feed)).toEqual([true, true, true, true]));
  test("does not agree when an amount was changed", () =>
    expect(verdicts(revealed({ amounts: "120,121,0,45" }))).toEqual([true, false, true, true]));
  test("does not agree when amount and seal were changed together after the bid", () => {
    const forged = sha256Hex("1f:121:1:3:1");
    const given = String(feed.find(({ key }) => key === "bids_revealed")!.args.commitments).split(",");
    const commitments = given.map((seal, i) => (i === 1 ? forged : seal)).join(",");
    expect(verdicts(revealed({ amounts: "120,121,0,45", commitments }))).toEqual([true, false, true, true]);
  });
  test("of several seals the last that stands counts, of the same auction and round", () => {
    const own = feed.find(({ key, args }) => key === "bid_sealed" && args.seat === 0)!;
    const other = (args: FeedLine["args"], undone = false) => ({
      ...own,
      undone,
      args: { ...own.args, commitment: "00", ...args },
    });
    const agree = (...seals: FeedLine[]) => verdicts(feed.flatMap((one) => (one === own ? seals : [one])))[0];
    expect(agree(other({}), own)).toBe(true);
    for (const later of [other({}, true), other({ round: 2 }), other({ auction: 4 })])
      expect(agree(own, later)).toBe(true);
    expect(agree(own, other({}))).toBe(false);
  });
  test("an amount without a seal can only be 0", () =>
    expect(verdicts(revealed({ amounts: "120,120,5,45" }))[2]).toBe(false));
  test("the lot follows from the nonces of all", () => {
    for (const nonce of ["0a", "0b", "0c", "0d", "0e", "0f"]) {
      const nonces = [nonce, "1f", "", "3c"];
      const reveal = newestReveal(revealed({ nonces: nonces.join(",") }))!;
      const odd = parseInt(sha256Hex(nonces.join(":")).slice(-1), 16) % 2;
      expect(drawnSeat(reveal)).toBe(reveal.leaders[odd]);
    }
  });
});

describe("bidding", () => {
  test("is bounded by the bid that costs, besides 0", () => {
    const options = SCENES.retry!.prompt!.options;
    expect(biddable(sealing(options, 0))).toEqual({ minimum: 120, maximum: 1491 });
  });
  test("leaves only 0 to who cannot pay the minimum", () => {
    const poor = sealing(
      [
        option(
          { command: "seal_bid", seat: 0, amount: 120, nonce: "" },
          { minimum: 120, maximum: 80, refused: "not_enough_money" },
        ),
      ],
      0,
    );
    expect(biddable(poor)).toEqual({ minimum: 0, maximum: 0 });
  });
  test("on one tablet goes on with who has no phone", () => {
    const shown = view({ seats: seats(4) });
    expect(firstWithoutPhone(shown, [0, 2, 3])).toBe(3);
    expect(firstWithoutPhone(shown, [0, 2])).toBe(0);
    expect(firstWithoutPhone(shown, [])).toBeNull();
  });
});

describe("the feed", () => {
  test("has one entry for a dividend, with its payments inside", () => {
    const [dividend] = chapters(SCENES.shares!.feed).filter(({ line: { key } }) => key === "dividend_paid");
    expect(dividend!.parts.map(({ args }) => args.amount)).toEqual([180, 120]);
    expect(chapters(SCENES.shares!.feed).some(({ line: { args } }) => args.purpose === "dividend")).toBe(false);
  });
  test("keeps a payment that belongs to nothing, and the dividends of two players apart", () => {
    const lines = [
      line(1, "dividend_paid", { seat: 0, reported: 100, capped: 0, holders: "1", counts: "1", amounts: "4" }),
      line(1, "money_moved", { payer: 0, payee: 1, amount: 4, purpose: "dividend" }),
      line(1, "money_moved", { payer: 2, payee: 1, amount: 9, purpose: "dividend" }),
      line(2, "money_moved", { payer: 0, payee: 1, amount: 7, purpose: "dividend" }),
    ];
    expect(chapters(lines).map(({ line: { args }, parts }) => [args.amount ?? "head", parts.length])).toEqual([
      ["head", 1],
      [9, 0],
      [7, 0],
    ]);
  });
  test("puts all that a takeover moves into its entry", () => {
    const lines = [
      line(1, "money_moved", { payer: 2, payee: 0, amount: 50, purpose: "takeover" }),
      line(1, "deed_moved", { deed: 5, source: 2, target: 0 }),
      line(1, "seat_taken_over", { seat: 2, heir: 0 }),
      line(1, "turn_began", { seat: 0, number: 3 }),
    ];
    expect(chapters(lines).map(({ line: { key }, parts }) => [key, parts.length])).toEqual([
      ["seat_taken_over", 2],
      ["turn_began", 0],
    ]);
  });
});

describe("sentences", () => {
  const scene = { view: view({ seats: seats(4) }), edition: null };
  const tell = (key: string, args: FeedLine["args"]) => lineText(scene, line(1, key, args));
  test("a bid says no amount and no seal", () =>
    expect(tell("bid_sealed", { seat: 1, auction: 1, round: 1, commitment: "ab" })).toBe(
      "Björn hat verdeckt geboten.",
    ));
  test("a reveal says all of them", () =>
    expect(
      lineText(
        scene,
        feed.find(({ key }) => key === "bids_revealed")!,
      ),
    ).toBe("Die Gebote liegen offen: Anna 120, Björn 120, Chloé 0 und Dmitri 45."));
  test("an auction names its lot, its seller and its minimum", () => {
    expect(tell("sealed_auction_opened", { auction: 1, issuer: 0, count: 2, seller: -1, minimum: 90 })).toBe(
      "Die Bank versteigert 2 Anteile an Anna, mindestens für 90. Geboten wird verdeckt.",
    );
    expect(
      tell("sealed_auction_closed", { auction: 1, issuer: 0, count: 1, seller: -1, seat: 2, amount: 95, drawn: 1 }),
    ).toBe("Das Los entscheidet: Chloé bekommt einen Anteil an Anna für 95.");
    expect(
      tell("sealed_auction_closed", { auction: 1, issuer: 0, count: 1, seller: -1, seat: -1, amount: 0, drawn: 0 }),
    ).toBe("Alle bieten 0: Niemand bekommt einen Anteil an Anna.");
  });
  test("shares say where from and where to", () => {
    const moved = (by: string, source: number, target: number) =>
      tell("shares_moved", { issuer: 1, source, target, count: 3, by });
    expect(moved("sale", 0, -1)).toBe("Anna verkauft der Bank 3 Anteile an Björn.");
    expect(moved("purchase", -1, 0)).toBe("Anna kauft von der Bank 3 Anteile an Björn.");
    expect(moved("takeover", 0, -1)).toBe("3 Anteile an Björn: Anna → die Bank.");
  });
  test("a report says of what kind it is", () => {
    const report = (kind: string) =>
      tell("report_filed", { seat: 0, kind, turn: 3, cash: 1200, estate: 300, shares: "0:25" });
    expect(report("annual")).toBe("Anna berichtet: 1.200 bar, 300 in Immobilien.");
    expect(report("late")).toContain("Zu spät");
  });
  test("the question says what is auctioned, and what holds in a tie", () => {
    const { task } = SCENES.retry!.prompt!;
    expect(question({ ...scene, edition: null }, task)).toContain("Verdecktes Gebot für");
    expect(questionDetail(scene, task)).toBe("Gleichstand: noch einmal, mindestens 120. 0 = kein Gebot.");
  });
});
