/** Nobody does what they have not read: a button does what it offered when the finger went down. */
import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { describe, expect, test } from "vitest";
import Bid from "../prompt/Bid.svelte";
import OptionButton from "./OptionButton.svelte";
import UndoBar from "../feed/UndoBar.svelte";
import en from "../../locales/en.json";
import { line, option, seat, view } from "../../dev/fixtures";
import { scene, speakGerman } from "../../dev/testing";
import { QUIET } from "../../state/news";
import { table } from "../../state/table.svelte";
import { reasonText } from "../../text/sentences";
import { use } from "../../text/words.svelte";
import type { Option, PlaceBid } from "../../wire";

const bidding = (minimum: number) =>
  option({ command: "place_bid", seat: 1, amount: minimum }, { minimum, maximum: 900 }) as Option & {
    command: PlaceBid;
  };
const building = (cost: number) => option({ command: "build", seat: 0, deed: 1 }, { cost });
const set = () => scene(view({ seats: [seat(0, { name: "Papa" }), seat(1), seat(2)] }));

describe("a bid that rises under the finger", () => {
  test("is the one that was read when the finger went down", async () => {
    const done = set();
    const { rerender } = render(Bid, { option: bidding(56), pass: undefined });
    const button = screen.getByRole("button", { name: /56/ });
    await fireEvent.pointerDown(button);
    await rerender({ option: bidding(157) });
    expect(button.textContent).toContain("157");
    await fireEvent.pointerUp(button);
    await fireEvent.click(button);
    expect(done).toMatchObject([{ command: { command: "place_bid", amount: 56 } }]);
  });
  test("is the one that was read when the key went down", async () => {
    const done = set();
    const { rerender } = render(Bid, { option: bidding(56), pass: undefined });
    const button = screen.getByRole("button", { name: /56/ });
    await fireEvent.keyDown(button, { key: " " });
    await rerender({ option: bidding(157) });
    await fireEvent.keyUp(button, { key: " " });
    await fireEvent.click(button);
    expect(done).toMatchObject([{ command: { amount: 56 } }]);
  });
  test("is the new one after the finger came up elsewhere and went down again", async () => {
    const done = set();
    const { rerender } = render(Bid, { option: bidding(56), pass: undefined });
    const button = screen.getByRole("button", { name: /56/ });
    await fireEvent.pointerDown(button);
    await fireEvent.pointerLeave(button);
    await rerender({ option: bidding(157) });
    await fireEvent.pointerDown(button);
    await fireEvent.click(button);
    expect(done).toMatchObject([{ command: { amount: 157 } }]);
  });
  test("says who was faster, in both languages", () => {
    const details = { minimum: 157, leader: 0, high: 156 };
    const said = view({ seats: [seat(0, { name: "Papa" }), seat(1)] });
    expect(reasonText({ view: said, edition: null }, "bid_too_low", details)).toBe("Papa war schneller: 156.");
    use("en", en);
    expect(reasonText({ view: said, edition: null }, "bid_too_low", details)).toBe("Papa was faster: 156.");
    speakGerman();
  });
  test("was too low if nobody has bid", () => {
    const details = { minimum: 10, leader: -1, high: 0 };
    expect(reasonText({ view: view(), edition: null }, "bid_too_low", details)).toBe("Zu wenig: mindestens 10 bieten.");
  });
});

describe("a price that changes under the finger", () => {
  test("is not paid, and said", async () => {
    const done = set();
    const { rerender } = render(OptionButton, { option: building(50), answering: false });
    const button = screen.getByRole("button", { name: /50/ });
    await fireEvent.pointerDown(button);
    await rerender({ option: building(100) });
    await fireEvent.click(button);
    expect((await screen.findByRole("alert")).textContent).toBe("Das hat sich gerade geändert: jetzt 100 statt 50.");
    expect(done).toEqual([]);
    await fireEvent.pointerDown(button);
    await fireEvent.click(button);
    expect(done).toMatchObject([{ command: { command: "build", deed: 1 } }]);
  });
  test("is paid if the same option only came once more", async () => {
    const done = set();
    const { rerender } = render(OptionButton, { option: building(50), answering: false });
    await fireEvent.pointerDown(screen.getByRole("button"));
    await rerender({ option: building(50) });
    await fireEvent.click(screen.getByRole("button"));
    expect(done).toHaveLength(1);
  });
});

describe("a button that takes the place of another under the finger", () => {
  test("is not what was touched, and says so", async () => {
    const done = set();
    await fireEvent.pointerDown(document.body);
    await new Promise((later) => setTimeout(later, 5));
    render(OptionButton, { option: building(50), answering: false });
    const button = screen.getByRole("button", { name: /50/ });
    await fireEvent.pointerUp(button);
    await fireEvent.click(button, { detail: 1 });
    expect(done).toEqual([]);
    expect(screen.getByRole("alert").textContent).toBe("Das hat sich gerade geändert. Schau noch einmal hin.");
    await fireEvent.pointerDown(button);
    await fireEvent.pointerUp(button);
    await fireEvent.click(button, { detail: 1 });
    expect(done).toHaveLength(1);
  });
  test("can be pressed by what has no finger", async () => {
    const done = set();
    render(OptionButton, { option: building(50), answering: false });
    await new Promise((later) => setTimeout(later, 450));
    await fireEvent.click(screen.getByRole("button", { name: /50/ }), { detail: 1 });
    expect(done).toHaveLength(1);
  });
});

test("a step that comes under the finger is not taken back instead of the one that was read", async () => {
  const done = scene(view({ undo: 3 }));
  table.news = { ...QUIET, lines: [line(3, "money_moved", { payer: 0, payee: 1, amount: 100, purpose: "rent" })] };
  render(UndoBar);
  const button = await screen.findByRole("button", { name: /Rückgängig/ });
  await fireEvent.pointerDown(button);
  table.view = view({ undo: 4 });
  await fireEvent.click(button);
  expect(done).toEqual([{ do: "undo", seen: 3, to: null }]);
  table.news = QUIET;
});

test("what happened can be taken back until the last second, unless nothing is left", async () => {
  scene(view({ undo: 3 }));
  table.news = { ...QUIET, lines: [line(3, "money_moved", { payer: 0, payee: 1, amount: 100, purpose: "rent" })] };
  render(UndoBar);
  await screen.findByRole("button", { name: /Rückgängig/ });
  table.now = Date.now() + 9500;
  await tick();
  expect(screen.queryByRole("button", { name: /Rückgängig/ })).not.toBeNull();
  table.view = view({ undo: 0 });
  await tick();
  expect(screen.queryByRole("button", { name: /Rückgängig/ })).toBeNull();
  table.news = QUIET;
  table.now = Date.now();
});
