import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchAhead, LIST } from "./prefetch";

const PARTS = ["/assets/a.js", "/assets/b.css", "/assets/c.js"];

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<script type="application/json" id="${LIST}">${JSON.stringify(PARTS)}</script>`;
});
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = "";
});

test("all parts are fetched once the page has been quiet for a moment", async () => {
  const asked: string[] = [];
  const done = fetchAhead((url) => (asked.push(url), Promise.resolve(new Response(""))));
  expect(asked).toEqual([]);
  await vi.runAllTimersAsync();
  await done;
  expect(asked).toEqual(PARTS);
});

test("a hub that is away is not asked for the rest", async () => {
  const asked: string[] = [];
  const done = fetchAhead((url) => (asked.push(url), Promise.reject(new TypeError("away"))));
  await vi.runAllTimersAsync();
  await done;
  expect(asked).toEqual(PARTS.slice(0, 1));
});

test("pages without a list fetch nothing", async () => {
  document.body.innerHTML = "";
  const ask = vi.fn();
  await fetchAhead(ask);
  expect(ask).not.toHaveBeenCalled();
});
