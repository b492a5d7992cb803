import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import Countdown from "./Countdown.svelte";
import MenuDialog from "../../screens/table/MenuDialog.svelte";
import { minutesUntil } from "./time";
import { view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";
import { wonText } from "../../game/ranking";

const EIGHT = new Date(2026, 10, 28, 20, 0);

beforeEach(() => void vi.useFakeTimers({ now: EIGHT, toFake: ["Date", "setInterval", "clearInterval"] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("bedtime", () => {
  test.each([
    ["20:30", 30],
    ["19:00", 23 * 60],
    ["20:00", 24 * 60],
    ["", null],
  ])("%s is so many minutes after eight", (time, minutes) => {
    expect(minutesUntil(time, EIGHT)).toBe(minutes);
  });
  test("the banker says it in rounds or by the clock, and takes it back", async () => {
    const playing = view({ bedtime: { rounds: 2, left_s: 0 } });
    const done = scene(playing);
    render(MenuDialog, { view: playing, onclose: () => undefined });
    await fireEvent.click(await screen.findByRole("button", { name: "Wann ist Schluss?" }));
    const asked = within(screen.getByRole("dialog", { name: "Wann ist Schluss?" }));
    await fireEvent.click(asked.getByRole("button", { name: "Diese Runde ist die letzte" }));
    await fireEvent.click(asked.getByRole("button", { name: "Letzte Runde um 21:00" }));
    await fireEvent.click(asked.getByRole("button", { name: "Doch ohne Ende spielen" }));
    expect(done).toEqual([
      { do: "set_bedtime", rounds: 1, minutes: 0 },
      { do: "set_bedtime", rounds: 0, minutes: 60 },
      { do: "set_bedtime", rounds: 0, minutes: 0 },
    ]);
  });
  test("nobody else is asked", async () => {
    const watched = view({ role: "viewer" });
    scene(watched);
    render(MenuDialog, { view: watched, onclose: () => undefined });
    await screen.findByText("Brett und Technik");
    expect(screen.queryByRole("button", { name: "Wann ist Schluss?" })).toBeNull();
  });
  test("a screen counts down by the hub's clock, also while nothing is sent", async () => {
    const shown = view({ bedtime: { rounds: 0, left_s: 30 * 60 } });
    scene(shown);
    render(Countdown, { view: shown });
    expect(screen.getByRole("status").textContent).toContain("Letzte Runde um 20:30, noch 30 Minuten");
    await vi.advanceTimersByTimeAsync(12.5 * 60_000);
    expect(screen.getByRole("status").textContent).toContain("noch 18 Minuten");
  });
  test("rounds are counted down", () => {
    for (const [rounds, text] of [
      [3, "Noch 3 Runden"],
      [1, "Letzte Runde"],
    ] as const) {
      const shown = view({ bedtime: { rounds, left_s: 0 } });
      scene(shown);
      render(Countdown, { view: shown });
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
