import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Advice from "./Advice.svelte";
import AdviceSwitch from "./AdviceSwitch.svelte";
import Offers from "../../parts/trade/Offers.svelte";
import { display, scene } from "../../dev/testing";
import { option, prompt, seat, view } from "../../dev/fixtures";
import { answerText } from "./advised";
import { games } from "./games";
import { table } from "../../state/table.svelte";
import { use } from "../../text/words.svelte";
import en from "../../locales/en.json";
import type { AdvisedAnswer, AdviceView, SeatCommand } from "../../wire";

const answer = (command: SeatCommand, changed: Partial<AdvisedAnswer> = {}): AdvisedAnswer => ({
  command,
  odds: 0.424,
  low: 0.38,
  high: 0.466,
  verdict: "best",
  other: null,
  odds_other: 0,
  ...changed,
});
const BUY = answer({ command: "buy", seat: 0 });
const DECLINE = answer({ command: "decline", seat: 0 }, { odds: 0.31, low: 0.22, high: 0.42, verdict: "likely_worse" });
const advice = (changed: Partial<AdviceView> = {}): AdviceView => ({
  state: "open",
  offer: 0,
  answers: [],
  ...changed,
});

const asking = (changed: Partial<AdviceView> = {}) =>
  view({
    you: 0,
    role: "seat",
    prompt: prompt({ task: "throw_pending", seat: 0 }, [0], [], "7"),
    advice: advice(changed),
  });

test("chances are games of a hundred", () => {
  expect(games(BUY)).toEqual({ games: 42, low: 38, high: 47, others: 0 });
});

test("it asks at this very question, once", async () => {
  const done = scene(view({ you: 0, role: "seat" }));
  render(Advice, { view: asking(), seat: 0 });
  await fireEvent.click(screen.getByRole("button", { name: "Was wäre klug?" }));
  expect(done).toEqual([{ do: "ask_advice", seat: 0, prompt: "7", offer: 0 }]);
});

test("each answer is said in plain words, the best first", async () => {
  scene(view({ you: 0, role: "seat" }));
  const { rerender } = render(Advice, { view: asking({ state: "thinking" }), seat: 0 });
  expect(screen.getByText("Wird durchgespielt …")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
  await rerender({ view: asking({ state: "answered", answers: [BUY, DECLINE] }) });
  const [first, second] = screen
    .getAllByRole("listitem")
    .map((one: HTMLElement) => one.textContent!.replace(/\s+/g, " ").trim());
  expect(first).toBe("Kaufen Am besten. Damit gewinnst du etwa 42 von 100 Spielen (zwischen 38 und 47).");
  expect(second).toContain("Versteigern Wohl nicht so gut. Damit gewinnst du etwa 31 von 100 Spielen");
  await rerender({ view: asking({ state: "answered" }) });
  expect(screen.getByText("Hier gibt es nichts zu wählen.")).toBeDefined();
});

test("an offer shows what it does for both sides, under that offer alone", async () => {
  const offer = (id: number) => ({
    offer: {
      id,
      seat: 1,
      to: 0,
      give: { money: 0, deeds: [1], release_cards: [] },
      take: { money: 80, deeds: [], release_cards: [] },
      answers: 0,
    },
    options: [
      option({ command: "accept_trade", seat: 0, offer: id }),
      option({ command: "decline_trade", seat: 0, offer: id }),
    ],
    set_off: 0,
    debtor: -1,
  });
  const accepted = answer({ command: "accept_trade", seat: 0, offer: 2 }, { other: 1, odds_other: 0.3 });
  const shown = view({
    you: 0,
    role: "seat",
    prompt: prompt({ task: "throw_pending", seat: 1 }, [1], [], "9"),
    offers: [offer(1), offer(2)],
    advice: advice({ state: "answered", offer: 2, answers: [accepted] }),
  });
  const done = display(Offers, shown, { oncounter: () => undefined });
  expect(await screen.findByText(/Björn gewinnt dann etwa 30\./)).toBeDefined();
  await fireEvent.click(screen.getByRole("button", { name: "Wäre das klug?" }));
  expect(done).toEqual([{ do: "ask_advice", seat: 0, prompt: "9", offer: 1 }]);
});

test("an answer says what it is about", () => {
  scene(view());
  const said = (command: SeatCommand) => answerText(table.scene!, command);
  expect(said({ command: "build", seat: 0, deed: 1 })).toMatch(/^Bauen · \S/);
  expect(said({ command: "place_bid", seat: 0, amount: 120 })).toContain("Bieten · 120");
  expect(said({ command: "want_buildings", seat: 0, amount: 2 })).toBe("Anmelden · 2");
  expect(said({ command: "sell_shares", seat: 0, issuer: 1, amount: 1200 })).toMatch(/ · 1200$/);
  expect(said({ command: "sell_group", seat: 0, group: "orange" })).toMatch(/^Alle Gebäude verkaufen · \S/);
  const give = { money: 80, deeds: [], release_cards: [] };
  const take = { money: 0, deeds: [1], release_cards: [] };
  expect(said({ command: "offer_trade", seat: 0, to: 1, give, take, answers: 0 })).toMatch(
    /^Björn anbieten: .*80.* für /,
  );
  use("en", en);
  expect(said({ command: "offer_trade", seat: 0, to: 1, give, take, answers: 0 })).toMatch(/^Offer Björn .*80.* for /);
});

test("the banker allows it seat by seat", async () => {
  const done = scene(view());
  render(AdviceSwitch, { seat: seat(2) });
  await fireEvent.click(screen.getByRole("radio", { name: "An" }));
  expect(done).toEqual([{ do: "set_advice", seat: 2, on: true }]);
});
