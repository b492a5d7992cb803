import { cleanup, render, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import Offers from "../parts/trade/Offers.svelte";
import { SCENES } from "../dev/scenes";
import { display, scene, speakGerman } from "../dev/testing";
import { OFFER } from "../dev/playing";
import { deed, DEEDS, EDITION, seat, view } from "../dev/fixtures";
import { isEmpty, justLapsed, lots } from "./offered";
import { counter, goods, newDraft, NOTHING, offerOf, toggleCard, toggleDeed, withMoney } from "./trade";

describe("a trade being put together", () => {
  test("becomes the command with both sides", () => {
    const draft = withMoney(
      toggleCard(toggleDeed(toggleDeed(newDraft(0, 2), "give", 3), "give", 1), "give", "chance"),
      "take",
      120,
    );
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
    const offer = {
      id: 7,
      seat: 2,
      to: 0,
      give: { money: 50, deeds: [], release_cards: [] },
      take: { money: 0, deeds: [1], release_cards: [] },
      answers: 0,
    };
    expect(counter(offer)).toEqual({ seat: 0, to: 2, give: offer.take, take: offer.give, answers: 7 });
  });
  test("deeds of a group go together, and say what they make of it for who gets them", () => {
    const deeds = [deed(6, 0), deed(8, 0), deed(9, 1), deed(5, 2), deed(1, 1)];
    const given = { ...NOTHING, deeds: [5, 6, 8] };
    const shown = lots(given, 1, { ...NOTHING, deeds: [9] }, view({ deeds }), EDITION);
    const [station, first, second] = [5, 6, 8].map((at) => EDITION.spaces[at]!.name);
    expect(shown.map(({ name, have, all }) => [name, have, all])).toEqual([
      [station, 1, 4],
      [`${first}, ${second}`, 2, 3],
    ]);
    expect(lots(given, 1, NOTHING, view({ deeds }), EDITION)[1]).toMatchObject({ have: 3, all: 3 });
  });
  test("a whole group goes by its own name", () => {
    const given = { ...NOTHING, deeds: [6, 8, 9] };
    const shown = lots(given, 1, NOTHING, view({ deeds: given.deeds.map((space) => deed(space, 0)) }), EDITION);
    expect(shown.map(({ name }) => name)).toEqual(["Hellblau"]);
  });
  test("who listens hears what an offer makes of a group, too", () => {
    const deeds = [deed(6, 0), deed(8, 1), deed(1, 1)];
    const offer = {
      id: 1,
      seat: 0,
      to: 1,
      give: { ...NOTHING, deeds: [6] },
      take: { ...NOTHING, deeds: [1] },
      answers: 0,
    };
    display(Offers, view({ deeds, offers: [{ ...OFFER, offer }] }));
    expect(document.querySelector(".who .hidden")!.textContent).toMatch(
      /\. Hellblau: Björn hat dann 2 von 3\. Braun: Anna hat dann 1 von 2$/,
    );
  });
  test("a seat can give what it owns", () => {
    const two = seat(0, { release_cards: ["chance", "chance"] });
    expect(goods(two, DEEDS), "two of a deck are offered as one").toMatchObject({ cards: ["chance"] });
    expect(goods(seat(0), DEEDS).deeds.map(({ deed }) => deed)).toEqual([1, 3, 11, 15]);
  });
});

describe("offers on the table", () => {
  speakGerman();
  const debt = SCENES.debt!;
  const lapsed = {
    move: 9,
    key: "trade_closed",
    args: { offer: 2, seat: 1, to: 0, how: "lapsed" },
    explanation: null,
    undone: false,
  };
  const began = { move: 8, key: "turn_began", args: { seat: 1, number: 4 }, explanation: null, undone: false };

  test.each([
    [null, "Das bezahlt 1.700 der Schuld von Anna."],
    [0, "Das bezahlt 1.700 deiner Schuld."],
    [1, "1.700 davon gehen von dem ab, was Anna dir schuldet."],
    [2, "Das bezahlt 1.700 der Schuld von Anna."],
  ])("seat %s reads what comes off the debt", (you, text) => {
    scene({ ...debt, you });
    render(Offers, { view: { ...debt, you }, oncounter: () => undefined });
    expect(document.body.textContent).toContain(text);
    cleanup();
  });
  test("whoever accepts sees only what is paid in money", () => {
    display(Offers, debt, { oncounter: () => undefined });
    expect(screen.getByRole("button", { name: /Annehmen/ }).textContent).toContain("200");
    cleanup();
  });
  test("gold is the first that can be accepted here, below somebody else's and one's own too", () => {
    const [mine] = debt.offers;
    const others = { ...mine!, offer: { ...mine!.offer, id: 98 }, options: [] };
    const next = {
      ...mine!,
      offer: { ...mine!.offer, id: 99 },
      options: mine!.options.map((option) => ({ ...option })),
    };
    display(Offers, { ...debt, prompt: null, offers: [others, mine!, next] }, { oncounter: () => undefined });
    const accepting = screen.getAllByRole("button", { name: /Annehmen/ });
    expect(accepting.map((button) => button.classList.contains("primary"))).toEqual([true, false]);
    cleanup();
  });
  test("one that has lapsed in this turn is shown to both and to the banker", () => {
    const view = { ...debt, feed: [began, lapsed] };
    expect(justLapsed(view)).toEqual([lapsed]);
    expect(justLapsed({ ...view, you: 0 })).toEqual([lapsed]);
    expect(justLapsed({ ...view, you: 2 })).toEqual([]);
    expect(justLapsed({ ...view, feed: [lapsed, began] })).toEqual([]);
    expect(justLapsed({ ...view, feed: [began, { ...lapsed, undone: true }] })).toEqual([]);
  });
});
