import { describe, expect, test } from "vitest";
import { DEEDS, seat } from "./dev/fixtures";
import { counter, goods, isEmpty, newDraft, offerOf, toggleCard, toggleDeed, withMoney } from "./trade";

describe("a trade being put together", () => {
  test("becomes the command with both sides", () => {
    const draft = withMoney(toggleCard(toggleDeed(toggleDeed(newDraft(0, 2), "give", 3), "give", 1), "give", "chance"), "take", 120);
    expect(offerOf(draft)).toEqual({
      command: "offer_trade",
      seat: 0,
      to: 2,
      give: { money: 0, deeds: [1, 3], release_cards: ["chance"] },
      take: { money: 120, deeds: [], release_cards: [] },
      answers: 0,
    });
  });
  test("a second tap takes a deed out again", () => {
    expect(isEmpty(toggleDeed(toggleDeed(newDraft(0, 1), "give", 5), "give", 5).give)).toBe(true);
  });
  test("a counter-offer turns the sides round and names what it answers", () => {
    const offer = { id: 7, seat: 2, to: 0, give: { money: 50, deeds: [], release_cards: [] }, take: { money: 0, deeds: [1], release_cards: [] }, answers: 0 };
    expect(counter(offer)).toEqual({ seat: 0, to: 2, give: offer.take, take: offer.give, answers: 7 });
  });
  test("a seat can give what it owns", () => {
    expect(goods(seat(0, { release_cards: ["chance"] }), DEEDS)).toMatchObject({ cards: ["chance"] });
    expect(goods(seat(0), DEEDS).deeds.map(({ deed }) => deed)).toEqual([1, 3, 11, 15]);
  });
});
