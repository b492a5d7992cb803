import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import CorrectDialog from "./CorrectDialog.svelte";
import { draftFor } from "../../game/correction";
import { EDITION, line } from "../../dev/fixtures";
import { SCENES } from "../../dev/scenes";
import { holdDown, scene } from "../../dev/testing";

const view = SCENES.build!;
const open = (first?: ReturnType<typeof draftFor>) => {
  const done = scene(view);
  render(CorrectDialog, { view, edition: EDITION, ...(first ? { first } : {}), onclose: () => undefined });
  return done;
};
const pick = (group: string, name: RegExp | string) =>
  fireEvent.click(within(screen.getByRole("radiogroup", { name: group })).getByRole("radio", { name }));
const confirm = () => screen.getByRole("button", { name: /So ist es richtig/ });

const hold = () => holdDown(confirm());

describe("correcting by hand", () => {
  test("moves money after it was held down", async () => {
    const done = open();
    expect(confirm()).toHaveProperty("disabled", true);
    await pick("Von", "Die Bank");
    await pick("An", /Björn/);
    await fireEvent.click(screen.getByRole("button", { name: "50 mehr" }));
    await fireEvent.input(screen.getByLabelText(/Grund/), { target: { value: "Wechselgeld" } });
    expect(screen.getByText("Die Bank zahlt 50 an Björn.")).toBeDefined();
    await fireEvent.click(confirm());
    expect(done).toEqual([]);
    await hold();
    expect(done).toEqual([
      {
        do: "correct",
        correction: { command: "correct_money", payer: -1, payee: 1, amount: 50, reason: "Wechselgeld" },
      },
    ]);
  });
  test("tells spaces that are called alike from each other by the one before", async () => {
    open();
    await fireEvent.click(screen.getByRole("radio", { name: "Figur" }));
    const names = [...screen.getByLabelText("Steht auf").querySelectorAll("option")].map((one) => one.textContent);
    expect(names).toContain("Ereignisfeld · nach Chausseestraße");
    expect(names).toContain("Badstraße");
    expect(new Set(names).size).toBe(names.length);
  });
  test("offers the middle only where money may lie there", async () => {
    scene(view);
    for (const [middle, pot, offered] of [
      [false, 0, 0],
      [true, 0, 2],
      [false, 50, 2],
    ] as const) {
      render(CorrectDialog, { view: { ...view, middle, pot }, edition: EDITION, onclose: () => undefined });
      expect(screen.queryAllByRole("radio", { name: "Die Mitte" })).toHaveLength(offered);
      cleanup();
    }
  });
  test("puts a piece elsewhere", async () => {
    const done = open();
    await pick("Was stimmt nicht?", "Figur");
    await pick("Wer?", /Chloé/);
    await fireEvent.change(screen.getByLabelText("Steht auf"), { target: { value: "5" } });
    await hold();
    expect(done).toMatchObject([{ correction: { command: "correct_piece", seat: 2, space: 5 } }]);
  });
  test("sets buildings of a group", async () => {
    const done = open();
    await pick("Was stimmt nicht?", "Gebäude");
    await pick("Farbgruppe", "Orange");
    await fireEvent.click(
      within(screen.getByRole("group", { name: "Wiener Straße" })).getByRole("button", { name: "Eins mehr" }),
    );
    await hold();
    expect(done).toMatchObject([{ correction: { command: "correct_buildings", stages: { 18: 3 } } }]);
  });
  test("lets a deed be the bank's again, or a mortgage be none", async () => {
    const done = open();
    await pick("Was stimmt nicht?", "Grundstück");
    await fireEvent.change(screen.getByLabelText("Grundstück"), { target: { value: "31" } });
    await pick("Gehört", "Die Bank");
    await hold();
    expect(done).toMatchObject([{ correction: { command: "correct_deed", deed: 31, owner: -1 } }]);
  });
  test("opens a mortgage only of what is sold", async () => {
    open();
    await pick("Was stimmt nicht?", "Hypothek");
    expect(screen.queryByRole("option", { name: /Opernplatz/ })).toBeNull();
    expect(screen.getByRole("option", { name: /Seestraße · gehört Anna, mit Hypothek/ })).toBeDefined();
  });
  test("hands a release card on", async () => {
    const done = open();
    await pick("Was stimmt nicht?", "Freikarte");
    await pick("Von welchem Stapel?", "Ereignis");
    await pick("Von", "Stapel");
    await pick("An", /Dmitri/);
    await hold();
    expect(done).toMatchObject([
      { correction: { command: "correct_release_card", deck: "chance", source: -1, target: 3 } },
    ]);
  });
  test("asks for missed throws only of who goes to jail", async () => {
    const done = open();
    await pick("Was stimmt nicht?", "Gefängnis");
    await pick("Wer?", /Dmitri/);
    expect(screen.queryByRole("radiogroup", { name: "Würfe ohne Pasch bisher" })).toBeNull();
    await pick("Wer?", /Anna/);
    await pick("Würfe ohne Pasch bisher", "1");
    await hold();
    expect(done).toMatchObject([{ correction: { command: "correct_jail", seat: 0, jailed: true, missed: 1 } }]);
  });
  test("begins with the way back when opened from a payment", () => {
    open(draftFor(line(29, "money_moved", { payer: 0, payee: 2, amount: 28, purpose: "rent_street" })));
    expect(screen.getByText("Chloé zahlt 28 an Anna.")).toBeDefined();
  });
});
