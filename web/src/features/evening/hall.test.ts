import { fireEvent, render, screen, waitFor, cleanup } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import Hall from "./Hall.svelte";
import HallOnTv from "./HallOnTv.svelte";
import Names from "./Names.svelte";
import { fetchHall, gameText, namesIn, nemesisText, rentText } from "./hall";
import { storeKey } from "../../net/keys";
import { use } from "../../text/words.svelte";
import de from "../../locales/de.json";
import en from "../../locales/en.json";
import { view, seats } from "../../dev/fixtures";
import { scene } from "../../dev/testing";
import { ARMING_MS } from "../../parts/controls/armed.svelte";
import Awards from "./Awards.svelte";
import Payments from "./Payments.svelte";
import { table } from "../../state/table.svelte";
import type { Action, HallView, View, EveningView, SaleView } from "../../wire";

/** The hall of fame on the pages: what the hub counted in sentences, and what only the banker may do with names. */

const HALL: HallView = {
  people: [
    { name: "Anna", games: 3, wins: 2, won: { classic: 1, mega: 1 }, nemesis: null, merged: [] },
    {
      name: "Georg",
      games: 3,
      wins: 0,
      won: {},
      nemesis: { name: "Anna", lost: 2, together: 3, rents: 7 },
      merged: ["papa"],
    },
  ],
  games: [{ game: "", edition: "mega", started_ms: 0, turns: 41, winner: "Anna", others: ["Georg", "Ida"] }],
  rents: [
    {
      edition: "classic",
      amount: 2000,
      payer: "Georg",
      payee: "Anna",
      place: "Nordbahnhof",
      started_ms: 0,
    },
  ],
  forgotten: 2,
};

function looking(shown: View, hall: HallView = HALL): Action[] {
  const done = scene(shown);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(hall))));
  return done;
}

test("everybody reads who won, who loses to whom and the highest rents, and changes no names", async () => {
  const shown = view({ role: "viewer" });
  const rents = [2000, 1400].map((amount) => ({ ...HALL.rents[0]!, amount }));
  looking(shown, { ...HALL, rents, forgotten: 0 });
  render(Hall, { view: shown });
  await screen.findByText("2 Siege in 3 Spielen");
  screen.getByText(/Georg zahlte Anna 1\.400 für Nordbahnhof/);
  screen.getByText("Angstgegner: Anna gewann 2 von 3 gemeinsamen Spielen und bekam 7-mal Miete");
  screen.getByText(/Georg zahlte Anna 2\.000 für Nordbahnhof/);
  screen.getByText(/Anna gewann „Mega“ gegen Georg und Ida/);
  expect(screen.queryByText("Namen ändern")).toBeNull();
});

test("the banker merges and forgets names with a second tap, and takes both back", async () => {
  const done = looking(view());
  render(Hall, { view: view() });
  await fireEvent.change(await screen.findByLabelText("Wessen Name?"), { target: { value: "Ida" } });
  await fireEvent.change(screen.getByLabelText("Ida ist dieselbe Person wie"), { target: { value: "Anna" } });
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const label of [/^Ida als Anna zeigen/, /^Ida vergessen/]) {
    const button = screen.getByRole("button", { name: label });
    await fireEvent.click(button);
    vi.setSystemTime(Date.now() + ARMING_MS);
    await fireEvent.click(button);
  }
  await fireEvent.click(screen.getByRole("button", { name: /Georg und papa/ }));
  await fireEvent.click(screen.getByRole("button", { name: /Die 2 vergessenen Namen/ }));
  await waitFor(() =>
    expect(done).toEqual([
      { do: "merge_names", name: "Ida", into: "Anna" },
      { do: "forget_name", name: "Ida" },
      { do: "part_names", name: "Georg" },
      { do: "recall_names" },
    ]),
  );
});

test("whoever has gone from the hall leaves the choice open", async () => {
  const gone = { ...HALL, games: [] };
  scene(view());
  const { rerender } = render(Names, { hall: HALL });
  const choice = screen.getByLabelText<HTMLSelectElement>("Wessen Name?");
  await fireEvent.change(choice, { target: { value: "Ida" } });
  await rerender({ hall: gone });
  expect(choice.selectedOptions[0]?.textContent).toBe("Namen wählen");
});

test("the television shows one part after the other", async () => {
  const shown = view({ role: "viewer", phase: "lobby", game: null });
  looking(shown);
  vi.useFakeTimers();
  render(HallOnTv, { view: shown });
  await vi.waitFor(() => screen.getByText(/Anna: 2 Siege/), { interval: 1 });
  await vi.advanceTimersByTimeAsync(9000);
  await vi.waitFor(() => screen.getByText("Wer was gewonnen hat"), { interval: 1 });
});

/** Auctions and awards of an evening, in words. */

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

test("who beat nobody has won alone, one is enough for company, and who only paid is named", () => {
  const won = { ...HALL.games[0]!, others: [] as string[] };
  expect([gameText(won).includes("Ida"), gameText({ ...won, others: ["Ida"] }).includes("Ida")]).toEqual([false, true]);
  const rent = { ...HALL.rents[0]!, payer: "Georg", payee: "Änne" };
  expect(namesIn({ ...HALL, people: [], games: [], rents: [rent] })).toEqual(["Änne", "Georg"]);
  expect(nemesisText({ name: "Ida", lost: 2, together: 3, rents: 0 })).not.toContain("0");
});

test("a game says how long it was, so that one knows which of an evening it was", async () => {
  looking(view());
  render(Hall, { view: view() });
  expect(await screen.findByText(/· 41 Züge/)).toBeDefined();
});

test("a deed is called as it is printed, however the page speaks", () => {
  use("en", en);
  expect(rentText(HALL.rents[0]!)).toContain("Nordbahnhof");
  use("de", de);
});

test("only the banker's device asks for the hall as the banker", async () => {
  const asked = vi.fn((..._: unknown[]) => Promise.resolve(new Response(JSON.stringify(HALL))));
  vi.stubGlobal("fetch", asked);
  storeKey("banker", "b");
  for (const banker of [true, false]) await fetchHall(banker);
  storeKey("banker", null);
  expect(asked.mock.calls.map(([, given]) => JSON.stringify(given ?? {}).includes("Bearer"))).toEqual([true, false]);
});

test("a long award breaks at a syllable", () => {
  scene(view());
  const { container } = render(Awards, { awards: [{ award: "collector", seats: [0], figure: 7 }], seats: seats(1) });
  expect(container.querySelector("strong")!.textContent).toMatch(/\u00ad/);
});
