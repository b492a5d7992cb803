import { expect, test } from "vitest";
import { deed, EDITION, line, prompt, view } from "../dev/fixtures";
import { momentsOf } from "./moments";

const moved = line(2, "deed_moved", { deed: 9, source: -1, target: 0 });
const two = [deed(6, 0), deed(8, 0)];

test("a group is a moment when its last street comes to whoever has the others, and only then", () => {
  const [before, after] = [view({ deeds: two }), view({ deeds: [...two, deed(9, 0)] })];
  const found = momentsOf(before, after, [moved], EDITION.spaces);
  expect(found).toEqual([{ kind: "group", seat: 0, group: EDITION.spaces[6]!.group, because: [] }]);
  expect(momentsOf(after, after, [moved], EDITION.spaces)).toEqual([]);
  expect(momentsOf(before, view({ deeds: [...two, deed(9, 1)] }), [moved], EDITION.spaces)).toEqual([]);
});
test("a group that comes to somebody else is another moment", () => {
  const all = [...two, deed(9, 0)];
  const after = view({ deeds: all.map(({ deed: at }) => deed(at, 2)) });
  expect(momentsOf(view({ deeds: all }), after, [moved], EDITION.spaces)).toMatchObject([{ kind: "group", seat: 2 }]);
});
test("what went the second time is a moment when it is sold, and not when nobody wanted it or it was not called", () => {
  const called = view({ going_s: 12, going: { called: 2, left_ms: 9 } });
  const sold = (seat: number) => [line(4, "auction_closed", { seat, deed: 3, amount: 56 })];
  expect(momentsOf(called, view(), sold(0), EDITION.spaces)).toEqual([{ kind: "sold", seat: 0, because: sold(0) }]);
  expect(momentsOf(called, view(), sold(-1), EDITION.spaces)).toEqual([]);
  expect(momentsOf({ ...called, going: { called: 1, left_ms: 9 } }, view(), sold(1), EDITION.spaces)).toEqual([]);
});
test("what somebody risked is a moment with what was rolled for it, won or lost", () => {
  const risked = (purpose: string, payer: number, payee: number) =>
    line(
      4,
      "money_moved",
      { payer, payee, amount: 30, purpose },
      { row: "euro-05", formula: purpose, inputs: { first: 1, second: 2, factor: 30 } },
    );
  for (const one of [risked("risk_loss", 1, -1), risked("risk_gain", -1, 1)])
    expect(momentsOf(view(), view(), [one], EDITION.spaces)).toEqual([
      { kind: "risk", seat: 1, faces: [1, 2], because: [one] },
    ]);
  expect(momentsOf(view(), view(), [risked("tax", 1, -1)], EDITION.spaces)).toEqual([]);
});
test("who is out of a debt is said with what remained of it", () => {
  const due = { fact: "money_moved", payer: 1, payee: 0, amount: 450, purpose: "rent_street", inputs: {} } as const;
  const before = view({ prompt: prompt({ task: "debt_pending", seat: 1, due }, [1], []) });
  const last = line(5, "money_moved", { payer: 1, payee: 0, amount: 95, purpose: "estate" });
  const out = line(5, "seat_bankrupted", { seat: 1, creditor: 0 });
  expect(momentsOf(before, view(), [out], EDITION.spaces)[0]?.due).toEqual(due);
  expect(momentsOf(before, view(), [last, out], EDITION.spaces)[0]?.due?.amount).toBe(355);
  const others = { ...last, args: { ...last.args, payee: 2 } };
  expect(momentsOf(before, view(), [others, out], EDITION.spaces)[0]?.due?.amount).toBe(450);
});
test("who leaves has gone bankrupt of no debt, nor of somebody else's", () => {
  const due = { fact: "money_moved", payer: 0, payee: 1, amount: 450, purpose: "rent_street", inputs: {} } as const;
  const before = view({ prompt: prompt({ task: "debt_pending", seat: 0, due }, [0], []) });
  const [left] = momentsOf(before, view(), [line(5, "seat_bankrupted", { seat: 1, by: "leaving" })], EDITION.spaces);
  expect(left).toMatchObject({ kind: "left", seat: 1 });
  expect(left).not.toHaveProperty("due");
});
test("who is taken over leaves each what is theirs, in one list", () => {
  const paid = (payee: number, amount: number) =>
    line(5, "money_moved", { payer: 1, payee, amount, purpose: "takeover" });
  const gone = (deed: number, target: number) => line(5, "deed_moved", { deed, source: 1, target });
  const lines = [paid(0, 921), paid(2, 593), gone(1, 0), gone(3, 0), line(5, "seat_taken_over", { seat: 1, heir: 0 })];
  const lent = line(5, "money_moved", { payer: -1, payee: 1, amount: 95, purpose: "credit" });
  expect(momentsOf(view(), view(), [lent, ...lines], EDITION.spaces)[0]).not.toHaveProperty("lacking");
  expect(momentsOf(view(), view(), lines, EDITION.spaces)[0]!.left).toEqual([
    { to: 0, money: 921, deeds: [1, 3] },
    { to: 2, money: 593, deeds: [] },
  ]);
});
test("who is out is shown with what they could not pay", () => {
  const rent = line(5, "money_moved", { payer: 1, payee: 0, amount: 1005, purpose: "rent_street" });
  const lines = [
    line(4, "money_moved", { payer: 1, payee: -1, amount: 5, purpose: "tax" }),
    line(5, "money_moved", { payer: -1, payee: 1, amount: 200, purpose: "salary" }),
    rent,
    line(5, "seat_bankrupted", { seat: 1, creditor: 0 }),
    line(5, "game_won", { seat: 0 }),
  ];
  const lent = line(5, "money_moved", { payer: -1, payee: 1, amount: 95, purpose: "credit" });
  expect(momentsOf(view(), view(), [lent, ...lines], EDITION.spaces)[0]).toEqual({
    kind: "bankrupt",
    seat: 1,
    because: [rent],
    left: [],
    lacking: 95,
  });
  expect(momentsOf(view(), view(), lines, EDITION.spaces)).toEqual([
    { kind: "bankrupt", seat: 1, because: [rent], left: [] },
    { kind: "won", seat: 0, because: [] },
  ]);
});
test("a deed that is a group by itself completes nothing", () => {
  const bought = line(2, "deed_moved", { deed: 1, source: -1, target: 0 });
  expect(momentsOf(view(), view({ deeds: [deed(1, 0)] }), [bought], EDITION.spaces.slice(1, 2))).toEqual([]);
});
