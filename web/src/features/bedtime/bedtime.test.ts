import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import Countdown from "./Countdown.svelte";
import MenuDialog from "../../screens/table/MenuDialog.svelte";
import { minutesUntil, proposed, tooLate, USUAL } from "./time";
import { view } from "../../dev/fixtures";
import { display, scene } from "../../dev/testing";
import { wonText } from "../../game/ranking";
import { bringIn, brought } from "../../state/features";

const EIGHT = new Date(2026, 10, 28, 20, 0);

beforeEach(() => void vi.useFakeTimers({ now: EIGHT, toFake: ["Date", "setInterval", "clearInterval"] }));
afterEach(() => {
  localStorage.clear();
});

const all = brought();
let estimated: number | null;
beforeEach(() => bringIn([...all, { minutesLeft: () => estimated }]));
afterEach(() => bringIn(all));

/** The banker's page at eight, with this bedtime, in a game that takes so many minutes more; a game of its own. */
function due(time: string, minutes: number | null, game: string) {
  localStorage.setItem(USUAL, time);
  estimated = minutes;
  return display(Countdown, view({ game, phase: "playing", bedtime: null }));
}

describe("bedtime", () => {
  test.each([
    ["20:30", 30],
    ["19:00", 23 * 60],
    ["20:00", 24 * 60],
    ["", null],
    ["x:30", null],
  ])("%s is so many minutes after eight", (time, minutes) => {
    expect(minutesUntil(time, EIGHT)).toBe(minutes);
  });
  test.each([
    [20, 0, "21:00"],
    [20, 29, "21:00"],
    [20, 30, "21:30"],
    [23, 0, "00:00"],
    [23, 45, "00:30"],
  ])("at %i:%i it is proposed for %s", (hour, minute, time) =>
    expect(proposed(new Date(2026, 10, 28, hour, minute))).toBe(time),
  );
  test("the banker says it in rounds or by the clock, and takes it back", async () => {
    const closed = vi.fn();
    const done = display(MenuDialog, view({ bedtime: { rounds: 2, left_s: 0 } }), { onclose: closed });
    await fireEvent.click(await screen.findByRole("button", { name: "Wann ist Schluss?" }));
    const asked = within(screen.getByRole("dialog", { name: "Wann ist Schluss?" }));
    await fireEvent.click(asked.getByRole("button", { name: "Diese Runde ist die letzte" }));
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
    expect(localStorage.getItem(USUAL), "nobody has named a time").toBeNull();
    await fireEvent.click(asked.getByRole("button", { name: "Letzte Runde um 21:00" }));
    await fireEvent.click(asked.getByRole("button", { name: "Doch ohne Ende spielen" }));
    expect(done).toEqual([
      { do: "set_bedtime", rounds: 1, minutes: 0 },
      { do: "set_bedtime", rounds: 0, minutes: 60 },
      { do: "set_bedtime", rounds: 0, minutes: 0 },
    ]);
  });
  test.each([
    ["20:30", 31, 30],
    ["20:30", 30, null],
    ["20:30", null, 30],
    ["20:45", 500, 45],
    ["20:46", 500, null],
    ["19:59", 5, 0],
    ["17:00", 5, 0],
    ["16:59", 5, null],
  ])("with a bedtime at %s and %s minutes to play it is time: %s", (time, minutes, left) => {
    expect(tooLate(time, EIGHT, minutes)).toBe(left);
  });
  test("the estimate says when it is time, and the banker agrees on an end by one tap", async () => {
    const done = due("20:30", 70, "a");
    expect(screen.getByText("Bei diesem Tempo endet das Spiel gegen 21:10 Uhr. Schlafenszeit ist um 20:30 Uhr."));
    await fireEvent.click(screen.getByRole("button", { name: "Letzte Runde um 20:30" }));
    await fireEvent.click(screen.getByRole("button", { name: "Noch 2 Runden mit dieser" }));
    expect(done).toEqual([
      { do: "set_bedtime", rounds: 0, minutes: 30 },
      { do: "set_bedtime", rounds: 2, minutes: 0 },
    ]);
  });
  test("where it has passed already, this round is the last", async () => {
    const done = due("19:30", null, "a late one");
    expect(screen.queryByRole("button", { name: /Letzte Runde um/ })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Diese Runde ist die letzte" }));
    expect(done).toEqual([{ do: "set_bedtime", rounds: 1, minutes: 0 }]);
  });
  test("who plays on today is not asked again in this game", async () => {
    due("20:30", null, "b");
    await fireEvent.click(screen.getByRole("button", { name: "Heute weiterspielen" }));
    expect(screen.queryByText(/Schlafenszeit/)).toBeNull();
    cleanup();
    due("20:30", null, "b");
    expect(screen.queryByText(/Schlafenszeit/)).toBeNull();
    cleanup();
    due("20:30", null, "c");
    expect(screen.getByText("Gleich ist Schlafenszeit: 20:30 Uhr.")).toBeTruthy();
  });
  test("it comes while the page stands there, and the time agreed on last is the usual one", async () => {
    const early = due("", null, "d");
    expect(screen.queryByText(/Schlafenszeit/)).toBeNull();
    cleanup();
    render(MenuDialog, { view: view({ bedtime: null }), onclose: () => undefined });
    await fireEvent.click(await screen.findByRole("button", { name: "Wann ist Schluss?" }));
    await fireEvent.input(screen.getByLabelText(/nach der Uhr/), { target: { value: "21:00" } });
    await fireEvent.click(screen.getByRole("button", { name: "Letzte Runde um 21:00" }));
    await vi.waitFor(() => expect(localStorage.getItem(USUAL)).toBe("21:00"));
    expect(early).toEqual([{ do: "set_bedtime", rounds: 0, minutes: 60 }]);
    cleanup();
    due("21:00", 200, "e");
    expect(screen.queryByText(/Schlafenszeit/)).toBeNull();
    await vi.advanceTimersByTimeAsync(16 * 60_000);
    expect(screen.getByText(/Schlafenszeit ist um 21:00 Uhr/)).toBeTruthy();
  });
  test("nobody else is asked", async () => {
    display(MenuDialog, view({ role: "viewer" }), { onclose: () => undefined });
    await vi.dynamicImportSettled();
    expect(screen.queryByRole("button", { name: "Wann ist Schluss?" })).toBeNull();
  });
  test("a screen counts down by the hub's clock, also while nothing is sent", async () => {
    display(Countdown, view({ bedtime: { rounds: 0, left_s: 30 * 60 } }));
    expect(screen.getByRole("status").textContent).toContain("Letzte Runde um 20:30, noch 30 Minuten");
    await vi.advanceTimersByTimeAsync(12.5 * 60_000);
    expect(screen.getByRole("status").textContent).toContain("noch 18 Minuten");
  });
  test("rounds are counted down", () => {
    for (const [rounds, text] of [
      [3, "Noch 3 Runden"],
      [1, "Letzte Runde"],
    ] as const) {
      display(Countdown, view({ bedtime: { rounds, left_s: 0 } }));
      expect(screen.getByRole("status").textContent).toContain(text);
      cleanup();
    }
  });
  test("the richest has won where nobody counted rounds from the beginning", () => {
    const line = { key: "assets_reckoned", args: { seat: 0, total: 2000 }, undone: false };
    const over = view({ phase: "over", winner: 0, round: 1 });
    scene(over);
    expect(wonText({ ...over, feed: [{ ...over.feed[0]!, ...line }] })).toBe("Am Ende am reichsten: Anna");
  });
});
