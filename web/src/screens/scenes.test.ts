/** What holds on every screen: each scene as the page shows it to whom it is for. */
import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import Play from "./Play.svelte";
import Table from "./Table.svelte";
import { seat } from "../dev/fixtures";
import { throwing } from "../dev/playing";
import { SCENES } from "../dev/scenes";
import { isAsked } from "../game/prompt";
import { scene } from "../dev/testing";
import { table } from "../state/table.svelte";
import type { View } from "../wire";

/** All parts have come. */
async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    await vi.dynamicImportSettled();
    await tick();
  }
}

async function shown(view: View) {
  const done = scene(view);
  table.page = view.role === "seat" ? "play" : "table";
  render(table.page === "play" ? Play : Table);
  await settled();
  return done;
}

const buttons = (which: string, within = "") => [
  ...document.querySelectorAll<HTMLButtonElement>(`${within}.button${which}:not(:disabled)`),
];

/** Somebody else has done something: every amount on a button is another one. */
const dearer = (view: View): View =>
  JSON.parse(
    JSON.stringify(view, (key, value: unknown) =>
      typeof value === "number" && ["cost", "minimum", "money", "price"].includes(key) && value ? value + 10 : value,
    ),
  ) as View;

for (const [name, view] of Object.entries(SCENES)) {
  test(`one button is gold: ${name}`, async () => {
    await shown(view);
    const offered = [...view.offers, ...(view.market?.offers ?? [])].some(({ options }) => options.length);
    const asked = view.phase === "lobby" || offered || isAsked(view);
    expect(buttons(".primary").map(({ textContent }) => textContent)).toHaveLength(asked ? 1 : 0);
  });
}

test.each([1, 0])("no card or sheet stands there empty until what it shows has come (asked: %i)", async (asked) => {
  const bare: Element[] = [];
  const look = () =>
    bare.push(...[...document.querySelectorAll(".card, .sheet")].filter((one) => !one.textContent.trim()));
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  await shown({ ...SCENES.sealing!, prompt: { ...SCENES.sealing!.prompt!, seats: [asked], options: [] } });
  if (!asked) table.moment = { kind: "group", seat: 0, because: [] };
  await settled();
  expect(document.querySelector(asked ? ".card .sealed, .card [data-bidder]" : ".sheet .moment")).not.toBeNull();
  expect(bare).toEqual([]);
  table.moment = null;
});

test("an heir's phone says what it inherits before it is asked about it", async () => {
  const left = [{ to: 0, money: 0, deeds: [5, 6] }];
  for (const [you, waits] of [
    [0, true],
    [2, false],
  ] as const) {
    await shown({ ...SCENES.mine!, you, prompt: throwing(you), offers: [] });
    table.moment = { kind: "bankrupt", seat: 1, because: [], left };
    await settled();
    const sheet = document.querySelector(".sheet")!;
    expect(sheet.querySelector("[data-moment]") !== null).toBe(waits);
    if (waits) expect(sheet.textContent).toContain("Anna: Südbahnhof und Chausseestraße");
    table.moment = null;
    cleanup();
  }
});
test("who is out looks on: who has the most money of those who play", async () => {
  const [out, rich, poor] = [seat(0, { out: true, balance: 9999 }), seat(1, { balance: 70 }), seat(2, { balance: 60 })];
  await shown({ ...SCENES.waiting!, seats: [out, rich, poor] });
  expect(document.querySelector("main")!.textContent).toContain("Am meisten Geld hat gerade Björn: 70");
  expect(document.querySelector("[data-tour=deeds]")).toBeNull();
});

const HOUR_MS = 3_600_000;
let begun = 0;
/** A scene, and the window that is opened in it. */
const AMOUNTS = [
  ...["auction", "buy", "debt", "interest", "lot", "mine", "building", "owing", "placing", "throw", "remote"],
  ...["throw Grundstücke", "build Grundstücke", "owing Grundstücke", "debt Grundstücke", "building Poststraße"],
  ...["shares Anteile", "sealing Anteile", "holding Anteile"],
];

test.each(AMOUNTS)("no tap pays what nobody has read: %s", async (where) => {
  const [name, window] = where.split(" ") as [string, string?];
  const done = await shown(SCENES[name]!);
  const read = ({ textContent }: Element) => textContent.replaceAll("\u00ad", "").trim();
  if (window)
    await fireEvent.click([...document.querySelectorAll("button")].find((one) => read(one).startsWith(window))!);
  await settled();
  const within = window ? "[role=dialog] " : "";
  const before = new Map(buttons("", within).map((button) => [button, button.textContent]));
  vi.useFakeTimers({ toFake: ["performance", "Date"] });
  vi.advanceTimersByTime((begun += HOUR_MS)); // it begins with 0, and the page is older than that
  table.show(dearer(SCENES[name]!));
  await settled();
  const paying = buttons("", within).filter((button) => read(button) !== "?"); // that asks why, where it came with them
  const changed = paying.filter((button) => before.get(button) !== button.textContent);
  expect(changed.length).toBeGreaterThan(0);
  vi.advanceTimersByTime(70);
  for (const button of changed) {
    await fireEvent.pointerDown(button);
    await fireEvent.click(button, { detail: 1 });
    expect(button.parentElement!.querySelector("[role=alert]")?.textContent).toContain("gerade geändert");
  }
  expect(done).toEqual([]);
  vi.advanceTimersByTime(350);
  await fireEvent.pointerDown(changed[0]!);
  await fireEvent.click(changed[0]!, { detail: 1 });
  expect(done).toHaveLength(1);
});

test("what one changes oneself holds up no other tap", async () => {
  const done = await shown(SCENES.buy!);
  const before = new Map(buttons("").map((button) => [button, button.textContent]));
  vi.useFakeTimers({ toFake: ["performance", "Date"] });
  vi.advanceTimersByTime((begun += HOUR_MS));
  const [first] = buttons(".primary");
  await fireEvent.pointerDown(first!);
  await fireEvent.click(first!, { detail: 1 });
  table.show(dearer(SCENES.buy!));
  await settled();
  const other = buttons("").find((button) => button !== first && before.has(button));
  await fireEvent.pointerDown(other!);
  await fireEvent.click(other!, { detail: 1 });
  expect(other!.parentElement!.querySelector("[role=alert]")).toBeNull();
  expect(done.length).toBeGreaterThan(0);
});
