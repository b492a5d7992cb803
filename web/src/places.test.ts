/**
 * What `places.ts` promises holds: a phone on which everything is pressed gives every command that the rules offer
 * it.
 */
import { fireEvent, render } from "@testing-library/svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import Seat from "./screens/play/Seat.svelte";
import { deed, EDITION, option, prompt, seat, seats, view } from "./dev/fixtures";
import { SCENES } from "./dev/scenes";
import { scene } from "./dev/testing";
import { ANSWERS, BESIDE, type Name } from "./places";
import { riding } from "./state/riding.svelte";
import type { Action, SeatCommand, Task, View } from "./wire";

const DEED = 6;
const PRESSES_MAXIMUM = 200;
const HOLDING_MS = 950;
const PATIENCE_MS = 5000;
const at = { seat: 0, deed: DEED };
const THROWING: Task = { task: "throw_pending", seat: 0 };
const BUYING: Task = { task: "buy_pending", ...at, price: 100 };
const BUILDING: Task = { task: "build_pending", seat: 0, group: "lightblue" };
const BIDDING: Task = {
  task: "auction_running",
  lot: { lot: "deed_lot", deed: DEED },
  bidders: [0, 1],
  minimum: 1,
  high: 0,
  leader: -1,
  step: 1,
};
const SEALING: Task = {
  ...(SCENES.sealing!.prompt!.task as Extract<Task, { task: "sealed_auction_running" }>),
  waiting: [0],
};
const WANTING: Task = { task: "shortage_pending", building: "house", stock: 2, seats: [0], wants: [], deed: 6 };
const PLACING: Task = { task: "placing_pending", seat: 0, building: "house", count: 1, paid: false, amount: 0 };
const OWING: Task = {
  task: "debt_pending",
  seat: 0,
  due: { fact: "money_moved", payer: 0, payee: 1, amount: 10, purpose: "tax", inputs: {} },
};
const GIFT: Task = { task: "gift_pending", seat: 0, amount: 10 };
const TICKET: Task = { task: "ticket_pending", seat: 0, spaces: [8] };
const CHOOSING: Task = { task: "mortgage_choice_pending", ...at, redemption: 11, interest: 1, bought: true };

/** For each answer a question that it answers, and the command. */
const ASKED: Partial<Record<Name, readonly [Task, SeatCommand]>> = Object.fromEntries(
  (
    [
      [THROWING, { command: "throw", seat: 0, faces: [], source: "hub" }],
      [
        { task: "advance_pending", seat: 0, space: 8, by: "throw", salary: 0, rent_factor: 1, rent_throw_factor: 0 },
        { command: "advance", seat: 0 },
      ],
      [
        { task: "draw_pending", seat: 0, deck: "chance" },
        { command: "draw", seat: 0, card: 0 },
      ],
      [BUYING, { command: "buy", seat: 0 }],
      [BUYING, { command: "decline", seat: 0 }],
      [BUILDING, { command: "build", ...at }],
      [BIDDING, { command: "place_bid", seat: 0, amount: 1 }],
      [BIDDING, { command: "pass_bid", seat: 0 }],
      [SEALING, { command: "seal_bid", seat: 0, amount: 0, nonce: "" }],
      [SEALING, { command: "abstain_bid", seat: 0 }],
      [THROWING, { command: "pay_bail", seat: 0 }],
      [THROWING, { command: "stay_in_jail", seat: 0 }],
      [THROWING, { command: "end_turn", seat: 0 }],
      [THROWING, { command: "use_release_card", seat: 0 }],
      [CHOOSING, { command: "redeem", ...at }],
      [CHOOSING, { command: "keep_mortgage", ...at }],
      [WANTING, { command: "want_buildings", seat: 0, amount: 1 }],
      [PLACING, { command: "place_building", ...at }],
      [PLACING, { command: "finish_placing", seat: 0 }],
      [GIFT, { command: "take_ticket", seat: 0 }],
      [GIFT, { command: "take_money", seat: 0 }],
      [
        { task: "bus_pending", seat: 0 },
        { command: "go_to_cards", seat: 0 },
      ],
      [TICKET, { command: "use_ticket", seat: 0, space: 8 }],
      [TICKET, { command: "keep_ticket", seat: 0 }],
      [
        { task: "space_pending", seat: 0, spaces: [8], purpose: "triple" },
        { command: "choose_space", seat: 0, space: 8 },
      ],
      [
        { task: "catch_up_pending", ...at, cost: 60 },
        { command: "catch_up", seat: 0 },
      ],
      [OWING, { command: "pay_debt", seat: 0 }],
      [OWING, { command: "declare_bankruptcy", seat: 0 }],
      [
        { task: "interest_pending", buyer: 1, issuer: 1, count: 1, price: 9, waiting: [0], interested: [] },
        { command: "show_interest", seat: 0, interested: true },
      ],
    ] as const
  ).map((asked) => [asked[1].command, asked]),
);

/** What is only offered together with something else. */
const TOGETHER: Partial<Record<Name, SeatCommand>> = {
  pass_bid: { command: "place_bid", seat: 0, amount: 1 },
  abstain_bid: { command: "seal_bid", seat: 0, amount: 0, nonce: "" },
};

/** For each command besides the question an example. */
const OFFERED: Partial<Record<Name, SeatCommand>> = Object.fromEntries(
  (
    [
      { command: "buy_remote", seat: 0, deed: 8 },
      { command: "build", ...at },
      { command: "sell_building", ...at },
      { command: "sell_group", seat: 0, group: "lightblue" },
      { command: "sell_deed", ...at },
      { command: "mortgage", ...at },
      { command: "redeem", ...at },
      { command: "auction_deed", ...at, amount: 0 },
      { command: "ask_rent", ...at },
      { command: "sell_shares", seat: 0, issuer: 0, amount: 1 },
      { command: "buy_shares", seat: 0, issuer: 0, amount: 1 },
      { command: "file_report", seat: 0 },
      { command: "take_back_bid", seat: 0 },
      { command: "set_maximum", seat: 0, amount: 1 },
      { command: "take_back_maximum", seat: 0 },
      { command: "pay_bail", seat: 0 },
      { command: "use_release_card", seat: 0 },
    ] as const
  ).map((command) => [command.command, command]),
);

const BOUNDS = { minimum: 0, maximum: 9_999_999_999 };
const commandOf = (action: Action): Name | null => (action.do === "play" ? action.command.command : null);

/** Whatever can be pressed now besides the way out. */
const pressable = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>("main button, .sheet button, .sheet select, [role=dialog] button")].filter(
    (node) => !node.matches(":disabled") && !node.closest(".leave") && node.getAttribute("aria-label") !== "Schließen",
  );

/** As a finger does: it comes down first, and stays down on what has to be held. */
async function press(node: HTMLElement): Promise<void> {
  await fireEvent.pointerDown(node);
  if (node.classList.contains("hold")) await vi.advanceTimersByTimeAsync(HOLDING_MS);
  await fireEvent.pointerUp(node);
  if (node instanceof HTMLSelectElement)
    await fireEvent.change(node, { target: { value: [...node.options].pop()!.value } });
  else await fireEvent.click(node);
}

/** Press everything once, window after window, until a command was given. */
async function gives(shown: View, name: Name): Promise<boolean> {
  const done = scene({ ...shown, role: "seat", you: 0 }, EDITION);
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  render(Seat, { view: shown, seat: shown.seats[0]! });
  vi.setSystemTime(Date.now() + PATIENCE_MS);
  const pressed = new Set<HTMLElement>();
  const next = () => pressable().find((node) => !pressed.has(node));
  while (pressed.size < PRESSES_MAXIMUM && !done.some((action) => commandOf(action) === name)) {
    const node = next() ?? (await vi.dynamicImportSettled(), next());
    if (!node) return false;
    pressed.add(node);
    await press(node);
    if (!node.classList.contains("asked")) continue;
    vi.setSystemTime(Date.now() + PATIENCE_MS); // it asks once more
    await press(node);
  }
  return pressed.size < PRESSES_MAXIMUM;
}

const table = (changed: Partial<View>): View =>
  view({
    role: "seat",
    you: 0,
    seats: seats(2),
    deeds: [deed(DEED, 0, { stage: 1 }), deed(8, 1), deed(9, 0)],
    trade: false,
    ...changed,
  });

beforeEach(() => void (riding.question = null));

describe("a phone answers with", () => {
  test.each(Object.keys(ANSWERS) as Name[])("%s", async (name) => {
    const [task, command] = ASKED[name]!;
    const misses = ["pay_bail", "stay_in_jail", "use_release_card"].includes(name) ? 1 : -1;
    const together = TOGETHER[name];
    const asked = prompt(
      task,
      [0],
      [command, ...(together ? [together] : [])].map((one) => option(one, BOUNDS)),
    );
    expect(await gives(table({ seats: [seat(0, { misses, tickets: 1 }), seat(1)], prompt: asked }), name)).toBe(true);
  });
});

describe("a phone offers besides the question", () => {
  test.each(Object.keys(BESIDE) as Name[])("%s", async (name) => {
    const offered = OFFERED[name]!;
    const free = ("issuer" in offered ? [0, 1, 2, 3].map((issuer) => ({ ...offered, issuer })) : [offered]).map((one) =>
      option(one, BOUNDS),
    );
    const shares = ["sell_shares", "buy_shares", "file_report"].includes(name);
    const amid = name === "sell_group" ? "pay_debt" : name.endsWith("_maximum") ? "place_bid" : "throw";
    const [task, answer] = ASKED[amid]!;
    const asked = prompt(task, [0], [option(answer)]);
    const sent = name === "take_back_bid";
    expect(
      await gives(
        sent ? { ...SCENES.sent!, free } : shares ? { ...SCENES.holding!, free } : table({ prompt: asked, free }),
        name,
      ),
    ).toBe(true);
  });
});
