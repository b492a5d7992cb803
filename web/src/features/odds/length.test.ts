import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import LengthOnTv from "./LengthOnTv.svelte";
import Shorter from "./Shorter.svelte";
import { rested } from "../../browser/rested";
import { display, scene } from "../../dev/testing";
import Brought from "../../parts/frame/Brought.svelte";
import { LENGTH, LOBBY } from "./scenes";
import { shortEvenings } from "./evenings";
import { use } from "../../text/words.svelte";
import de from "../../locales/de.json";
import en from "../../locales/en.json";
import type { LengthView } from "../../wire";

const OPEN: LengthView = { minutes: 0, minutes_least: 0, minutes_most: 0, short: [] };
const evenings = (...minutes: number[]): LengthView => ({
  ...LENGTH,
  short: minutes.map((each, at) => ({ rounds: 5 * (at + 1), minutes: each })),
});

test("the evening is given in round minutes, in the reader's language", () => {
  display(Shorter, LOBBY);
  expect(screen.getByText("Heute etwa 95 Minuten")).toBeDefined();
  expect(screen.getByText("An den meisten Abenden 75 bis 130 Minuten")).toBeDefined();
  cleanup();
  use("en", en);
  render(Shorter, { view: LOBBY });
  render(LengthOnTv, { view: LOBBY });
  expect(screen.getAllByText("Tonight about 95 minutes")).toHaveLength(2);
  use("de", de);
});

test.each([
  ["lobby", "is known", LENGTH, 1],
  ["lobby", "is not asked for", null, 0],
  ["tv.lobby", "is known", LENGTH, 1],
  ["tv.lobby", "is not known yet", OPEN, 0],
  ["tv.lobby", "is not asked for", null, 0],
] as const)("in the place %s it stands if it is known: it %s", async (place, _, length, count) => {
  display(Brought, { ...LOBBY, length }, { place, given: { view: { ...LOBBY, length } } });
  await rested;
  await vi.dynamicImportSettled();
  await waitFor(() => expect(screen.queryAllByText(/^Heute etwa/)).toHaveLength(count));
});

test("where most evenings last as long as any it is said once", () => {
  const view = { ...LOBBY, length: { ...LENGTH, minutes: 18, minutes_least: 18, minutes_most: 21 } };
  scene(view);
  const { container } = render(Shorter, { view });
  expect(container.querySelector("p")!.textContent!.trim()).toBe("Heute etwa 20 Minuten");
});

test("what is not known yet is no evening of nothing", () => {
  scene(LOBBY);
  const { container } = render(Shorter, { view: { ...LOBBY, length: OPEN } });
  expect(container.querySelector("[aria-busy=true]")).not.toBeNull();
  expect(screen.queryByText(/\d/)).toBeNull();
});

test("the evenings to choose from are near the time people have, and shorter than the game", () => {
  expect(shortEvenings(evenings(14, 29, 44, 61, 75, 89, 104, 118), 0)).toEqual([10, 15, 20, 25]);
  expect(shortEvenings(evenings(3, 6, 9), 0)).toEqual([15]);
  expect(shortEvenings({ ...LENGTH, short: [] }, 0)).toEqual([]);
});

test("what is agreed on can be taken back, whatever it is near to", () => {
  expect(shortEvenings({ ...evenings(14, 29, 44, 61, 75, 89), minutes: 14 }, 5)).toEqual([5, 10, 15, 20, 30]);
});

test("the banker agrees on a short evening by its minutes, and on the whole game again", async () => {
  const done = scene(LOBBY);
  const { rerender } = render(Shorter, { view: LOBBY });
  await fireEvent.click(screen.getByRole("radio", { name: /etwa 60 Minuten\s*20 Runden/ }));
  await rerender({ view: { ...LOBBY, house_rules: ["pot", "rounds:20"] } });
  expect(screen.getByRole("radio", { name: /20 Runden/ }).getAttribute("aria-checked")).toBe("true");
  await fireEvent.click(screen.getByRole("radio", { name: "ohne Begrenzung" }));
  expect(done).toEqual([
    { do: "agree_house_rules", house_rules: ["pot", "rounds:20"] },
    { do: "agree_house_rules", house_rules: ["pot"] },
  ]);
});
