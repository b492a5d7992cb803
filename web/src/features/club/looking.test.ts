import { beforeEach, expect, test, vi } from "vitest";
import { looking } from "./looking";

beforeEach(() => void vi.useFakeTimers());

test("a page looks at once, then every so often, and never again once it is left", () => {
  const look = vi.fn();
  const leave = looking(look, 1000);
  expect(look).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(999);
  expect(look).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2001);
  expect(look).toHaveBeenCalledTimes(4);
  leave();
  vi.advanceTimersByTime(10_000);
  expect(look).toHaveBeenCalledTimes(4);
});

test("who looks gets nothing from the clock, and what comes of it is left to them", () => {
  const look = vi.fn((...given: unknown[]) => Promise.resolve(given));
  looking(look, 1000)();
  expect(look.mock.calls).toEqual([[]]);
});
