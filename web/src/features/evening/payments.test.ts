/** Auctions and awards of an evening, in words. */
import { cleanup, render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Awards from "./Awards.svelte";
import Payments from "./Payments.svelte";
import { seats, view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";
import type { EveningView, SaleView } from "../../wire";

const SALE: SaleView = {
  lot: { lot: "deed_lot", deed: 39 },
  sealed: false,
  turn: 20,
  outcome: "sold",
  winner: 1,
  price: 420,
  printed: 400,
  bids: 8,
};

function sentence(sale: Partial<SaleView>): string {
  scene(view());
  const evening = { names: ["Anna", "Ben"], sales: [{ ...SALE, ...sale }] } as unknown as EveningView;
  const { container } = render(Payments, { evening, scene: table.scene!, part: "sales" });
  return container.querySelector("li > span")!.textContent!.replace(/\s+/g, " ").trim();
}

test("an auction is described with what it cost beside the printed price, and how many bid", () => {
  expect(sentence({})).toBe("Ben für 420 (+20 zum Preis auf der Karte) Zug 20 · 8 Gebote");
  cleanup();
  expect(sentence({ sealed: true, bids: 1 })).toContain("Zug 20 · ein Gebot · verdeckt");
});

test("what went for the printed price, or has none, is not compared with it", () => {
  for (const sale of [{ price: 400 }, { printed: 0 }]) {
    expect(sentence(sale)).toMatch(/^Ben für \d+ Zug/);
    cleanup();
  }
});

test("a long award breaks at a syllable", () => {
  scene(view());
  const { container } = render(Awards, { awards: [{ award: "collector", seats: [0], figure: 7 }], seats: seats(1) });
  expect(container.querySelector("strong")!.textContent).toMatch(/\u00ad/);
});
