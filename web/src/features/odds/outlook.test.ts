import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import OutlookSwitch from "./OutlookSwitch.svelte";
import Players from "../../parts/people/Players.svelte";
import TimeLeft from "./TimeLeft.svelte";
import { display, scene } from "../../dev/testing";
import { view } from "../../dev/fixtures";
import { FORESEEN, FOUND } from "./scenes";
import { chance } from "./chance";
import { rough } from "../../text/i18n";
import { use } from "../../text/words.svelte";
import de from "../../locales/de.json";
import en from "../../locales/en.json";
import type { OutlookView } from "../../wire";

const OPEN: OutlookView = {
  odds: [],
  low: [],
  high: [],
  minutes_left: 0,
  minutes_least: 0,
  minutes_most: 0,
  played_on: false,
};

test("chances are whole percent with their bounds, and nothing until they are known", () => {
  expect([0, 2, 3].map((seat) => chance(FOUND, seat))).toEqual([
    { percent: 51, low: 48, high: 54 },
    { percent: 18, low: 16, high: 21 },
    { percent: 0, low: 0, high: 0 },
  ]);
  expect(chance(OPEN, 0)).toBeNull();
});

test("minutes are as rough as they are known", () => {
  expect([0, 7, 9, 12, 13, 42, 78].map(rough)).toEqual([0, 7, 9, 10, 15, 40, 80]);
});

test("each player's row has their chance, but not that of whoever is out", async () => {
  const [anna, ...others] = FORESEEN.seats;
  const shown = { ...FORESEEN, seats: [{ ...anna!, out: true }, ...others] };
  scene(shown);
  const { rerender } = render(Players, { view: shown });
  expect(await screen.findByText("Gewinnt mit etwa 30 Prozent, zwischen 27 und 33")).toBeDefined();
  expect(screen.getByText("18 %")).toBeDefined();
  expect(screen.queryByText("51 %")).toBeNull();
  await rerender({ view: { ...shown, phase: "over" } });
  expect(screen.queryByText("18 %")).toBeNull();
});

test("what is not known yet is no chance of nothing", async () => {
  const shown = view({ outlook: OPEN });
  display(Players, shown);
  expect(await screen.findAllByText("…")).toHaveLength(shown.seats.length + 1);
  expect(screen.queryByText(/%/)).toBeNull();
});

test("where rules have no evaluation it is said how chances were estimated", () => {
  render(TimeLeft, { view: view({ outlook: { ...FOUND, played_on: true } }) });
  expect(screen.getByText(/Geschätzt durch Weiterspielen/)).toBeDefined();
  cleanup();
  render(TimeLeft, { view: view({ outlook: FOUND }) });
  expect(screen.queryByText(/Weiterspielen/)).toBeNull();
});

test("the time is said in the reader's language", () => {
  render(TimeLeft, { view: view({ outlook: FOUND }) });
  expect(screen.getByText("Noch etwa 40 Minuten, meist 9 bis 80")).toBeDefined();
  cleanup();
  use("en", en);
  render(TimeLeft, { view: view({ outlook: FOUND }) });
  expect(screen.getByText("About 40 minutes left, most often 9 to 80")).toBeDefined();
  cleanup();
  render(TimeLeft, { view: view({ outlook: OPEN }) });
  expect(screen.getByText("…").getAttribute("aria-busy")).toBe("true");
  use("de", de);
});

test("the banker switches it on and off", async () => {
  const done = scene(view());
  render(OutlookSwitch, { view: view() });
  expect(screen.getByRole("radio", { name: "Aus" }).getAttribute("aria-checked")).toBe("true");
  await fireEvent.click(screen.getByRole("radio", { name: "An" }));
  cleanup();
  render(OutlookSwitch, { view: view({ outlook: OPEN }) });
  await fireEvent.click(screen.getByRole("radio", { name: "Aus" }));
  expect(done).toEqual([
    { do: "set_outlook", on: true },
    { do: "set_outlook", on: false },
  ]);
});
