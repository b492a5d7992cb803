import { expect, test } from "vitest";
import { chapters, payment, tells } from "./chapters";
import { line } from "../dev/fixtures";
import type { FeedLine } from "../wire";

/** What people read: a line each, and how many lie inside it. */
const read = (feed: readonly FeedLine[]) =>
  chapters(feed).map(({ line: { key, args }, parts }) => [args.purpose ?? key, parts.length]);

test("a purchase is shown once, and so is what a mortgage brings", () => {
  expect(
    read([
      { ...line(1, "money_moved", { payer: 2, payee: -1, amount: 60, purpose: "purchase" }), explanation: about(1) },
      line(1, "deed_moved", { deed: 1, source: -1, target: 2 }),
      { ...line(2, "money_moved", { payer: -1, payee: 2, amount: 30, purpose: "mortgage" }), explanation: about(1) },
      line(2, "deed_mortgaged", { deed: 1 }),
    ]),
  ).toEqual([
    ["purchase", 1],
    ["mortgage", 1],
  ]);
});

test("an auction ends in one line, for a deed as for all that somebody left", () => {
  expect(
    read([
      line(4, "auction_closed", { deed: 6, seat: 1, amount: 90 }),
      line(4, "money_moved", { payer: 1, payee: -1, amount: 90, purpose: "auction" }),
      line(4, "deed_moved", { deed: 6, source: -1, target: 1 }),
      line(5, "auction_closed", { deeds: "3,5", seat: 0, amount: 200 }),
      line(5, "money_moved", { payer: 0, payee: -1, amount: 200, purpose: "estate_auction" }),
      ...[3, 5].map((deed) => line(5, "deed_moved", { deed, source: -1, target: 0 })),
      line(5, "deed_mortgaged", { deed: 5 }),
      line(5, "money_moved", { payer: 2, payee: -1, amount: 7, purpose: "auction" }),
    ]),
  ).toEqual([
    ["auction_closed", 2],
    ["auction_closed", 4],
    ["auction", 0],
  ]);
});

test("a correction is shown by what it led to, unless somebody said why or it led to a turn alone", () => {
  expect(
    read([
      line(6, "corrected", { what: "deed", reason: "" }),
      line(6, "deed_moved", { deed: 3, source: -1, target: 1 }),
      line(7, "corrected", { what: "piece", reason: "slipped" }),
      line(7, "piece_moved", { seat: 1, space: 3 }),
      line(8, "corrected", { what: "turn", reason: "" }),
      line(8, "turn_began", { seat: 1 }),
    ]),
  ).toEqual([
    ["deed_moved", 1],
    ["corrected", 0],
    ["piece_moved", 0],
    ["corrected", 0],
    ["turn_began", 0],
  ]);
});

test("what somebody who is out leaves is inside the line that says so", () => {
  const deeds = [3, 5].flatMap((deed) => [
    line(9, "mortgage_lifted", { deed }),
    line(9, "deed_moved", { deed, source: 2, target: -1 }),
  ]);
  expect(read([...deeds, line(9, "seat_bankrupted", { seat: 2, creditor: -1 })])).toEqual([["seat_bankrupted", 4]]);
});

test("a deed that goes to somebody else in the same move, or in another one, keeps its line", () => {
  expect(
    read([
      { ...line(1, "money_moved", { payer: 2, payee: -1, amount: 60, purpose: "purchase" }), explanation: about(1) },
      line(1, "deed_moved", { deed: 1, source: -1, target: 0 }),
      line(2, "deed_moved", { deed: 1, source: -1, target: 2 }),
    ]).length,
  ).toBe(3);
});

function about(deed: number) {
  return { row: "", formula: "purchase", inputs: { deed } };
}

test("who looks on hears what the stage does not show, and an auction by who won it for how much", () => {
  const thrown = line(1, "dice_thrown", { seat: 1, dice: "3,4" });
  const walked = line(1, "piece_moved", { seat: 1, space: 7, by: "throw" });
  const sent = line(1, "piece_moved", { seat: 1, space: 10, by: "card" });
  expect([thrown, walked, sent, { ...sent, undone: true }].map(tells)).toEqual([false, false, true, false]);
  expect(payment(line(2, "auction_closed", { deed: 6, seat: 1, amount: 90 }))).toEqual({ seat: 1, amount: -90 });
});
