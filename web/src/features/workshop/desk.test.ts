import { beforeEach, expect, test, vi } from "vitest";
import { Desk } from "./desk.svelte";
import { speakGerman } from "../../dev/testing";
import type { DesignView } from "../../wire";

type Asked = { path: string; body: { version: number; cells?: Record<string, string | null> } };
let asked: Asked[] = [];
let answers: (() => Response)[] = [];
let stored: DesignView;

const design = (changed: Partial<DesignView> = {}): DesignView => ({
  id: "ab",
  base: "classic",
  version: 0,
  cells: { "track/1/name": "Badstraße", "own/name": "Dorf" },
  faults: [],
  undo: 0,
  redo: 0,
  proposed: {},
  ...changed,
});
const answer = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });

/** The hub's end: it carries out a change unless a test has another answer ready. */
function hub(path: string, options: { method?: string; body?: string } = {}): Promise<Response> {
  if (path.startsWith("/api/editions/")) return Promise.resolve(answer({ spaces: [], ladders: {} }));
  if (path.includes("/bases/")) return Promise.resolve(answer({ decks: ["chance"], tickets: false, cells: {} }));
  if (options.method !== "POST") return Promise.resolve(answer(stored));
  const body = JSON.parse(options.body!) as Asked["body"];
  asked.push({ path, body });
  const ready = answers.shift();
  if (ready) return Promise.resolve().then(ready);
  stored = { ...stored, version: stored.version + 1, cells: { ...stored.cells, ...(body.cells as object) } };
  return Promise.resolve(answer(stored));
}

beforeEach(() => {
  speakGerman();
  asked = [];
  answers = [];
  stored = design();
  vi.stubGlobal("fetch", hub);
});

async function opened(): Promise<Desk> {
  const desk = new Desk();
  expect(await desk.open("ab")).toBe(true);
  return desk;
}

test("a change is shown at once and sent with the version that was seen", async () => {
  const desk = await opened();
  const sent = desk.set({ "track/1/name": "Am Bach" });
  expect([desk.at("track/1/name"), desk.busy]).toEqual(["Am Bach", true]);
  await sent;
  expect(asked.map(({ body }) => body)).toEqual([{ version: 0, cells: { "track/1/name": "Am Bach" } }]);
  expect([desk.at("track/1/name"), desk.busy]).toEqual(["Am Bach", false]);
});

test("changes are sent one after the other, each with the newest version", async () => {
  const desk = await opened();
  void desk.set({ "track/1/name": "Am Bach" });
  void desk.set({ "own/name": "Unser Dorf" });
  await desk.answered();
  expect(asked.map(({ body }) => body.version)).toEqual([0, 1]);
});

test("another size is one change more in the line, with the newest version", async () => {
  const desk = await opened();
  void desk.set({ "track/1/name": "Am Bach" });
  await desk.resize(28);
  expect(asked.map(({ path, body }) => [path.split("/").pop(), body.version])).toEqual([
    ["change", 0],
    ["size", 1],
  ]);
});

test("what says so already is not sent", async () => {
  const desk = await opened();
  await desk.set({ "track/1/name": "Badstraße", "own/group.brown": null });
  expect(asked).toEqual([]);
});

test("a change that the hub refuses is taken back on the page, and the reason is said", async () => {
  const desk = await opened();
  answers = [() => answer({ reason: "stale" }, 409)];
  stored = design({ version: 5, cells: { "track/1/name": "Von drüben" } });
  await desk.set({ "track/1/name": "Am Bach" });
  expect([desk.at("track/1/name"), desk.trouble, desk.stored?.version]).toEqual(["Von drüben", "stale", 5]);
});

test("while the hub is away or busy a change waits and is sent again", async () => {
  vi.useFakeTimers();
  const desk = await opened();
  answers = [
    () => {
      throw new TypeError("offline");
    },
    () => answer({ reason: "too_fast" }, 429),
  ];
  const sent = desk.set({ "track/1/name": "Am Bach" });
  await vi.advanceTimersByTimeAsync(100);
  expect([desk.trouble, desk.at("track/1/name")]).toEqual(["link_lost", "Am Bach"]);
  await vi.advanceTimersByTimeAsync(5000);
  await sent;
  vi.useRealTimers();
  expect([desk.trouble, stored.cells["track/1/name"], asked.length]).toEqual(["", "Am Bach", 3]);
});

test("a design that is gone is said", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(answer({ reason: "no_design" }, 404)));
  const desk = new Desk();
  expect([await desk.open("ab"), desk.trouble]).toEqual([false, "no_design"]);
});
