import { expect, test, vi } from "vitest";
import { EDITION, line, option, seat, view } from "../dev/fixtures";
import { MEGA } from "../dev/mega";
import { FakeHub, speakGerman } from "../dev/testing";
import { storedKey, storeKey } from "../net/keys";
import { GRACE_MS, HINT_MS } from "../net/link";
import { Table } from "./table.svelte";
import { use } from "../text/words.svelte";
import en from "../locales/en.json";
import type { EditionView, Welcome } from "../wire";

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

test("attempts that fail do not start the grace again, and another loss does", () => {
  vi.useFakeTimers();
  const hub = new FakeHub();
  const table = new Table();
  table.start("tv", () => hub);
  vi.advanceTimersByTime(100);
  for (let waited = 0; waited < GRACE_MS; waited += 400) {
    hub.drop();
    vi.advanceTimersByTime(400);
  }
  expect(table.link).toBe("lost");
  vi.advanceTimersByTime(HINT_MS - GRACE_MS);
  hub.drop();
  expect(table.link).toBe("hint");
  hub.connect();
  hub.drop();
  vi.advanceTimersByTime(GRACE_MS - 1);
  expect(table.link).toBe("up");
});

test("what was said of a game is silent once another one is at the table, and speaks the reader's language", () => {
  vi.useFakeTimers();
  speakGerman();
  const table = new Table();
  table.printed = EDITION;
  table.show(view({ game: "1" }));
  table.show(view({ game: "1", version: 8, feed: [line(8, "turn_began", { seat: 1, number: 3 })] }));
  vi.advanceTimersByTime(5000);
  expect(table.spoken).toBe("Björn ist am Zug.");
  use("en", en);
  expect(table.spoken).toBe("It is Björn’s turn.");
  speakGerman();
  table.show(view({ game: "2", version: 9, phase: "lobby" }));
  expect(table.spoken).toBe("");
});

test("a game of another edition is shown without spaces until its own are there", async () => {
  const table = new Table();
  const hub = new FakeHub();
  let bring = (_edition: EditionView): void => {};
  table.start(
    "play",
    () => hub,
    () => new Promise((resolve) => (bring = resolve)),
  );
  const small = { ...EDITION, spaces: EDITION.spaces.slice(0, 2) };
  table.printed = small;
  const [before, begun] = [small, MEGA].map(({ id, spaces }) =>
    view({ edition: id, phase: "playing", seats: [seat(0, { space: spaces.length - 1 })] }),
  );
  table.show(before!);
  expect(table.edition?.id).toBe(EDITION.id);
  table.show(begun!);
  expect(table.edition).toBeNull();
  bring(MEGA);
  await vi.waitFor(() => expect(table.edition?.id).toBe(MEGA.id));
});

test("a television speaks as the banker's tablet does", () => {
  speakGerman();
  const asked = vi.fn(() => new Promise<Response>(() => undefined));
  vi.stubGlobal("fetch", asked);
  const table = new Table();
  table.page = "tv";
  table.show(view({ language: "de" }));
  const before = asked.mock.calls.length;
  table.show(view({ language: "en" }));
  expect(String(asked.mock.calls[before])).toContain("en");
  vi.unstubAllGlobals();
});

test("an edition is fetched once, again with other tables, and again if it did not come", async () => {
  const asked: string[] = [];
  const table = new Table();
  const loading = (id: string) => {
    asked.push(id);
    return asked.length < 3 ? Promise.resolve(EDITION) : Promise.reject(new Error("away"));
  };
  table.start("play", () => new FakeHub(), loading);
  for (const tables of ["", "", "a1", "b2", "b2"]) {
    table.show(view({ tables }));
    await Promise.resolve().then(() => undefined);
  }
  expect(asked).toHaveLength(4);
});

test("what is taken is what was read, at the price that was read", async () => {
  const table = new Table();
  const buy = option({ command: "buy", seat: 0 }, { cost: 60 });
  const mortgage = option({ command: "mortgage", seat: 0, deed: 1 }, { cost: 60 });
  const taken = [buy, { ...buy, cost: 50 }, { ...buy, cost: 70 }, mortgage].map((now) => table.take(buy, now, false));
  const reasons = (await Promise.all(taken)).map(({ reason }) => reason);
  expect(reasons).toEqual(["link_lost", "changed", "changed", "stale"]); // there is no hub here to take the first
});

test("a key that waits for a yes is kept, one that opens nothing is not", () => {
  const hub = new FakeHub();
  const table = new Table();
  table.start("play", () => hub);
  const welcome = (changed: Partial<Welcome>) =>
    hub.say("welcome", { role: "viewer", seat: null, key: null, version: "1", phone: null, waiting: null, ...changed });
  const kept = [{ key: "k", waiting: 0 }, {}, { role: "seat" as const, key: "s" }].map((one) => {
    welcome(one);
    return storedKey("seat");
  });
  expect(kept).toEqual(["k", null, "s"]);
  storeKey("seat", null);
});

test("of a new view, seats and deeds that are as before are the same objects, so that nothing shows them once more", () => {
  const table = new Table();
  const deeds = [1, 3].map((deed) => ({ deed, owner: 0, mortgaged: false, stage: 0 }));
  table.show(view({ deeds }));
  const { seats } = table.view!;
  const poorer = [seat(0, { balance: 7 }), ...seats.slice(1).map((one) => ({ ...one }))];
  table.show(view({ version: 9, seats: poorer, deeds: [{ ...deeds[0]!, mortgaged: true }, { ...deeds[1]! }] }));
  expect(table.view!.seats[0]).toMatchObject({ balance: 7 });
  expect(table.view!.seats[1]).toBe(seats[1]);
  expect(table.view!.deeds[0]).toMatchObject({ mortgaged: true });
  expect(table.view!.deeds[1]).toBe(deeds[1]);
});
