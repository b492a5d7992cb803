import { beforeEach, expect, test, vi } from "vitest";
import { askJson } from "./ask";
import { sendJson } from "./send";

let ids: string[] = [];
let answers: (() => Response)[] = [];

beforeEach(() => {
  ids = [];
  answers = [];
  vi.stubGlobal("fetch", (_path: string, options: { headers: Record<string, string> }) => {
    ids.push(options.headers["Idempotency-Key"]!);
    const ready = answers.shift();
    return Promise.resolve().then(ready ?? (() => new Response("{}")));
  });
});
const lost = () => {
  throw new TypeError("offline");
};
const torn = () => new Response('{"id": "a');
const nobodys = () => new Response("<h1>Not Found</h1>", { status: 404 });

test("what was not answered is asked again by the same id, what was answered by another one", async () => {
  answers = [lost, torn, nobodys];
  const send = async () => (await sendJson("/api/workshop", { base: "classic" }, "key")).ok;
  const answered = [await send(), await send(), await send(), await send(), await send()];
  expect(answered).toEqual([false, false, false, true, true]);
  expect(ids[0]).toMatch(/^[0-9a-f]{24}$/);
  expect(ids.slice(1, 4)).toEqual([ids[0], ids[0], ids[0]]);
  expect(ids[4]).not.toBe(ids[0]);
});

test("what was refused is asked again by another id, since the hub would repeat its refusal", async () => {
  answers = [() => new Response('{"reason":"too_many"}', { status: 429 }), lost];
  await sendJson("/api/workshop", "again", "key");
  await sendJson("/api/workshop", "again", "key");
  expect(new Set(ids).size).toBe(2);
});

test("another wish has another id, a file that was chosen again has the same", async () => {
  answers = [lost, lost, lost];
  await sendJson("/api/workshop/take", new Blob(["one"]), null);
  await sendJson("/api/workshop/take", new Blob(["two"]), null);
  await sendJson("/api/workshop/pictures", new Blob(["one"]), null);
  await sendJson("/api/workshop/take", new Blob(["one"]), null);
  expect(new Set(ids.slice(0, 3)).size).toBe(3);
  expect(ids[3]).toBe(ids[0]);
});

test("what is not there at all is no lost line", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>", { status: 404 })));
  expect(await askJson("/api/evening")).toEqual({ ok: false, reason: "internal_error" });
});
