/** What costs much takes more than one tap, and what belongs to a seat is set in one place. */
import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import DeedsDialog from "../../parts/deeds/DeedsDialog.svelte";
import OptionButton from "../../parts/controls/OptionButton.svelte";
import DoorSwitch from "../../parts/people/DoorSwitch.svelte";
import Gone from "./Gone.svelte";
import LobbySeat from "./LobbySeat.svelte";
import Seats from "./Seats.svelte";
import { SCENES } from "../../dev/scenes";
import { option, seat, seats, view } from "../../dev/fixtures";
import { display, holdDown, scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";
import type { PhoneView, View } from "../../wire";

afterEach(() => {
  table.page = "table";
});

const MORTGAGE = option({ command: "mortgage", seat: 0, deed: 1 }, { cost: -30 });
const AGAIN_MS = 400;
const FORGOTTEN_MS = 6000;
const opened = (changed = {}) => {
  const shown = view({ seats: [seat(0), seat(1, { name: "Papa", tag: null })], ...changed });
  const done = scene(shown);
  render(Seats, { view: table.view!, onclose: () => undefined });
  return done;
};

test("the first in the order cannot go up, nor the last go down", () => {
  const shown = view({ phase: "lobby", seats: seats(3) });
  scene(shown);
  for (const seat of shown.seats) render(LobbySeat, { seat, view: shown, shown: false, onjoin: () => undefined });
  const off = screen.getAllByRole<HTMLButtonElement>("button", { name: /nach (oben|unten)/ });
  expect(off.map(({ disabled }) => disabled)).toEqual([true, false, false, false, false, true]);
});

test("when a phone leaves the game, the tablet asks what becomes of its seat", async () => {
  const phone = {
    number: 1,
    kind: "android",
    since_ms: 0,
    state: "known",
    online: false,
    uninvited: false,
  } as PhoneView;
  const playing = (phones: View["join"]["phones"], changed = {}) => {
    const shown = SCENES.throw!;
    const seats = shown.seats.map((one) => (one.seat === 1 ? { ...one, ...changed } : one));
    return { ...shown, seats, join: { ...shown.join, phones } };
  };
  scene(playing({ 1: [phone] }));
  const { rerender } = render(Gone, { view: table.view! });
  expect(screen.queryByRole("dialog")).toBeNull();
  await rerender({ view: playing({ 1: [{ ...phone, state: "waiting" }] }) });
  expect(await screen.findByRole("dialog", { name: /Björn ist gegangen/ })).toBeDefined();
  expect(screen.getByRole("button", { name: /Warten/ })).toBeDefined();
  await rerender({ view: playing({ 1: [] }, { bot: "bold" }) });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test.each([
  [true, /nehmen sie einen freien Platz/],
  [false, /braucht den Code seines Platzes/],
])("that the door is open (%s) is said with what it means", (open_door, said) => {
  render(DoorSwitch, { view: view({ open_door }) });
  expect(screen.getByText(said)).toBeDefined();
});

const SALE = option({ command: "sell_deed", seat: 0, deed: 1 }, { cost: -30 });

describe("a mortgage on a phone, which takes nothing back", () => {
  const tap = () => fireEvent.click(screen.getByRole("button"));
  test.each([MORTGAGE, SALE])("is asked for once more, as a sale to the bank is", async (option) => {
    vi.useFakeTimers();
    table.page = "play";
    const done = scene(view());
    render(OptionButton, { option, answering: false });
    await tap();
    expect(screen.getByRole("button").textContent).toContain("Noch einmal: +30");
    await tap(); // the second half of a double tap
    expect(done).toEqual([]);
    vi.advanceTimersByTime(AGAIN_MS);
    await tap();
    expect(done).toMatchObject([{ command: option.command }]);
  });
  test("is forgotten if nobody taps again", async () => {
    vi.useFakeTimers();
    table.page = "play";
    const done = scene(view());
    render(OptionButton, { option: MORTGAGE, answering: false });
    await tap();
    await vi.advanceTimersByTimeAsync(FORGOTTEN_MS);
    await tap();
    expect(done).toEqual([]);
  });
  test("is one tap on the tablet, which does", async () => {
    const done = scene(view());
    render(OptionButton, { option: MORTGAGE, answering: false });
    await tap();
    expect(done).toHaveLength(1);
  });
});

describe("a seat in a running game", () => {
  test("goes to the computer after a second word, and back at once", async () => {
    const done = opened({ on_turn: 1 });
    await fireEvent.click(screen.getByRole("radio", { name: /mutig/ }));
    expect(done).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "Abbrechen" }));
    expect(screen.getByRole("radio", { name: "Ein Mensch" }).getAttribute("aria-checked")).toBe("true");
    await fireEvent.click(screen.getByRole("radio", { name: /mutig/ }));
    await fireEvent.click(screen.getByRole("button", { name: "Ja, der Computer spielt für Papa" }));
    expect(done).toEqual([{ do: "set_bot", seat: 1, bot: "bold" }]);
  });
  test("is left by who goes home, held down", async () => {
    const done = opened({ on_turn: 1 });
    await holdDown(screen.getByRole("button", { name: /^Nach Hause gehen/ }));
    expect(done).toEqual([{ do: "play", command: { command: "leave_game", seat: 1 }, prompt: null }]);
  });
  test("gets its piece", async () => {
    const done = opened({ on_turn: 1 });
    await fireEvent.click(screen.getByRole("button", { name: "Figur von Papa zuordnen" }));
    expect(done).toEqual([{ do: "enrol", seat: 1, uid: null }]);
  });
  test("is not set among its deeds, where building comes first", async () => {
    display(DeedsDialog, SCENES.build!, { of: 0, onclose: () => undefined });
    const dialog = screen.getByRole("dialog");
    await vi.dynamicImportSettled();
    await vi.waitFor(() => expect(dialog.querySelector(".build")).not.toBeNull());
    expect(screen.queryByRole("radio", { name: "Ein Mensch" })).toBeNull();
    const first = dialog.querySelector(".build, [data-deed]");
    expect(first?.className).toContain("build");
  });
});
