import { expect, test } from "vitest";
import { line, seat, view } from "../dev/fixtures";
import { ranked, wonText } from "./ranking";
import { speakGerman } from "../dev/testing";

const table = [seat(0, { out: true, balance: 0 }), seat(1, { balance: 40 }), seat(2, { balance: 900 }), seat(3)];
const places = (changed: object) => ranked(view({ seats: table, ...changed })).map((one) => one.seat);

test("while they play everybody stands where they sit", () =>
  expect(places({ phase: "playing" })).toEqual([0, 1, 2, 3]));

test("in the end the winner comes first, whoever is out last", () =>
  expect(places({ phase: "over", winner: 2 })).toEqual([2, 3, 1, 0]));

test("whoever stayed in the game longer is ahead of those who were out before", () => {
  const feed = [line(4, "seat_bankrupted", { seat: 1 }), line(5, "seat_taken_over", { seat: 0 })];
  const seats = [0, 1, 2].map((one) => seat(one, { out: one < 2, balance: 0 }));
  expect(ranked(view({ seats, feed, phase: "over", winner: 2 })).map((one) => one.seat)).toEqual([2, 0, 1]);
});

test("whoever wins by the rounds that were played wins by what all is worth", () => {
  speakGerman();
  const over = view({ phase: "over", winner: 1, round: 5 });
  expect(wonText(over)).toBe("Björn gewinnt!");
  const feed = [line(7, "assets_reckoned", { seat: 1, total: 5000 })];
  expect(wonText({ ...over, feed })).toBe("Nach 5 Runden am reichsten: Björn");
});

test("what everything together is worth counts where it was reckoned", () => {
  const feed = [
    line(7, "assets_reckoned", { seat: 1, total: 5000 }),
    line(7, "assets_reckoned", { seat: 2, total: 3000 }),
    line(7, "assets_reckoned", { seat: 3, total: 1500 }),
  ];
  expect(places({ phase: "over", winner: 1, feed })).toEqual([1, 2, 3, 0]);
  const undone = feed.map((one) => ({ ...one, undone: true }));
  expect(places({ phase: "over", winner: 1, feed: undone })).toEqual([1, 3, 2, 0]);
});
