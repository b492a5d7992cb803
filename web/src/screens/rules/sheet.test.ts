import { describe, expect, test } from "vitest";
import de from "../../locales/sheet.de.json";
import texts from "../../locales/de.json";
import { deedsOf, kindsOf, sentence, stagesText } from "./sheet";
import { EDITION } from "../../dev/fixtures";
import { use } from "../../text/i18n";

use("de", texts);

describe("the rule sheet", () => {
  test("fills its sentences with the hub's figures", () => {
    const line = { key: "start_pays", args: { passing: 200, landing: 1400 } };
    expect(sentence(de, EDITION, line)).toBe(
      "Wer über Los zieht, bekommt 200. Wer genau dort stehen bleibt, bekommt 1.400.",
    );
  });
  test("lists buildings and what goes to the middle, each once", () => {
    expect(sentence(de, EDITION, { key: "stock", args: { house: 32, hotel: 12 } })).toBe(
      "Die Bank hat 32 Häuser und 12 Hotels, nicht mehr.",
    );
    const line = { key: "to_pot", args: { purposes: "tax,card_repairs,card_great_repairs" } };
    expect(sentence(de, EDITION, line)).toBe("In die Mitte kommen: Steuern und Reparaturen.");
  });
  test("names the space a rule is about", () => {
    expect(sentence(de, EDITION, { key: "report_due", args: { space: 39 } })).toContain(EDITION.spaces[39]!.name);
  });
  test("prefers an edition's own words", () => {
    const line = { key: "station_rent.1", args: { stage_factors: 1, stage_factors_0: 1 } };
    expect(sentence(de, EDITION, line)).toMatch(/^Bahnhöfe:/);
    expect(sentence(de, { ...EDITION, id: "euronopoly" }, line)).toMatch(/^Zollstationen:/);
  });
  test("tells the stages of a ladder and sorts deeds by group", () => {
    expect(stagesText(EDITION, "street")[4]).toBe("5\u00a0=\u00a01 Hotel");
    expect(kindsOf(EDITION)).toEqual(["street", "station", "utility"]);
    expect(deedsOf(EDITION, "station").map(({ space }) => space)).toEqual([5, 15, 25, 35]);
  });
});
