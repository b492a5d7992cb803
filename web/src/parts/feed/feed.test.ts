import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Feed from "./Feed.svelte";
import { line, view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";
import type { FeedLine } from "../../wire";

const MOVES = [1, 1, 1, 2, 2, 3, 3];
const lines = (from: number, to: number): FeedLine[] =>
  MOVES.slice(from, to).map((move, i) =>
    line(move, "money_moved", { payer: 0, payee: 1, amount: 100 + from + i, purpose: "rent" }),
  );
const entry = (amount: number) =>
  [...document.querySelectorAll("ol.feed button")].find((one) => one.textContent!.includes(String(amount)));

test("a line that stays is not drawn again while newer ones come and the oldest go: it keeps the focus", async () => {
  scene(view());
  const { rerender } = render(Feed, { scene: table.scene!, lines: lines(0, 5), most: 4 });
  const stays = [103, 104].map(entry);
  (stays[0] as HTMLElement).focus();
  await rerender({ scene: table.scene!, lines: lines(2, 7), most: 4 });
  expect(entry(106)).toBeDefined();
  expect([103, 104].map(entry)).toEqual(stays);
  expect(entry(103) === stays[0] && entry(104) === stays[1]).toBe(true);
  expect(document.activeElement === stays[0]).toBe(true);
});
