import { describe, expect, test } from "vitest";
import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { EDITION, line, option, seat, seats, view } from "../../dev/fixtures";
import { SCENES } from "../../dev/scenes";
import { scene } from "../../dev/testing";
import BankDeal from "../../parts/market/BankDeal.svelte";
import ShareOffers from "../../parts/market/ShareOffers.svelte";
import Offers from "../../parts/trade/Offers.svelte";
import { reckon } from "./reckon";
import { hintFor, inNotes, isRight, notesOf, noteAbove, reckoning, unasked } from "./sums";
import { table } from "../../state/table.svelte";
import type { BankDeal as Deal } from "../../game/market";

const NOTES = notesOf(EDITION.spaces);
describe("a child's sum", () => {
  test("notes are those of the edition's prices", () => {
    expect(NOTES).toEqual([500, 100, 50, 20, 10, 5, 1]);
    expect(notesOf(EDITION.spaces.map((space) => ({ ...space, price: space.price * 100 })))[0]).toBe(50_000);
  });
  test("an amount in as few notes as there are", () => {
    expect(inNotes(740, NOTES)).toEqual([500, 100, 100, 20, 20]);
    expect(inNotes(0, NOTES)).toEqual([]);
    expect(inNotes(25, [20, 10])).toEqual([20, 5]);
  });
  test("the note for change is the next above, also above the largest", () => {
    expect([noteAbove(140, NOTES), noteAbove(100, NOTES), noteAbove(500, NOTES), noteAbove(1200, NOTES)]).toEqual([
      500, 500, 1000, 1500,
    ]);
  });
  test("round sums are right round and exactly", () => {
    const asked = reckoning("round", 144, 1500, EDITION.spaces);
    expect([asked.answer, asked.notes]).toEqual([140, [100, 20, 20]]);
    expect([140, 144, 145].map((given) => isRight(asked, given))).toEqual([true, true, false]);
    expect(reckoning("round", 4, 1500, EDITION.spaces).answer).toBe(4);
    expect(isRight(reckoning("round", -144, 1500, EDITION.spaces), 144)).toBe(true);
  });
  test("exactly what is left, or what there is when the child is paid", () => {
    expect(reckoning("exact", 140, 1500, EDITION.spaces).answer).toBe(1360);
    expect(reckoning("exact", -70, 1500, EDITION.spaces).answer).toBe(1570);
    expect(isRight(reckoning("exact", 140, 1500, EDITION.spaces), 140)).toBe(false);
  });
  test("where all figures are thousands nobody writes the noughts", () => {
    const dear = EDITION.spaces.map((space) => ({ ...space, price: space.price * 100 }));
    expect(reckoning("exact", 14_000, 251_000, dear)).toMatchObject({
      cost: 14,
      balance: 251,
      answer: 237,
      unit: 1000,
    });
    expect(reckoning("exact", 14_500, 251_000, dear)).toMatchObject({ cost: 14_500, answer: 236_500, unit: 1 });
    expect(reckoning("round", 60_000, 251_000, dear)).toMatchObject({ notes: [50, 10], answer: 60 });
    expect(reckoning("change", 60_000, 251_700, dear)).toMatchObject({ note: 100, answer: 40 });
    expect(reckoning("exact", 1000, 3000, EDITION.spaces)).toMatchObject({ answer: 2000, unit: 1 });
  });
  test("what was paid without a question may be worked out afterwards, with what there was before", () => {
    const child = seat(1, { balance: 251 });
    const paid = (changed: Record<string, string | number>) =>
      line(3, "money_moved", { payer: 1, payee: 0, amount: 600, purpose: "rent_street", ...changed });
    expect(unasked([paid({})], child)).toEqual({ cost: 600, before: 851 });
    const others: Record<string, string | number>[] = [{ payer: 0, payee: 1 }, { purpose: "purchase" }, { payer: 2 }];
    for (const other of others) expect(unasked([paid(other)], child)).toBeUndefined();
    expect(unasked([paid({}), paid({ payer: 0, payee: 1 })], child)).toBeUndefined();
  });
  test("change from a note; who is paid has none to give", () => {
    expect(reckoning("change", 60, 1500, EDITION.spaces)).toMatchObject({ note: 100, answer: 40 });
    expect(reckoning("change", -60, 1500, EDITION.spaces)).toMatchObject({ sums: "exact", answer: 1560 });
  });
  test("hints say the direction, then the way, then the solution", () => {
    const asked = reckoning("change", 142, 1500, EDITION.spaces);
    expect([350, 360, 123, 999].map((given) => hintFor(asked, given, 1).key)).toEqual([
      ...["sums.hint.more", "sums.hint.less", "sums.hint.far.more", "sums.hint.far.less"],
    ]);
    expect(hintFor(asked, 1, 2)).toEqual({
      key: "sums.hint.change",
      args: { amount: 142, up: 200, first: 58, note: 500, rest: 300 },
    });
    expect(hintFor(reckoning("exact", 142, 1500, EDITION.spaces), 1, 2).args).toEqual({
      balance: 1500,
      first: 100,
      between: 1400,
      rest: 42,
    });
    expect(hintFor(asked, 1, 3).args).toEqual({ answer: 358 });
  });
});

describe("before a child pays", () => {
  const child = () => view({ role: "seat", you: 0, seats: [seat(0, { sums: "exact" }), ...seats(3).slice(1)] });
  const type = async (figures: string) => {
    for (const digit of figures) await fireEvent.click(screen.getByRole("button", { name: digit }));
    await fireEvent.click(screen.getByRole("button", { name: "Stimmt das?" }));
  };
  test("the sum is worked out, and a wrong answer gets a hint", async () => {
    const done = scene(child());
    const paid = table.play({ command: "buy", seat: 0 }, false, 140);
    await waitFor(() => screen.getByRole("dialog"));
    await type("1340");
    expect(screen.getByRole("alert").textContent).toBe("Fast! Es ist mehr. Versuch es noch einmal.");
    expect(done).toEqual([]);
    for (let i = 0; i < 4; i++) await fireEvent.click(screen.getByRole("button", { name: "Letzte Ziffer löschen" }));
    await type("1360");
    expect((await paid).ok).toBe(true);
    expect(done).toEqual([{ do: "play", command: { command: "buy", seat: 0 }, prompt: null }]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  test("closing the window pays nothing and says so; a phone cannot let it pass", async () => {
    const done = scene(child());
    const paid = table.play({ command: "buy", seat: 0 }, false, 140);
    await waitFor(() => screen.getByRole("dialog"));
    expect(screen.queryByRole("button", { name: "Ohne Rechnen bestätigen" })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Schließen" }));
    expect(await paid).toMatchObject({ ok: false, reason: "not_reckoned" });
    expect(done).toEqual([]);
  });
  test("what was paid at once is worked out with what there was before", async () => {
    scene(child());
    const worked = reckon(0, 140, null, 1640);
    await waitFor(() => screen.getByRole("dialog"));
    await type("1500");
    expect(await worked).toBe(true);
  });
  test("the banker may let it pass", async () => {
    const done = scene({ ...child(), role: "banker", you: null });
    const paid = table.play({ command: "buy", seat: 0 }, false, 140);
    await waitFor(() => screen.getByRole("dialog"));
    await fireEvent.click(screen.getByRole("button", { name: "Ohne Rechnen bestätigen" }));
    expect((await paid).ok).toBe(true);
    expect(done).toHaveLength(1);
  });
  test("shares are dealt with the bank for their sum, less what that costs in jail", async () => {
    const done = scene(child());
    const deal = option(
      { command: "sell_shares", seat: 0, issuer: 0, amount: 1 },
      { cost: -88, levy: 50, minimum: 1, maximum: 5 },
    );
    render(BankDeal, { option: deal as Deal, gold: true });
    await fireEvent.click(screen.getByRole("button", { name: "Eins mehr" }));
    await fireEvent.click(screen.getByRole("button", { name: /^Verkaufen/ }));
    await waitFor(() => screen.getByRole("dialog"));
    expect(done).toEqual([]);
    await type("1588");
    await waitFor(() =>
      expect(done).toEqual([
        { do: "play", command: { command: "sell_shares", seat: 0, issuer: 0, amount: 2 }, prompt: null },
      ]),
    );
  });
  test("a trade is accepted for the money it moves, and declined for none", async () => {
    const done = scene(child());
    const offer = {
      id: 3,
      seat: 2,
      to: 0,
      give: { money: 20, deeds: [5], release_cards: [] },
      take: { money: 120, deeds: [], release_cards: [] },
      answers: 0,
    };
    const options = [
      option({ command: "accept_trade", seat: 0, offer: 3 }),
      option({ command: "decline_trade", seat: 0, offer: 3 }),
    ];
    render(Offers, {
      view: { ...child(), offers: [{ offer, options, set_off: 0, debtor: -1 }] },
      oncounter: () => undefined,
    });
    await fireEvent.click(screen.getByRole("button", { name: "Annehmen 100" }));
    await waitFor(() => screen.getByRole("dialog"));
    await type("1400");
    await waitFor(() => expect(done).toHaveLength(1));
    await fireEvent.click(screen.getByRole("button", { name: "Ablehnen" }));
    await waitFor(() =>
      expect(done.map((action) => action.do === "play" && action.command.command)).toEqual([
        "accept_trade",
        "decline_trade",
      ]),
    );
  });
  test("shares are bought of another player for the price that is agreed on", async () => {
    const done = scene({ ...child(), edition: "haustein" });
    render(ShareOffers, { view: { ...child(), edition: "haustein", market: SCENES.shares!.market } });
    await fireEvent.click(screen.getByRole("button", { name: "Annehmen 150" }));
    await waitFor(() => screen.getByRole("dialog"));
    expect(done).toEqual([]);
    await type("1350");
    await waitFor(() => expect(done).toMatchObject([{ command: { command: "accept_shares", seat: 0, offer: 4 } }]));
  });
  test("what costs nothing and what others pay is not asked", async () => {
    const done = scene(child());
    await table.play({ command: "end_turn", seat: 0 } as never, false);
    await table.play({ command: "buy", seat: 1 }, false, 140);
    expect(done).toHaveLength(2);
  });
});
