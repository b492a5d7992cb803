/** What must not happen on a page, or only at its bound: a window that stays, a tap too few, somebody who is out. */
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import OptionButton from "./controls/OptionButton.svelte";
import CorrectDialog from "./correct/CorrectDialog.svelte";
import DeedsDialog from "./deeds/DeedsDialog.svelte";
import Others from "./deeds/Others.svelte";
import DicePad from "./dice/DicePad.svelte";
import History from "./feed/History.svelte";
import UndoBar from "./feed/UndoBar.svelte";
import BankDeal from "./market/BankDeal.svelte";
import Players from "./people/Players.svelte";
import Bid from "./prompt/Bid.svelte";
import Prompt from "./prompt/Prompt.svelte";
import Bids from "./sealed/Bids.svelte";
import Peek from "./sealed/Peek.svelte";
import SecretBid from "./sealed/SecretBid.svelte";
import Phones from "../screens/table/Phones.svelte";
import Track from "./track/Track.svelte";
import TradeDialog from "./trade/TradeDialog.svelte";
import { deed, doors, EDITION, line, option, prompt, seat, seats, view } from "../dev/fixtures";
import { SCENES } from "../dev/scenes";
import { SEALED, secret, TIED } from "../dev/sealed";
import { holdDown, scene } from "../dev/testing";
import { revealOf } from "../game/sealed";
import { drawnSeat } from "../game/seals";
import { QUIET } from "../state/news";
import { table } from "../state/table.svelte";
import { storeKey } from "../net/keys";
import { fetchPart } from "../net/past";
import { debtHint } from "../text/sentences";
import type { BankDeal as Deal } from "../game/market";
import type { Of } from "../game/prompt";
import type { PhoneView, PlaceBid, SealBid } from "../wire";

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const quiet = () => undefined;
const GIVE_UP = option({ command: "declare_bankruptcy", seat: 0 });

afterEach(() => {
  vi.useRealTimers();
  table.news = QUIET;
  table.page = "table";
});

describe("a tap too few", () => {
  test("a button that has to be held down does nothing for a finger that slips off", async () => {
    const done = scene(view());
    render(OptionButton, { option: GIVE_UP, answering: false });
    vi.useFakeTimers();
    await fireEvent.pointerDown(button(/Aufgeben/));
    await fireEvent.pointerLeave(button(/Aufgeben/));
    vi.advanceTimersByTime(2000);
    expect(done).toEqual([]);
  });
  test("nobody's last shares are sold by one", async () => {
    const { market, ...shown } = SCENES.holding!;
    const issuers = market!.issuers.map((one) => (one.seat ? one : { ...one, holdings: [{ holder: 0, count: 2 }] }));
    const done = scene({ ...shown, market: { ...market!, issuers } });
    const sell = option({ command: "sell_shares", seat: 0, issuer: 0, amount: 1 }, { cost: -88, maximum: 2 }) as Deal;
    render(BankDeal, { option: sell, gold: true });
    expect(screen.queryByText(/die letzten eigenen Anteile/)).toBeNull();
    await fireEvent.click(button("Eins mehr"));
    expect(screen.getByText(/die letzten eigenen Anteile/)).toBeDefined();
    await fireEvent.click(button(/Verkaufen/));
    expect(done).toEqual([]);
  });
  test("half of what somebody has is bid in secret by one, more by two", async () => {
    const done = scene(view({ seats: [seat(0, { balance: 400 })] }));
    const options = [secret(0, 400)[0]] as Of<SealBid>[];
    render(SecretBid, { task: { ...SEALED, lot: { lot: "shares_lot", issuer: 1, count: 1 } }, options, onsent: quiet });
    for (const [digits, sent] of [
      ["201", 0],
      ["200", 1],
    ] as const) {
      for (const digit of digits) await fireEvent.click(button(digit));
      await fireEvent.click(button("Verdeckt bieten"));
      expect(done).toHaveLength(sent);
      for (let i = 0; i < 3; i++) await fireEvent.click(button("Letzte Ziffer löschen"));
      cleanup();
      render(SecretBid, {
        task: { ...SEALED, lot: { lot: "shares_lot", issuer: 1, count: 1 } },
        options,
        onsent: quiet,
      });
    }
  });
  test.each([true, false])(
    "the tablet drops out by one tap for who has no phone here (has one: %s)",
    async (online) => {
      const done = scene(view({ seats: [seat(0, { online }), seat(1)] }));
      const [bid, pass] = [
        option({ command: "place_bid", seat: 0, amount: 10 }),
        option({ command: "pass_bid", seat: 0 }),
      ];
      render(Bid, { option: bid as Of<PlaceBid>, pass });
      await fireEvent.click(button(/^Aussteigen/));
      expect(done).toHaveLength(online ? 0 : 1);
      await holdDown(button(/^Aussteigen/));
      expect(done).toHaveLength(1);
    },
  );
});

describe("somebody who is out", () => {
  const OUT = view({ seats: seats(3).map((one) => ({ ...one, out: one.seat === 0 })), on_turn: 0 });
  const asked = { ...OUT, prompt: prompt({ task: "throw_pending", seat: 2 }, [2], []) };
  test("has no piece on the track, gets no money by hand, and is not whose turn it is", () => {
    scene(asked);
    const { container } = render(Track, { view: asked, edition: EDITION });
    expect([...container.querySelectorAll("[data-piece]")].map((one) => one.getAttribute("data-piece"))).toEqual([
      "1",
      "2",
    ]);
    render(CorrectDialog, { view: asked, edition: EDITION, onclose: quiet });
    expect(screen.queryAllByRole("radio", { name: /Anna/ })).toEqual([]);
    render(Players, { view: asked });
    expect(screen.getAllByRole("listitem", { current: true }).map((one) => one.getAttribute("data-account"))).toEqual([
      "2",
    ]);
  });
});

test("a window over the page makes way for an auction that begins, not for one that was there", async () => {
  const onclose = vi.fn();
  const sealed = { ...SCENES.throw!, prompt: prompt(SEALED, [0], [], "9") };
  scene(sealed);
  const { rerender } = render(DeedsDialog, { view: sealed, of: 0, onclose });
  await rerender({ view: { ...sealed }, of: 0, onclose });
  expect(onclose).not.toHaveBeenCalled();
  await rerender({ view: { ...sealed, prompt: prompt(SEALED, [0], [], "10") }, of: 0, onclose });
  expect(onclose).toHaveBeenCalled();
});

test("what a debtor still lacks is said among their own deeds, not among those of others", () => {
  scene(SCENES.owing!);
  const { due } = SCENES.owing!.prompt!.task as { due: { amount: number } };
  for (const [of, said] of [
    [0, 1],
    [1, 0],
  ] as const) {
    render(DeedsDialog, { view: SCENES.owing!, of, onclose: quiet });
    const lacking = due.amount - SCENES.owing!.seats[0]!.balance;
    expect(screen.queryAllByText(new RegExp(`Es fehlen noch.*${lacking}`))).toHaveLength(said);
    expect(screen.queryAllByText(/Es fehlen noch|reicht für die Schuld/)).toHaveLength(said);
    cleanup();
  }
});

test("the others of a group are listed without the deed itself", () => {
  const shown = view({ deeds: [deed(1, 0), deed(3, 0)] });
  scene(shown);
  const { container } = render(Others, { space: EDITION.spaces[1]!, view: shown });
  expect(container.textContent).toContain("1/2");
});

test("no more is paid by hand out of the middle than lies there", async () => {
  const shown = view({ pot: 50 });
  scene(shown);
  render(CorrectDialog, { view: shown, edition: EDITION, onclose: quiet });
  const pick = (group: string, name: RegExp | string) =>
    fireEvent.click(within(screen.getByRole("radiogroup", { name: group })).getByRole("radio", { name }));
  await pick("Von", "Die Mitte");
  await pick("An", /Björn/);
  await fireEvent.click(button("Alles"));
  expect(screen.getByText("Die Mitte zahlt 50 an Björn.")).toBeDefined();
});

test("dice that were refused can be typed once more", async () => {
  scene(view());
  const play = vi.fn().mockResolvedValue({ ok: false, reason: "stale", details: {} });
  table.act = play;
  render(DicePad, {
    command: { command: "throw", seat: 0, faces: [], source: "hub" },
    dice: 2,
    real: true,
    onback: quiet,
  });
  for (let tried = 1; tried < 3; tried++) {
    for (const row of screen.getAllByRole("radiogroup")) await fireEvent.click(row.querySelectorAll("button")[tried]!);
    await screen.findByRole("alert");
    expect(play).toHaveBeenCalledTimes(tried);
  }
});

test("an undo is not offered to be undone, and older lines are asked for again after it", async () => {
  const shown = view({ undo: 1, feed: [line(9, "turn_began", { seat: 1, number: 2 })] });
  scene(shown);
  const older = [line(1, "report_filed", { seat: 0, kind: "annual", cash: 77, estate: 0 })];
  const part = () => new Response(JSON.stringify({ first: 0, steps: [{ lines: older }] }));
  vi.stubGlobal("fetch", () => Promise.resolve(part()));
  const { rerender } = render(History, { scene: table.scene!, onclose: quiet });
  await fireEvent.click(button("Ältere zeigen"));
  await waitFor(() => expect(screen.getByText(/77/)).toBeDefined());
  const after = { ...shown, feed: [...shown.feed, line(10, "undone", { moves: 1, first: 9 })] };
  table.news = { ...QUIET, lines: after.feed.slice(1) };
  table.show(after);
  await rerender({ scene: table.scene!, onclose: quiet });
  await waitFor(() => expect(screen.queryByText(/77/)).toBeNull());
  expect(button("Ältere zeigen")).toBeDefined();
  cleanup();
  render(UndoBar);
  expect(screen.queryByRole("button", { name: /Rückgängig/ })).toBeNull();
});

test("at the tablet those answer first who have no phone here", async () => {
  const bids = [0, 1].map((one) => option({ command: "place_bid", seat: one, amount: 191 }, { minimum: 191 }));
  const shown = { ...SCENES.auction!, prompt: { ...SCENES.auction!.prompt!, options: bids } };
  scene({ ...shown, seats: shown.seats.map((one) => ({ ...one, online: one.seat === 0 })) });
  render(Prompt, { prompt: shown.prompt });
  expect((await screen.findByRole("radio", { checked: true })).getAttribute("data-bidder")).toBe("1");
});

test("a secret is covered when the finger slips off", async () => {
  scene(view());
  render(Peek, { open: false });
  const peek = button("Halten zum Ansehen");
  for (const away of [fireEvent.pointerLeave, fireEvent.pointerCancel, fireEvent.blur]) {
    await fireEvent.pointerDown(peek);
    expect(peek.getAttribute("aria-pressed")).toBe("true");
    await away(peek);
    expect(peek.getAttribute("aria-pressed")).toBe("false");
  }
});

test("a lot that was drawn otherwise than the numbers say is found out", async () => {
  const reveal = TIED.find(({ key }) => key === "bids_revealed")!;
  const right = drawnSeat(revealOf(reveal));
  for (const [won, said] of [
    [right, "Auch das Los stimmt: Es folgt aus den Zufallszahlen aller Gebote."],
    [1 - right, "Nicht alle Prüfcodes stimmen: Hier wurde etwas geändert."],
  ] as const) {
    const closed = line(44, "sealed_auction_closed", { auction: 3, deed: 31, seat: won, amount: 120, drawn: 1 });
    scene(view({ feed: [...TIED.slice(0, -1), closed] }));
    render(Bids, { scene: table.scene!, line: reveal });
    await fireEvent.click(button("Nachprüfen"));
    expect(screen.getByText(said)).toBeDefined();
    cleanup();
  }
});

test("a bid that was changed afterwards is marked, and those that stand beside it are not", async () => {
  const reveal = TIED.find(({ key }) => key === "bids_revealed")!;
  const changed = { ...reveal, args: { ...reveal.args, amounts: "120,121,0,45" } };
  scene(view({ feed: TIED.map((one) => (one === reveal ? changed : one)) }));
  render(Bids, { scene: table.scene!, line: changed });
  await fireEvent.click(button("Nachprüfen"));
  expect(screen.getByText("Prüfcode stimmt nicht").classList).toContain("bad");
  for (const one of screen.getAllByText("Prüfcode stimmt")) expect(one.classList).toContain("good");
});

test("nobody trades with themselves", async () => {
  scene(view());
  render(TradeDialog, { view: view(), onclose: quiet });
  await fireEvent.click(button(/Björn/));
  const partners = within(screen.getByRole("group", { name: "Mit wem?" })).getAllByRole("button");
  expect(partners.map((one) => one.textContent!.trim().slice(-5))).toEqual(["AAnna", "Chloé", "mitri"]);
});

test("a code that is shown in the game is covered as soon as a phone has used it", async () => {
  const used = [
    { number: 1, kind: "android", since_ms: 0, state: "known", online: true, uninvited: false } as PhoneView,
  ];
  const [before, after] = [[], used].map((phones) =>
    view({ join: doors({ codes: { 0: "K7QF" }, phones: { 0: phones } }) }),
  );
  scene(before!);
  const { rerender } = render(Phones, { view: before!, onclose: quiet });
  await fireEvent.click(button("Zum Scannen zeigen"));
  expect(screen.getByText("Code K7QF")).toBeDefined();
  await rerender({ view: after! });
  await waitFor(() => expect(screen.queryByText("Code K7QF")).toBeNull());
});

test("nobody is asked to offer the bank properties for a debt, as one may offer them to a player", () => {
  scene(view());
  const owed = (payee: number) => {
    const due = { fact: "money_moved", payer: 0, payee, amount: 9_000, purpose: "tax", inputs: {} } as const;
    return debtHint(table.scene!, { task: "debt_pending", seat: 0, due });
  };
  expect(owed(1)).toContain("Björn Grundstücke anbieten");
  expect(owed(-1)).not.toContain("anbieten");
});

test("the part of the past that leads to a step is asked for, also to the last step of a part", async () => {
  const asked = vi.fn(() => Promise.resolve(new Response("{}")));
  vi.stubGlobal("fetch", asked);
  for (const step of [1, 100, 101, 0]) await fetchPart(step);
  expect(asked.mock.calls.map(([path]: unknown[]) => path)).toEqual(
    [0, 0, 100, 0].map((first) => `/api/retelling?first=${first}`),
  );
});

test("a banker who plays is shown the past as their seat knows it", async () => {
  const asked = vi.fn((_path: string, _options: object) => Promise.resolve(new Response("{}")));
  vi.stubGlobal("fetch", asked);
  storeKey("banker", "b");
  await fetchPart(1);
  storeKey("seat", "s");
  await fetchPart(1);
  storeKey("banker", null);
  storeKey("seat", null);
  const keys = asked.mock.calls.map(([, options]) => options);
  expect(keys).toEqual(["b", "s"].map((key) => ({ headers: { Authorization: `Bearer ${key}` } })));
});
