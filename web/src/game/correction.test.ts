import { describe, expect, test } from "vitest";
import {
  correctionOf,
  correctionText,
  decksOf,
  draftFor,
  groupsOf,
  kindsOf,
  newDraft,
  streetsOf,
  withStage,
  type Draft,
} from "./correction";
import { EDITION, line } from "../dev/fixtures";
import { SCENES } from "../dev/scenes";
import { lineText, type Scene } from "../text/sentences";

const view = SCENES.build!;
const scene: Scene = { view, edition: EDITION };

const draft = (changed: Partial<Draft> & Pick<Draft, "kind">): Draft => ({ ...newDraft(changed.kind), ...changed });
const says = (changed: Partial<Draft> & Pick<Draft, "kind">) =>
  correctionText(scene, correctionOf(draft(changed), view, "")!);

describe("a correction being put together", () => {
  test("is none while something is still to be chosen", () => {
    expect(correctionOf(draft({ kind: "money", from: 0 }), view, "")).toBeNull();
    expect(correctionOf(draft({ kind: "money", from: 0, to: 0, amount: 5 }), view, "")).toBeNull();
    expect(correctionOf(draft({ kind: "money", from: 0, to: 1, amount: 0 }), view, "")).toBeNull();
    expect(correctionOf(draft({ kind: "buildings", group: "brown" }), view, "")).toBeNull();
    expect(correctionOf(draft({ kind: "mortgage", space: 24 }), view, "")).toBeNull();
  });
  test("becomes the request, with its reason", () => {
    expect(
      correctionOf(draft({ kind: "money", from: -1, to: 0, amount: 50 }), view, " zu wenig herausgegeben "),
    ).toEqual({
      command: "correct_money",
      payer: -1,
      payee: 0,
      amount: 50,
      reason: "zu wenig herausgegeben",
    });
  });
  test("turns a mortgage and a sentence round", () => {
    expect(correctionOf(draft({ kind: "mortgage", space: 11 }), view, "")).toMatchObject({
      deed: 11,
      mortgaged: false,
    });
    expect(correctionOf(draft({ kind: "jail", seat: 3, misses: 2 }), view, "")).toMatchObject({
      jailed: false,
      missed: 0,
    });
    expect(correctionOf(draft({ kind: "jail", seat: 0, misses: 2 }), view, "")).toMatchObject({
      jailed: true,
      missed: 2,
    });
  });
  test("holds only the streets that change", () => {
    const more = withStage(draft({ kind: "buildings", group: "orange" }), view, 18, 3);
    expect(correctionOf(more, view, "")).toMatchObject({ stages: { 18: 3 } });
    expect(withStage(more, view, 18, 2).stages).toEqual({});
  });
  test("knows groups, streets and decks of the edition", () => {
    expect(groupsOf(EDITION)).toHaveLength(8);
    expect(streetsOf(EDITION, "orange")).toEqual([16, 18, 19]);
    expect(decksOf(EDITION)).toEqual(["chance", "community"]);
  });
  test("offers shares where there are any, and no more than somebody holds", () => {
    const shares = SCENES.shares!;
    const bank = shares.market!.issuers.find(({ holdings }) => holdings.some(({ holder }) => holder === -1))!;
    const held = bank.holdings.find(({ holder }) => holder === -1)!.count;
    const of = (amount: number) =>
      correctionOf(draft({ kind: "shares", issuer: bank.seat, from: -1, to: 1, amount }), shares, "");
    const market = { ...EDITION, corrections: [...EDITION.corrections, "shares" as const] };
    expect(kindsOf(EDITION, shares)).not.toContain("shares");
    expect(kindsOf(market, view)).not.toContain("shares");
    expect(kindsOf(market, shares)).toContain("shares");
    expect(of(held)).toMatchObject({
      command: "correct_shares",
      issuer: bank.seat,
      source: -1,
      target: 1,
      amount: held,
    });
    expect(of(held + 1)).toBeNull();
    expect(correctionText({ view: shares, edition: EDITION }, of(1)!)).toBe("Ein Anteil an Anna: die Bank → Björn.");
  });
});

describe("a line of the history", () => {
  test("of a payment is corrected by the money going back", () => {
    const paid = line(4, "money_moved", { payer: 0, payee: 2, amount: 28, purpose: "rent_street" });
    expect(draftFor(paid)).toMatchObject({ kind: "money", from: 2, to: 0, amount: 28 });
  });
  test("of a move is corrected by the piece going back", () => {
    expect(draftFor(line(4, "piece_moved", { seat: 0, origin: 18, space: 24, by: "throw" }))).toMatchObject({
      kind: "piece",
      seat: 0,
      space: 18,
    });
  });
  test("of shares is corrected by their going back", () => {
    const moved = line(4, "shares_moved", { issuer: 2, source: 0, target: -1, count: 3, by: "sale" });
    expect(draftFor(moved)).toMatchObject({ kind: "shares", issuer: 2, from: -1, to: 0, amount: 3 });
  });
  test.each([
    ["deed_moved", { deed: 3, source: 1, target: 0 }, { kind: "deed", space: 3, to: 1 }],
    ["deed_mortgaged", { deed: 3 }, { kind: "mortgage", space: 3 }],
    ["seat_released", { seat: 2 }, { kind: "jail", seat: 2 }],
  ])("of %s is corrected by that being as before", (key, args, back) =>
    expect(draftFor(line(4, key, args))).toMatchObject(back),
  );
  test("of shares is about one of them at least", () => expect(newDraft("shares").amount).toBe(1));
  test("of anything else begins afresh", () =>
    expect(draftFor(line(4, "turn_began", { seat: 0 }))).toEqual(newDraft("money")));
});

describe("a correction in words", () => {
  test.each([
    [{ kind: "money", from: -1, to: 0, amount: 1500 }, "Die Bank zahlt 1.500 an Anna."],
    [{ kind: "money", from: 0, to: -1, amount: 20 }, "Anna zahlt 20 an die Bank."],
    [{ kind: "piece", seat: 1, space: 0 }, "Björn steht auf Los."],
    [{ kind: "piece", seat: 1, space: 7 }, "Björn steht auf Ereignisfeld (nach Chausseestraße)."],
    [{ kind: "deed", space: 24, to: -1 }, "Opernplatz geht an die Bank."],
    [{ kind: "mortgage", space: 11 }, "Auf Seestraße liegt keine Hypothek."],
    [{ kind: "mortgage", space: 1 }, "Auf Badstraße liegt eine Hypothek."],
    [{ kind: "buildings", stages: { 1: 5, 3: 4 } }, "Badstraße: 1 Hotel und Turmstraße: 4 Häuser."],
    [{ kind: "jail", seat: 0 }, "Anna sitzt im Gefängnis."],
    [{ kind: "jail", seat: 3 }, "Dmitri ist frei."],
    [{ kind: "release_card", deck: "chance", from: 0, to: -1 }, "Freikarte (Ereignis): Anna → Stapel."],
    [{ kind: "turn", seat: 2 }, "Chloé ist am Zug und hat noch nicht gewürfelt."],
  ] as const)("%o", (changed, text) => expect(says(changed)).toBe(text));
  test("is in the feed with its reason", () => {
    expect(lineText(scene, line(9, "corrected", { what: "money", reason: "Zehner übersehen" }))).toBe(
      "Korrektur: Zehner übersehen",
    );
    expect(lineText(scene, line(9, "corrected", { what: "money", reason: "" }))).toBe("Die Bank korrigiert etwas.");
    expect(lineText(scene, line(9, "piece_moved", { seat: 0, origin: 3, space: 5, by: "correction" }))).toBe(
      "Anna wird auf Südbahnhof gestellt.",
    );
  });
});
