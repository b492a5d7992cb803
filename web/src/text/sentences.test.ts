import { describe, expect, test } from "vitest";
import { EDITION, FEED, line, seat, seats, view } from "../dev/fixtures";
import { playing } from "./words.svelte";
import {
  estateText,
  lineText,
  question,
  paidText,
  questionDetail,
  reasonText,
  stopsText,
  explanationText,
  type Scene,
} from "./sentences";
import type { FeedLine, Task, View } from "../wire";

const scene: Scene = { view: view({ seats: seats(4) }), edition: EDITION };
const tell = (key: string, args: Record<string, string | number>) => lineText(scene, line(1, key, args));

describe("the feed", () => {
  test("names seats and spaces", () => expect(lineText(scene, FEED[2]!)).toBe("Chloé zieht auf Berliner Straße."));
  test("tells a payment by its purpose, with figures of its reckoning", () => {
    expect(lineText(scene, FEED[13]!)).toBe("Anna zahlt Chloé 28 Miete für Münchner Straße.");
  });
  test("tells a payment of unknown purpose all the same", () => {
    expect(tell("money_moved", { payer: -1, payee: 0, amount: 5, purpose: "new_thing" })).toBe(
      "Die Bank zahlt 5 an Anna.",
    );
  });
  test("tells a card by its effect", () =>
    expect(lineText(scene, FEED[8]!)).toBe(
      "Dmitri zieht Ereignis: „Dein Papierflieger fliegt bis ins Nachbardorf: 50 für dich.“",
    ));
  test("shows thrown faces as a sum", () => expect(lineText(scene, FEED[1]!)).toBe("Chloé würfelt 5 + 5."));
  test("words depend on how it happened", () => {
    expect(tell("seat_jailed", { seat: 1, space: 10, by: "doubles" })).toBe(
      "Ein Pasch zu viel: Björn muss ins Gefängnis.",
    );
    expect(tell("auction_closed", { deed: 24, seat: -1, amount: 0 })).toBe(
      "Niemand bietet: Opernplatz bleibt bei der Bank.",
    );
    expect(tell("deed_moved", { deed: 24, source: 0, target: -1 })).toBe("Opernplatz geht zurück an die Bank.");
  });
  test("the last has words of its own, and what nobody has is left out", () => {
    const cases: [string, Record<string, number>, string][] = [
      ["round_played", { left: 1 }, "Die letzte Runde beginnt."],
      ["round_played", { left: 2 }, "Noch 2 Runden."],
      ["lot_called", { call: 2, amount: 0, deed: 24 }, "Niemand bietet für Opernplatz."],
      ["lot_called", { call: 2, amount: 5, deed: 24 }, "Zum Zweiten: 5 für Opernplatz."],
      [
        "assets_reckoned",
        { seat: 0, total: 90, cash: 100, estate: 0, shares: 0, owed: 10 },
        "Anna hat zusammen 90: 100 bar, 0 in Immobilien, weniger 10 Schulden.",
      ],
    ];
    for (const [key, args, said] of cases) expect(tell(key, args)).toBe(said);
  });
  test("tells what a trade offer holds", () => {
    const args = {
      offer: 1,
      seat: 0,
      to: 1,
      give_money: 100,
      give_deeds: "1,3",
      give_release_cards: "chance",
      take_money: 0,
      take_deeds: "",
      take_release_cards: "",
    };
    expect(tell("trade_offered", args)).toBe(
      "Anna bietet Björn 100, Badstraße, Turmstraße und eine Freikarte für nichts.",
    );
  });
  test("tells what stands on a street now", () => {
    expect(tell("stage_set", { seat: 0, deed: 1, before: 2, stage: 3 })).toBe("Badstraße: jetzt 3 Häuser.");
    expect(tell("stage_set", { seat: 0, deed: 1, before: 4, stage: 5 })).toBe("Badstraße: jetzt 1 Hotel.");
    expect(tell("stage_set", { seat: 0, deed: 1, before: 1, stage: 0 })).toBe("Badstraße ist wieder unbebaut.");
  });
  test("names what is auctioned, be it a deed or a building", () => {
    expect(tell("auction_opened", { deed: 24 })).toBe("Die Bank versteigert Opernplatz.");
    expect(tell("bid_placed", { seat: 1, building: "hotel", amount: 210 })).toBe("Björn bietet 210 für ein Hotel.");
    expect(tell("auction_closed", { building: "house", seat: 0, amount: 60 })).toBe("Anna ersteigert ein Haus für 60.");
  });
  test("names a whole estate as one", () => {
    expect(tell("auction_opened", { deeds: "1,3", mortgaged: "3" })).toBe("Die Bank versteigert alles zusammen.");
    expect(tell("auction_closed", { deeds: "5", mortgaged: "", seat: 0, amount: 900 })).toBe(
      "Anna ersteigert alles zusammen für 900.",
    );
  });
  test("tells a space that a double only passes", () => {
    expect(tell("stop_passed", { seat: 0, space: 24, steps: 6 })).toBe(
      "Ein Pasch! Anna hält nicht auf Opernplatz, sondern würfelt gleich weiter.",
    );
  });
  test("tells a card in the words of its edition, where it has some", () => {
    const cards = [{ deck: "chance", card: 4, effect: "collect", args: { amount: 5000 } }];
    const own: Scene = { view: view({ edition: "mpmp" }), edition: { ...EDITION, id: "mpmp", cards } };
    playing("mpmp");
    expect(lineText(own, line(1, "card_drawn", { seat: 0, deck: "chance", card: 4, kept: 0 }))).toBe(
      "Anna zieht Ereignis: „Du ziehst das letzte Los der Tombola. Hauptgewinn, und kein Toaster: 5.000 für dich.“",
    );
  });
  test("tells building, selling and the pot with their figures", () => {
    const paid = (payer: number, payee: number, purpose: string, inputs: Record<string, number>) =>
      lineText(
        scene,
        line(1, "money_moved", { payer, payee, amount: 50, purpose }, { row: "", formula: purpose, inputs }),
      );
    expect(paid(0, -1, "building", { deed: 1, stage: 2 })).toBe("Anna baut auf Badstraße und zahlt 50.");
    expect(paid(-1, 0, "building_sale", { deed: 1, stages: 2, percent: 50 })).toBe(
      "Anna verkauft Gebäude auf Badstraße für 50.",
    );
    expect(paid(-2, 0, "pot", { space: 20 })).toBe("Anna bekommt alles aus der Mitte: 50.");
  });
  test("counts what was taken back", () => expect(tell("undone", { moves: 3 })).toBe("3 Schritte zurückgenommen."));
  test("names what was taken back", () => {
    const bid = line(4, "bid_placed", { seat: 1, building: "hotel", amount: 210 });
    const after = { ...scene, view: { ...scene.view, feed: [{ ...bid, undone: true }] } };
    const said = (moves: number) => lineText(after, line(5, "undone", { moves, first: 4 }));
    expect(said(1)).toBe("Zurückgenommen: Björn bietet 210 für ein Hotel.");
    expect(said(2)).toBe("2 Schritte zurückgenommen, bis vor: Björn bietet 210 für ein Hotel.");
  });
});

describe("questions", () => {
  test("name who is asked and what about", () => {
    expect(question(scene, { task: "buy_pending", seat: 1, deed: 24, price: 240 })).toBe("Björn: Opernplatz kaufen?");
    const opening: Task = { task: "opening_throw_pending", seats: [1, 0], thrown: [] };
    expect(question(scene, opening)).toBe("Björn würfelt um den Anfang");
    expect(question({ ...scene, view: { ...scene.view, you: 1 } }, opening)).toBe("Du würfelst um den Anfang");
  });
  test("say of a tie for the first turn that they roll once more, until the last of them has", () => {
    const opening: Task = { task: "opening_throw_pending", seats: [1, 2, 3], thrown: [[0, 7]] };
    expect(questionDetail(scene, opening)).toBe("Der höchste Wurf beginnt.");
    const tie = "Gleichstand: Die Höchsten würfeln noch einmal.";
    expect(questionDetail(scene, { ...opening, seats: [0, 2], thrown: [] })).toBe(tie);
    expect(questionDetail(scene, { ...opening, seats: [2], thrown: [[0, 7]] })).toBe(tie);
  });
  test("an auction says who leads, or where it starts", () => {
    const task = {
      task: "auction_running",
      lot: { lot: "deed_lot", deed: 24 },
      bidders: [0, 1],
      minimum: 11,
      high: 10,
      leader: 1,
      step: 1,
    } as const;
    expect(questionDetail(scene, task)).toBe("Björn führt mit 10.");
    expect(questionDetail(scene, { ...task, leader: -1, high: 0, minimum: 1 })).toBe(
      "Noch kein Gebot. Los geht es ab 1.",
    );
  });
  test("a mortgage that was inherited is said to be", () => {
    const task = { task: "mortgage_choice_pending", seat: 0, deed: 24, redemption: 11, interest: 1 } as const;
    const said = [true, false].map((bought) => questionDetail(scene, { ...task, bought }).includes("Geerbt"));
    expect(said).toEqual([false, true]);
  });
  test("an estate is described by all its deeds, and which of them are mortgaged", () => {
    const lot = { lot: "estate_lot", deeds: [1, 24], mortgaged: [24] } as const;
    expect(estateText(scene, lot)).toBe("Alles zusammen: Badstraße und Opernplatz (mit Hypothek).");
    expect(estateText(scene, { ...lot, mortgaged: [] })).toBe("Alles zusammen: Badstraße und Opernplatz.");
    expect(estateText(scene, { lot: "deed_lot", deed: 24 })).toBe("");
  });
  test("a move of several throws tells its stops", () => {
    expect(stopsText({ ...scene, view: view({ stops: [1, 24] }) })).toBe(
      "In einem Zug, vorbei an Badstraße und Opernplatz.",
    );
    expect(stopsText(scene)).toBe("");
  });
  test("in jail the throw is about the door", () => {
    const jailed: Scene = { ...scene, view: view({ seats: [seat(0, { misses: 1 })] }) };
    expect(questionDetail(jailed, { task: "throw_pending", seat: 0 })).toContain("2. Versuch");
  });
  test("where the piece goes is worded for the board at hand", () => {
    const task = {
      task: "advance_pending",
      seat: 0,
      space: 24,
      by: "throw",
      salary: 0,
      rent_factor: 1,
      rent_throw_factor: 0,
    } as const;
    const on = (changed: Partial<View["board"]>) =>
      questionDetail({ ...scene, view: { ...scene.view, board: { ...scene.view.board, ...changed } } }, task);
    expect(on({})).toContain("leuchtende Feld");
    expect(on({ kind: "starter" })).toContain("auf den Leser");
    expect(on({ dark: true })).toBe("Setz die Figur dorthin.");
    expect(on({ state: "lost" })).toBe("Setz die Figur dorthin.");
  });
  test("a shortage names the buildings and what is left", () => {
    const task = { task: "shortage_pending", building: "hotel", stock: 1, seats: [2, 0], wants: [], deed: 6 } as const;
    expect(question(scene, task)).toBe("Chloé: Wie viele Hotels?");
    expect(questionDetail(scene, task)).toContain("Die Bank hat noch 1 Hotel.");
  });
  test("what is paid for must find its street", () => {
    const task = { task: "placing_pending", seat: 0, building: "house", count: 1, paid: true, amount: 90 } as const;
    expect(questionDetail(scene, task)).toBe("Schon bezahlt: 1 Haus. Suche eine Straße dafür aus.");
    expect(questionDetail(scene, { ...task, paid: false, count: 2 })).toContain("Noch 2 Häuser.");
  });
  test("a debt names sum and creditor, and what is lacking as long as anything is", () => {
    const due = { fact: "money_moved", payer: 0, payee: 2, amount: 1700, purpose: "rent_street", inputs: {} } as const;
    const task = { task: "debt_pending", seat: 0, due } as const;
    expect(question(scene, task)).toBe("Anna schuldet 1.700");
    const lacking = 1700 - scene.view.seats[0]!.balance;
    expect(questionDetail(scene, task)).toContain(`An Chloé. Es fehlen ${lacking}.`);
    expect(questionDetail(scene, { ...task, due: { ...due, amount: 1 } })).toBe("An Chloé. Das Geld reicht.");
  });
});

describe("reasons", () => {
  test("say what to do, with figures", () =>
    expect(reasonText(scene, "not_enough_money", { missing: 61 })).toContain("Es fehlen 61."));
  test("name seats", () => expect(reasonText(scene, "tag_taken", { seat: 1 })).toBe("Diese Figur gehört schon Björn."));
  test("an unknown one is still shown", () =>
    expect(reasonText(scene, "brand_new")).toBe("Das hat nicht geklappt (brand_new)."));
});

test("money for the bank reads like money for a player", () => {
  const paid = (purpose: string) => tell("money_moved", { payer: 0, payee: -1, amount: 20, purpose });
  expect(paid("correction")).toBe("Anna zahlt 20 an die Bank (Korrektur).");
  expect(paid("estate")).toBe("Anna gibt die letzten 20 an die Bank.");
});

test("the bank says which buildings it lacks", () => {
  expect(reasonText(scene, "no_stock", { kind: "hotel" })).toBe("Die Bank hat gerade keine Hotels mehr.");
});

test("who is lent money reads in the same sentence how much of it they did not have", () => {
  const rent = line(7, "money_moved", { payer: 0, payee: 1, amount: 790, purpose: "rent_street" });
  const lent = line(7, "money_moved", { payer: -1, payee: 0, amount: 740, purpose: "credit" });
  const said = (...feed: FeedLine[]) => paidText({ ...scene, view: { ...scene.view, feed } }, rent);
  expect(said(lent, rent)).toMatch(/^Anna zahlt Björn 790.* 740 davon leiht die Bank\.$/);
  for (const other of [
    { ...lent, move: 6 },
    { ...lent, undone: true },
    { ...lent, args: { ...lent.args, payee: 1 } },
  ])
    expect(said(other, rent)).toBe(lineText(scene, rent));
});

test("what was taken back is named by what weighed most", () => {
  const rent = line(7, "money_moved", { payer: 0, payee: 1, amount: 90, purpose: "rent_street" });
  const out = line(7, "seat_bankrupted", { seat: 0, creditor: 1 });
  const undone = line(8, "undone", { first: 7 });
  const said = (...feed: FeedLine[]) => lineText({ ...scene, view: { ...scene.view, feed } }, undone);
  expect(said(rent, out)).toContain(lineText(scene, out));
  expect(said(rent)).toContain(lineText(scene, rent));
});

test("a sale of buildings says how it was reckoned", () => {
  expect(
    explanationText(scene, { row: "", formula: "building_sale", inputs: { deed: 1, stages: 2, percent: 50 } }),
  ).toBe("2 Stufen zu 50\u00a0% des Baupreises von Badstraße.");
});

test("an amount says how it came about", () => {
  expect(explanationText(scene, FEED[13]!.explanation!)).toContain(
    "Grundmiete von Münchner Straße: 14, mal 2 für die Farbgruppe.",
  );
});
