import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, describe, expect, test } from "vitest";
import Issuer from "./Issuer.svelte";
import MarketNotes from "./MarketNotes.svelte";
import OfferForm from "./OfferForm.svelte";
import ShareOffers from "./ShareOffers.svelte";
import DeedsDialog from "../deeds/DeedsDialog.svelte";
import Feed from "../feed/Feed.svelte";
import UndoBar from "../feed/UndoBar.svelte";
import { line } from "../../dev/fixtures";
import { SCENES } from "../../dev/scenes";
import { loaded, scene } from "../../dev/testing";
import { heldOf, holders, offerable, register } from "../../game/market";
import { owing } from "../../game/notes";
import { QUIET } from "../../state/news";
import { lineText } from "../../text/sentences";
import { table } from "../../state/table.svelte";
import type { View } from "../../wire";

afterEach(() => void (table.news = QUIET));

const PAID = line(60, "money_moved", { payer: 0, payee: 1, amount: 150, purpose: "share_trade", issuer: 1 });
const MINE: Partial<View> = { role: "seat", you: 0 };
const answers = () => screen.queryAllByRole("button", { name: /Annehmen|Ablehnen/ });

test.each([0, 1])("whoever looks for money for a debt is led to shares of their own: seat %i", async (of) => {
  scene({ ...SCENES.shares!, on_turn: 0, prompt: SCENES.debt!.prompt });
  render(DeedsDialog, { view: table.view!, of, raising: true, onclose: () => undefined });
  await fireEvent.click(screen.getByRole("button", { name: "Anteile" }));
  await loaded();
  const acts = screen.getByRole("radiogroup", { name: "Wer handelt?" });
  expect(within(acts).getByRole("radio", { checked: true }).textContent).toContain(table.view!.seats[of]!.name);
});

describe("the price of shares that two agree on", () => {
  test("is on the tablet only for who asks for it", async () => {
    scene(SCENES.shares!);
    const { container } = render(ShareOffers, { view: table.view! });
    expect(screen.getByText("Björn bietet Anna 2 Anteile an Björn an.")).toBeDefined();
    expect(container.textContent).not.toContain("150");
    expect(answers()).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "Preis zeigen" }));
    expect(screen.getByText("Björn bietet Anna 2 Anteile an Björn für 150.")).toBeDefined();
    expect(answers()).toHaveLength(2);
    await fireEvent.click(screen.getByRole("button", { name: "Preis verdecken" }));
    expect(container.textContent).not.toContain("150");
  });
  test("is on the phone of whom it concerns at once", () => {
    scene({ ...SCENES.shares!, ...MINE });
    render(ShareOffers, { view: table.view! });
    expect(screen.getByText(/für 150/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Preis zeigen" })).toBeNull();
    expect(answers()).toHaveLength(2);
  });
  test("is beside no line of the tablet's history, as that of anything else is", () => {
    scene(SCENES.shares!);
    const rent = line(59, "money_moved", { payer: 0, payee: 1, amount: 28, purpose: "rent_street", deed: 16 });
    const { container } = render(Feed, { scene: table.scene!, lines: [rent, PAID] });
    expect([...container.querySelectorAll("li b")].map((one) => one.textContent)).toEqual(["−28"]);
  });
  test("is in no line and no undo of the tablet, unless the line is opened", async () => {
    scene(SCENES.shares!);
    table.news = { ...QUIET, lines: [PAID] };
    const { container } = render(UndoBar);
    expect(await screen.findByText("Anna bezahlt Björn für Anteile an Björn.")).toBeDefined();
    expect(container.textContent).not.toContain("150");
    expect(lineText(table.scene!, PAID, true)).toBe("Anna zahlt Björn 150 für Anteile an Björn.");
    scene({ ...SCENES.shares!, ...MINE });
    expect(lineText(table.scene!, PAID)).toBe("Anna zahlt Björn 150 für Anteile an Björn.");
  });
});

test("who files a report reads what it publishes, when it is due and what it costs to be late; the banker demands it", async () => {
  scene({ ...SCENES.shares!, ...MINE });
  const { market } = table.view!;
  render(Issuer, { view: table.view!, market: market!, issuer: market!.issuers[0]!, trader: 0 });
  expect(screen.getByText(/1\.491 bar, 710 in Immobilien, und deine Anteile/)).toBeDefined();
  expect(screen.getByText(/wenn du auf .+ kommst oder daran vorbei. Fehlt er am Ende .+ kostet es 150/)).toBeDefined();
  cleanup();
  const done = scene(SCENES.shares!);
  render(Issuer, { view: table.view!, market: market!, issuer: market!.issuers[1]!, trader: null });
  await fireEvent.click(screen.getByRole("button", { name: "Bericht verlangen" }));
  expect(done).toMatchObject([{ command: { command: "demand_report", seat: 1 } }]);
});

describe("what can be done with the shares of a player", () => {
  const golden = () => [...document.querySelectorAll(".button.primary")].map((one) => one.textContent!.trim());
  const issued = (free: View["free"]) => {
    const shown = { ...SCENES.shares!, ...MINE, free };
    scene(shown);
    render(Issuer, { view: shown, market: shown.market!, issuer: shown.market!.issuers[0]!, trader: 0 });
  };
  const { free } = SCENES.shares!;
  test("has one gold button, which is the offer once there is one to send", async () => {
    issued(free);
    expect(golden()).toEqual(["Verkaufen 88"]);
    await fireEvent.click(screen.getByRole("button", { name: "Angebot machen" }));
    expect(golden()).toEqual(["Verkaufen 88"]);
    await fireEvent.click(screen.getByRole("radio", { name: "Björn" }));
    expect(golden()).toEqual([expect.stringMatching(/^Anteile anbieten \d+$/)]);
  });
  test.each([
    ["there is nothing to sell", []],
    ["the bank does not deal", free.map((one) => ({ ...one, refused: "not_now" as const }))],
  ])("has that of an offer in gold where %s", (_, free) => {
    issued(free);
    expect(golden()).toEqual(["Angebot machen"]);
  });
});

test("a report that is owed is filed where it is asked for, after a question", async () => {
  const done = scene({ ...SCENES.shares!, ...MINE });
  render(MarketNotes, { view: table.view! });
  for (const name of ["Bericht abgeben", "Noch einmal tippen: allen zeigen"]) {
    await loaded();
    expect(done).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name }));
  }
  expect(done).toMatchObject([{ command: { command: "file_report", seat: 0 } }]);
});

test("the last share of one's own is sold only after a question, and costs no more than the buyer has", async () => {
  const two = SCENES.shares!.seats.map((one) => ({ ...one, balance: one.seat === 1 ? 40 : 900 }));
  const market = SCENES.shares!.market!;
  const issuers = market.issuers.map((one) => ({ ...one, holdings: [{ holder: one.seat, count: 1 }] }));
  const view = { ...SCENES.shares!, seats: two, market: { ...market, issuers } };
  const done = scene(view);
  render(OfferForm, { view, market: view.market, seat: 0, issuer: 0, onsent: () => undefined });
  await fireEvent.click(screen.getByRole("radio", { name: "Björn" }));
  await fireEvent.click(screen.getByRole("button", { name: /Preis/ }));
  for (const key of ["4", "1"]) await fireEvent.click(screen.getByRole("button", { name: key }));
  const send = screen.getByRole<HTMLButtonElement>("button", { name: /nbieten/ });
  expect(send.getAttribute("aria-disabled") ?? String(send.disabled)).toBe("true");
  await fireEvent.click(screen.getByRole("button", { name: /öschen|zurück/i }));
  await fireEvent.click(send);
  expect(done).toEqual([]);
});

test("who is out has no column, and an offer is about no more than its seller holds", () => {
  const { market, seats } = SCENES.shares!;
  expect(holders(seats.map((one) => ({ ...one, out: one.seat === 1 })))).toEqual([0, 2, 3, -1]);
  const about = { seat: 0, to: 1, issuer: 0 };
  const most = [true, false].map((selling) => offerable(market!, { ...about, selling }));
  expect(most).toEqual([0, 1].map((seller) => heldOf(SCENES.shares!, 0, seller)));
  expect(most[0]).not.toBe(most[1]);
});

test("the register shows what happened, the newest first, and nothing that was taken back", () => {
  const filed = (move: number, undone = false) => ({ ...line(move, "report_filed", { seat: 0 }), undone });
  expect(register([filed(1), PAID, filed(2), filed(3, true)]).map(({ move }) => move)).toEqual([2, 1]);
});

test("a report that is owed is asked for on the phone of who owes it, at the tablet only of who has none", () => {
  const owed = (changed: Partial<View>) => owing({ ...SCENES.shares!, ...changed }).map(({ seat }) => seat);
  const offline = SCENES.shares!.seats.map((one) => ({ ...one, online: false }));
  expect([owed({}), owed({ seats: offline }), owed(MINE), owed({ ...MINE, you: 1 })]).toEqual([[], [0], [0], []]);
});
