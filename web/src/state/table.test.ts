import { afterEach, expect, test, vi } from "vitest";
import { FakeHub } from "../dev/testing";
import { GRACE_MS } from "../net/link";
import { Table } from "./table.svelte";

afterEach(() => vi.useRealTimers());

test("a loss is said as soon as it is no hiccup any more, and its end at once", () => {
  vi.useFakeTimers();
  const hub = new FakeHub();
  const table = new Table();
  table.start("tv", () => hub);
  vi.advanceTimersByTime(100);
  hub.drop();
  vi.advanceTimersByTime(GRACE_MS - 1);
  expect(table.link).toBe("up");
  vi.advanceTimersByTime(1);
  expect(table.link).toBe("lost");
  hub.connect();
  expect(table.link).toBe("up");
});
