import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import Ended from "./Ended.svelte";
import Join from "./Join.svelte";
import Leaving from "./Leaving.svelte";
import LookingOn from "./LookingOn.svelte";
import Seat from "./Seat.svelte";
import { doors, seat, view } from "../../dev/fixtures";
import { display, holdDown, scene } from "../../dev/testing";
import { SCENES } from "../../dev/scenes";
import { storedKey, storeKey } from "../../net/keys";
import { table } from "../../state/table.svelte";
import type { View } from "../../wire";

const OUT = seat(1, { out: true });
const PLAYING = view({ game: "g1", seats: [seat(0), OUT, seat(2)] });
const over = (changed: Partial<View>): View => ({ ...PLAYING, phase: "over", ...changed });

function ended(shown: View, whose = OUT): string {
  scene(shown);
  return render(Ended, { view: shown, seat: whose, worth: undefined }).container.textContent!;
}

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  table.welcome = null;
});

test("who is out tips on one of those who still play, and reads at the end whether that was right", async () => {
  scene(PLAYING);
  render(LookingOn, { view: PLAYING });
  expect(screen.getAllByRole("radio").map((one) => one.textContent)).toEqual(["Anna", "Chloé"]);
  await fireEvent.click(screen.getByRole("radio", { name: "Chloé" }));
  expect(screen.getByRole("radio", { name: "Chloé" }).getAttribute("aria-checked")).toBe("true");
  expect(ended(over({ winner: 2 }))).toContain("Dein Tipp war richtig: Chloé.");
  expect(ended(over({ winner: 0 }))).toContain("Getippt hattest du auf Chloé.");
});

test("whom money is owed reads on their phone by whom, and how much, while they wait", () => {
  const owed: View = { ...SCENES.debt!, role: "seat", you: 1, prompt: { ...SCENES.debt!.prompt!, options: [] } };
  scene(owed);
  const { container } = render(Seat, { view: owed, seat: owed.seats[1]! });
  const card = container.querySelector("[data-tour=question]")!.textContent;
  expect(card).toContain("Anna schuldet 1.700");
  expect(card).toContain("An Björn");
  expect(card).toContain("Warten auf Anna");
});

test("of another game, without a tip, or back in the game, nothing is said of one", async () => {
  expect(ended(over({ winner: 2 }))).not.toMatch(/tipp/i);
  scene(PLAYING);
  render(LookingOn, { view: PLAYING });
  await fireEvent.click(screen.getByRole("radio", { name: "Anna" }));
  expect(ended(over({ winner: 0, game: "g2" }))).not.toMatch(/tipp/i);
  expect(ended(over({ winner: 1 }), seat(1))).not.toMatch(/tipp/i);
});

test("who is out reads who has most of those that play, and at the end everybody which place is theirs", () => {
  const rich = { ...PLAYING, seats: [seat(0, { balance: 10 }), { ...OUT, balance: 900 }, seat(2, { balance: 30 })] };
  scene(rich);
  render(LookingOn, { view: rich });
  expect(screen.getByText("Am meisten Geld hat gerade Chloé: 30")).toBeDefined();
  expect(ended({ ...over({ winner: 2 }), seats: rich.seats }, rich.seats[0])).toContain("Du bist auf Platz 2 von 3.");
});

test("whoever plays a seat reads how many phones do, and finds all of them, those that wait as well", async () => {
  vi.useRealTimers();
  const phone = { kind: "android", since_ms: 0, online: true, uninvited: false } as const;
  const states = ["known", "new", "waiting"] as const;
  const phones = { 0: states.map((state, at) => ({ ...phone, state, number: at + 1 })) };
  display(Leaving, view({ join: doors({ phones }) }), { seat: seat(0) });
  await fireEvent.click(screen.getByRole("button", { name: /^2 Handys spielen/ }));
  expect(await screen.findByRole("dialog", { name: "Handys für Anna" })).toBeDefined();
  expect(document.querySelectorAll("[data-phone]")).toHaveLength(states.length);
});

test.each([
  ["leaves its seat", "Platz verlassen", 0, null],
  ["waits no longer", "Nicht mehr warten", null, 0],
])("a phone that %s signs itself out and forgets its key, by holding", async (_, name, own, waiting) => {
  vi.useRealTimers();
  const shown = { ...PLAYING, role: own === null ? "viewer" : "seat", you: own } as View;
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  table.welcome = { role: shown.role, seat: own, key: "k", version: "1", phone: 4, waiting };
  storeKey("seat", "k");
  const done = display(own === null ? Join : Leaving, shown, { seat: shown.seats[0]! });
  const button = await screen.findByRole("button", { name: new RegExp(`^${name}`) });
  await fireEvent.click(button);
  expect(done).toEqual([]);
  await holdDown(button);
  vi.useRealTimers();
  await waitFor(() => expect(reload).toHaveBeenCalled());
  expect([done, storedKey("seat")]).toEqual([[{ do: "sign_out", seat: 0, phone: 4 }], null]);
});
