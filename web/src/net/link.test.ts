import { expect, test } from "vitest";
import { linkPhase, reloadWhenReachable } from "./link";

test("a loss is said after 0.8 s, with a hint after 20 s, and ends in a reload after a minute", () => {
  expect([null, 0, 799].map(linkPhase)).toEqual(["up", "up", "up"]);
  expect([800, 19_999].map(linkPhase)).toEqual(["lost", "lost"]);
  expect([20_000, 59_999].map(linkPhase)).toEqual(["hint", "hint"]);
  expect([60_000, 3_600_000].map(linkPhase)).toEqual(["reload", "reload"]);
});

test("a page is loaded again only from a hub that answers well", async () => {
  let loaded = 0;
  const reload = () => void (loaded += 1);
  expect(await reloadWhenReachable(reload, () => Promise.resolve({ ok: false }))).toBe(false);
  expect(await reloadWhenReachable(reload, () => Promise.reject(new Error("nobody there")))).toBe(false);
  expect(loaded).toBe(0);
  expect(await reloadWhenReachable(reload, () => Promise.resolve({ ok: true }))).toBe(true);
  expect(loaded).toBe(1);
});
