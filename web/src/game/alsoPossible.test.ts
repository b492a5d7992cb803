import { describe, expect, test } from "vitest";
import { DEEDS, EDITION, option, seat, view } from "../dev/fixtures";
import { building } from "../dev/building";
import { SCENES } from "../dev/scenes";
import { canText } from "./alsoPossible";

const mortgage = (seat: number, deed: number, refused: string | null = null) =>
  option({ command: "mortgage", seat, deed }, { cost: -50, refused });
const you = { role: "seat", you: 0 } as const;

describe("what can be done now", () => {
  test("is said in one sentence, what it costs at least, the most promising first", () => {
    const free = [mortgage(0, 5), mortgage(0, 11), building(8, 100), building(1, 50), building(9, 100)];
    expect(canText(view({ ...you, free, deeds: DEEDS }), EDITION, 0)).toBe(
      "Du kannst jetzt auch bauen (ab 50), handeln und eine Hypothek aufnehmen.",
    );
  });
  test("leaves out what is refused, what others may do, and trade where it is closed", () => {
    const free = [building(1, 50, "uneven"), mortgage(1, 25), mortgage(0, 5)];
    expect(canText(view({ ...you, free, trade: false }), EDITION, 0)).toBe(
      "Du kannst jetzt auch eine Hypothek aufnehmen.",
    );
    expect(canText(view({ free, trade: false }), EDITION, 1)).toBe("Björn kann jetzt auch eine Hypothek aufnehmen.");
    expect(
      canText(view({ ...you, free: [building(1, 50, "uneven"), mortgage(1, 25)], trade: false }), EDITION, 0),
    ).toBe("");
  });
  test("is nothing where nothing can be done", () => {
    expect(canText(view({ ...you, trade: false }), EDITION, 0)).toBe("");
    expect(canText(view({ ...you, trade: true, deeds: DEEDS }), { ...EDITION, goods: [] }, 0)).toBe("");
  });
  test("leaves out a remote purchase, which the question before the throw puts itself", () => {
    const free = [option({ command: "buy_remote", seat: 0, deed: 8 }, { cost: 120 })];
    expect(canText(view({ ...you, free, trade: false }), EDITION, 0)).toBe("");
  });
  test("leaves out a report, which may be filed at any time (haustein-20)", () => {
    const free = [option({ command: "file_report", seat: 0 }), mortgage(0, 5)];
    expect(canText(view({ ...you, free, trade: false }), EDITION, 0)).toBe(
      "Du kannst jetzt auch eine Hypothek aufnehmen.",
    );
  });
  test("has shares in it in one's own turn, since others may always be asked for some", () => {
    const shares = "Du kannst jetzt auch mit Anteilen handeln.";
    expect(canText({ ...SCENES.holding!, free: [] }, EDITION, 0)).toBe(shares);
    expect(canText({ ...SCENES.holding!, free: [], on_turn: 1 }, EDITION, 0)).toBe("");
  });
  test("has trade in it once somebody has something that may be traded", () => {
    const trade = "Du kannst jetzt auch handeln.";
    const keeper = [seat(0), seat(1, { release_cards: ["chance"] })];
    expect(canText(view(you), EDITION, 0)).toBe("");
    expect(canText(view({ ...you, deeds: DEEDS }), EDITION, 0)).toBe(trade);
    expect(canText(view({ ...you, deeds: DEEDS, seats: [seat(0, { out: true }), seat(1)] }), EDITION, 0)).toBe("");
    expect(canText(view({ ...you, seats: keeper }), { ...EDITION, goods: ["release_cards"] }, 0)).toBe(trade);
    expect(canText(view({ ...you, seats: keeper }), { ...EDITION, goods: ["deeds"] }, 0)).toBe("");
  });
});
