import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import Ended from "./Ended.svelte";
import LookingOn from "./LookingOn.svelte";
import { seat, view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";
import type { View } from "../../wire";

const OUT = seat(1, { out: true });
const PLAYING = view({ game: "g1", seats: [seat(0), OUT, seat(2)] });
const over = (changed: Partial<View>): View => ({ ...PLAYING, phase: "over", ...changed });

function ended(shown: View, whose = OUT): string {
  scene(shown);
  return render(Ended, { view: shown, seat: whose, worth: undefined }).container.textContent!;
}

afterEach(() => localStorage.clear());

test("who is out tips on one of those who still play, and reads at the end whether that was right", async () => {
  scene(PLAYING);
  render(LookingOn, { view: PLAYING });
  expect(screen.getAllByRole("radio").map((one) => one.textContent)).toEqual(["Anna", "Chloé"]);
  await fireEvent.click(screen.getByRole("radio", { name: "Chloé" }));
  expect(screen.getByRole("radio", { name: "Chloé" }).getAttribute("aria-checked")).toBe("true");
  expect(ended(over({ winner: 2 }))).toContain("Dein Tipp war richtig: Chloé.");
  expect(ended(over({ winner: 0 }))).toContain("Getippt hattest du auf Chloé.");
});

test("of another game, without a tip, or back in the game, nothing is said of one", async () => {
  expect(ended(over({ winner: 2 }))).not.toMatch(/tipp/i);
  scene(PLAYING);
  render(LookingOn, { view: PLAYING });
  await fireEvent.click(screen.getByRole("radio", { name: "Anna" }));
  expect(ended(over({ winner: 0, game: "g2" }))).not.toMatch(/tipp/i);
  expect(ended(over({ winner: 1 }), seat(1))).not.toMatch(/tipp/i);
});
