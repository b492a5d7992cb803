import { beforeEach, expect, test, vi } from "vitest";
import { fetchAhead, LIST } from "./prefetch";

const PARTS = ["/assets/a.js", "/assets/b.css", "/assets/c.js"];

/** A hub that has the list, and says of the rest what a test wants. */
function hub(part: (url: string) => Promise<Response>) {
  const asked: string[] = [];
  const ask = (url: string) => {
    if (url === `/${LIST}`) return Promise.resolve(new Response(JSON.stringify(PARTS)));
    asked.push(url);
    return part(url);
  };
  return { asked, ask };
}

beforeEach(() => void vi.useFakeTimers());

test("all parts are fetched once the page has been quiet for a moment", async () => {
  const { asked, ask } = hub(() => Promise.resolve(new Response("")));
  const done = fetchAhead(ask);
  expect(asked).toEqual([]);
  await vi.runAllTimersAsync();
  await done;
  expect(asked).toEqual(PARTS);
});

test("a hub that is away is not asked for the rest", async () => {
  const { asked, ask } = hub(() => Promise.reject(new TypeError("away")));
  const done = fetchAhead(ask);
  await vi.runAllTimersAsync();
  await done;
  expect(asked).toEqual(PARTS.slice(0, 1));
});

test("pages without a list fetch nothing", async () => {
  const ask = vi.fn(() => Promise.resolve(new Response("", { status: 404 })));
  const done = fetchAhead(ask);
  await vi.runAllTimersAsync();
  await done;
  expect(ask).toHaveBeenCalledOnce();
});
