import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import Feed from "./Feed.svelte";
import FeedEntry from "./FeedEntry.svelte";
import History from "./History.svelte";
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

const quiet = () => undefined;
const turns = (...seats: number[]) =>
  seats.map((one, move) => line(move, "turn_began", { seat: one, number: move, by: "undo" }));
const listed = () => [...document.querySelectorAll("ol.feed li")].map((one) => one.textContent!.trim());

test("the television tells the three newest lines worth telling, the newest on top", () => {
  scene(view());
  const rents = lines(0, 5).map((one, i) => ({ ...one, move: i }));
  const feed = [...rents, line(5, "dice_thrown", { seat: 0, faces: "1,2" }), { ...rents[0]!, move: 6, undone: true }];
  render(Feed, { scene: table.scene!, lines: feed, most: 3, big: true });
  expect(listed().map((one) => one.match(/10\d/)![0])).toEqual(["104", "103", "102"]);
  expect(screen.queryAllByRole("button")).toEqual([]);
});

test("what was paid is red, what was got is not, and what was taken back is struck through", () => {
  scene(view());
  const pay = (move: number, payer: number, payee: number) =>
    line(move, "money_moved", { payer, payee, amount: 7, purpose: "card_pay" });
  render(Feed, { scene: table.scene!, lines: [pay(1, 0, -1), pay(2, -1, 0), { ...pay(3, 0, -1), undone: true }] });
  const of = (name: string) =>
    [...document.querySelectorAll("li")].map((one) => one.matches(name) || one.querySelector(name) !== null);
  expect([of("b.bad"), of("li.undone")]).toEqual([
    [true, false, true],
    [true, false, false],
  ]);
});

test("a tap on a line opens it", async () => {
  scene(view());
  render(Feed, { scene: table.scene!, lines: lines(0, 2) });
  await fireEvent.click(entry(101)!);
  expect((await screen.findByRole("dialog")).textContent).toContain("101");
});

describe("a line close up", () => {
  const back = () => screen.queryByRole("button", { name: "Alles ab hier zurücknehmen" });
  const [done] = lines(0, 1);
  const hub = (moves: number) => vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ moves })));

  test.each([
    [true, done!, 2],
    [false, done!, 0],
    [true, { ...done!, undone: true }, 0],
    [true, line(1, "undone", { moves: 1, first: 9 }), 0],
    [true, line(1, "redone", {}), 0],
  ])("is taken back or put right by the banker (%s) alone, and only if it is a move that stands", (is, one, ways) => {
    scene(view({ role: is ? "banker" : "viewer" }));
    render(FeedEntry, { scene: table.scene!, line: one, onclose: quiet });
    expect(screen.queryAllByRole("button", { name: /zurücknehmen|Korrigieren/ })).toHaveLength(ways);
  });
  test("says why it is that much, and where the rules say so", () => {
    scene(view());
    const explanation = { row: "classic-07", formula: "rent_street", inputs: { deed: 1, base: 2, factor: 2 } };
    render(FeedEntry, { scene: table.scene!, line: { ...done!, explanation }, onclose: quiet });
    expect(screen.getByText("Grundmiete von Badstraße: 2, mal 2 für die Farbgruppe.")).toBeDefined();
    expect(screen.getByRole("link", { name: "Regelblatt" }).getAttribute("href")).toBe("/rules#rent");
  });
  test.each([
    [[], 0],
    [["double_salary"], 1],
  ])("says that %j pays the salary twice on the start", (house_rules, said) => {
    scene(view({ house_rules }));
    const explanation = { row: "classic-04", formula: "salary", inputs: { seat: 0 } };
    render(FeedEntry, { scene: table.scene!, line: { ...done!, explanation }, onclose: quiet });
    expect(screen.queryAllByText(/Wer genau auf Los stehen bleibt, bekommt das doppelte Gehalt/)).toHaveLength(said);
  });
  test("after the end nothing is put right, but taken back", () => {
    scene(view({ phase: "over" }));
    render(FeedEntry, { scene: table.scene!, line: done!, onclose: quiet });
    expect([back() !== null, screen.queryByRole("button", { name: "Korrigieren" })]).toEqual([true, null]);
  });
  test("is taken back with what the hub was asked about, although the game went on; if refused, it asks again", async () => {
    const sent = scene(view({ undo: 5 }));
    hub(3);
    const onclose = vi.fn();
    const { rerender } = render(FeedEntry, { scene: table.scene!, line: done!, onclose });
    await fireEvent.click(back()!);
    const sure = () => screen.findByRole("button", { name: /^3 Schritte zurücknehmen/ });
    await sure();
    table.show(view({ undo: 6 }));
    await rerender({ scene: table.scene!, line: done!, onclose });
    const grant = table.act;
    table.act = (action) => grant(action).then((answer) => ({ ...answer, ok: false, reason: "stale" }));
    await fireEvent.click(await sure());
    await waitFor(() => expect(back()).not.toBeNull());
    expect([sent, onclose.mock.calls]).toEqual([[{ do: "undo", seen: 5, to: 1 }], []]);
    table.act = grant;
    await fireEvent.click(back()!);
    await fireEvent.click(await sure());
    await waitFor(() => expect(onclose).toHaveBeenCalled());
    expect(sent[1]).toEqual({ do: "undo", seen: 6, to: 1 });
  });
  test("is not taken back where nothing would be", async () => {
    scene(view());
    hub(0);
    render(FeedEntry, { scene: table.scene!, line: done!, onclose: quiet });
    await fireEvent.click(back()!);
    await screen.findByText(/nichts/);
    expect(screen.queryByRole("button", { name: /Schritte? zurücknehmen/ })).toBeNull();
  });
});

test("the whole history goes back to the first move, each line once, in order, of everybody or of one", async () => {
  scene(view({ feed: turns(0, 1, 2, 0, 1).slice(3) }));
  const parts = [[2, 3], [1], [0]].map((moves) => moves.map((move) => turns(0, 1, 2, 0, 1)[move]!));
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    const part = parts[asked.length - 1]!;
    const first = [201, 1, 0][asked.length - 1];
    return Promise.resolve(Response.json({ first, steps: part.map((one) => ({ lines: [one] })) }));
  });
  render(History, { scene: table.scene!, onclose: quiet });
  const names = () => listed().map((one) => one.match(/Anna|Björn|Chloé/)![0]);
  expect(names()).toEqual(["Björn", "Anna"]);
  await fireEvent.click(screen.getByRole("button", { name: "Ältere zeigen" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Ältere zeigen" })).toBeNull());
  expect(names()).toEqual(["Björn", "Anna", "Chloé", "Björn", "Anna"]);
  expect(asked.map((one) => Number(one.split("first=")[1])).slice(1)).toEqual([200, 0]);
  await fireEvent.click(screen.getByRole("radio", { name: /Anna/ }));
  expect(names()).toEqual(["Anna", "Anna"]);
});
