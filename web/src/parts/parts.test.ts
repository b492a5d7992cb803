import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import AmountPad from "./controls/AmountPad.svelte";
import Players from "./people/Players.svelte";
import Middle from "./prompt/Middle.svelte";
import HouseRules from "./rules/HouseRules.svelte";
import Prompt from "./prompt/Prompt.svelte";
import Why from "./explanations/Why.svelte";
import TradeDialog from "./trade/TradeDialog.svelte";
import { display, holdDown, loaded, putQuestion, scene } from "../dev/testing";
import { answersOf } from "../game/prompt";
import { SCENES } from "../dev/scenes";
import { DEEDS, EDITION, line, option, prompt, seat, seats, view } from "../dev/fixtures";
import { TIED } from "../dev/sealed";
import { table } from "../state/table.svelte";
import type { View } from "../wire";

/** The clock stands still, so that on a busy computer no moment passes. */
const stopped = () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
};
/** All buttons but the title deed, which may be there by now: it opens, and answers nothing. */
const answers = () => screen.getAllByRole("button").filter((one) => !one.matches(".deed"));
const button = (name: string | RegExp) => screen.getByRole("button", { name });

describe("a prompt", () => {
  test("has a button for each option and no other", () => {
    const shown = SCENES.buy!;
    scene(shown);
    render(Prompt, { prompt: shown.prompt! });
    expect(answers().map((one) => one.getAttribute("aria-label") ?? one.textContent!.trim())).toEqual([
      "Versteigern",
      "Kaufen 240",
    ]);
  });
  test.each([
    ["it is another than the printed price", { command: "buy", seat: 1 }, 264, true],
    ["a mortgage that is lent is printed", { command: "mortgage", seat: 1, deed: 24 }, -120, false],
    ["interest is added to one that is paid off", { command: "redeem", seat: 1, deed: 24 }, 132, true],
    ["a house is printed", { command: "build", seat: 1, deed: 24 }, 150, false],
    ["half of it is not", { command: "sell_building", seat: 1, deed: 24 }, -75, true],
  ] as const)("asks why only where something was calculated: %s", (_, command, cost, asks) => {
    scene(SCENES.buy!);
    render(Why, { options: [option(command, { cost })] });
    expect(screen.queryAllByRole("button", { name: /^Warum/ })).toHaveLength(Number(asks));
  });
  test("names once who is asked, where the stage above it does", () => {
    const shown = { ...SCENES.buy!, on_turn: SCENES.buy!.prompt!.seats[0]! };
    scene(shown);
    render(Prompt, { prompt: shown.prompt!, staged: true });
    expect(screen.getByRole("heading").textContent?.replace(/\u00ad/g, "")).toBe("Opernplatz kaufen?");
  });
  test("says next to a refused option why, and what to do", () => {
    const shown = SCENES.poor!;
    scene(shown);
    render(Prompt, { prompt: shown.prompt! });
    expect(button(/Kaufen/)).toHaveProperty("disabled", true);
    expect(screen.getByText(/Es fehlen 61/)).toBeDefined();
  });
  test("sends the option's command bound to the question", async () => {
    const shown = SCENES.buy!;
    const done = scene(shown);
    await putQuestion();
    await fireEvent.click(button(/Kaufen/));
    expect(done).toEqual([{ do: "play", command: { command: "buy", seat: 1 }, prompt: "1" }]);
  });
  test("ignores taps in its first moment", async () => {
    const shown = SCENES.buy!;
    const done = scene(shown);
    stopped();
    render(Prompt, { prompt: shown.prompt! });
    await fireEvent.click(button(/Kaufen/));
    expect(done).toEqual([]);
  });
  test("takes a tap at once when only a newer view of the same question came", async () => {
    const shown = SCENES.buy!;
    const done = scene(shown);
    const { rerender } = render(Prompt, { prompt: shown.prompt! });
    await loaded();
    await rerender({ prompt: { ...shown.prompt! } });
    await fireEvent.click(button(/Kaufen/));
    expect(done).toHaveLength(1);
  });
  test("ignores taps again when the question changes", async () => {
    const shown = SCENES.buy!;
    const done = scene(shown);
    const { rerender } = render(Prompt, { prompt: shown.prompt! });
    await loaded();
    stopped();
    await rerender({ prompt: { ...shown.prompt!, id: "another" } });
    await fireEvent.click(button(/Kaufen/));
    expect(done).toEqual([]);
  });
  test("tells the others whom all wait for", () => {
    const shown = SCENES.waiting!;
    scene(shown);
    render(Prompt, { prompt: shown.prompt! });
    expect(screen.getByText("Warten auf Björn")).toBeDefined();
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
  test("lets the banker choose who bids", async () => {
    const shown = SCENES.auction!;
    const done = scene(shown);
    render(Prompt, { prompt: shown.prompt! });
    const dmitri = await screen.findByRole("radio", { name: /Dmitri/ });
    await loaded();
    await fireEvent.click(dmitri);
    await screen.findByRole("button", { name: /Bieten/ });
    await fireEvent.click(button("10 mehr"));
    await fireEvent.click(button(/Bieten/));
    expect(done).toEqual([{ do: "play", command: { command: "place_bid", seat: 3, amount: 200 }, prompt: "1" }]);
  });
  test.each([true, false])("of a bid says who is still in, and that an offer waits if it is theirs: %s", (theirs) => {
    const { offers, prompt: asked, ...rest } = { ...SCENES.auction!, offers: SCENES.mine!.offers };
    const options = asked!.options.filter(({ command }) => "seat" in command && command.seat === 0);
    const shown = {
      ...rest,
      prompt: { ...asked!, options },
      offers: theirs ? offers : [{ ...offers[0]!, options: [] }],
    };
    scene(shown);
    table.page = "play";
    render(Prompt, { prompt: shown.prompt });
    expect(screen.queryAllByText("Danach wartet ein Angebot.")).toHaveLength(theirs ? 1 : 0);
    expect(screen.getByText(/^Noch dabei: /)).toBeDefined();
  });
  test("takes real dice typed in", async () => {
    const shown = SCENES.throw!;
    const done = scene(shown);
    render(Prompt, { prompt: shown.prompt! });
    await fireEvent.click(button(/Echte Würfel/));
    await screen.findByRole("button", { name: /Stimmt/ });
    const [first, second] = screen.getAllByRole("radiogroup");
    await fireEvent.click(within(first!).getByRole("radio", { name: "4" }));
    expect(button(/Stimmt/)).toHaveProperty("disabled", true);
    await fireEvent.click(within(second!).getByRole("radio", { name: "2" }));
    await loaded();
    await fireEvent.click(button(/Stimmt/));
    expect(done).toEqual([
      { do: "play", command: { command: "throw", seat: 0, faces: [4, 2], source: "typed" }, prompt: "1" },
    ]);
  });
  test("offers neither a card that is not there nor to give up with the money in hand", () => {
    const options = [
      option({ command: "use_release_card", seat: 0 }, { refused: "no_release_card" }),
      option({ command: "declare_bankruptcy", seat: 0 }, { refused: "money_can_be_raised" }),
    ];
    expect(answersOf(options, 0).others).toHaveLength(1);
    expect(answersOf([...options, option({ command: "pay_debt", seat: 0 })], 0).others).toHaveLength(1);
  });
  test("wants giving up to be held down", async () => {
    const shown = view({
      prompt: prompt(
        {
          task: "debt_pending",
          seat: 0,
          due: { fact: "money_moved", payer: 0, payee: 1, amount: 9, purpose: "tax", inputs: {} },
        },
        [0],
        [option({ command: "declare_bankruptcy", seat: 0 })],
      ),
    });
    const done = scene(shown);
    await putQuestion();
    await fireEvent.click(button(/Aufgeben/));
    expect(done).toEqual([]);
    await holdDown(button(/Aufgeben/));
    expect(done).toMatchObject([{ command: { command: "declare_bankruptcy" } }]);
  });
  test("of a computer is nobody else's to answer", () => {
    const shown = SCENES.buy!;
    const asked = shown.prompt!.seats[0]!;
    scene({ ...shown, seats: shown.seats.map((one) => (one.seat === asked ? { ...one, bot: "sensible" } : one)) });
    render(Prompt, { prompt: shown.prompt! });
    expect(screen.getByText(/überlegt/)).toBeDefined();
    expect(screen.queryByRole("button", { name: /Kaufen/ })).toBeNull();
  });
  test("is locked while the line is down", () => {
    const shown = SCENES.buy!;
    scene(shown);
    table.lostAt = Date.now();
    render(Prompt, { prompt: shown.prompt! });
    for (const one of answers()) expect(one).toHaveProperty("disabled", true);
  });
});

describe("the keypad", () => {
  const pad = (value: number) => {
    const onchange = vi.fn();
    scene(view());
    render(AmountPad, { value, minimum: 10, maximum: 500, after: 500 - value, onchange });
    return onchange;
  };
  test("a fresh figure replaces the old one", async () => {
    const onchange = pad(120);
    await fireEvent.click(button("4"));
    await fireEvent.click(button("00"));
    expect(onchange.mock.calls).toEqual([[4], [400]]);
  });
  test("quick steps stay inside the bounds", async () => {
    const onchange = pad(480);
    await fireEvent.click(button("50 mehr"));
    await fireEvent.click(button("Alles"));
    expect(onchange.mock.calls).toEqual([[500], [500]]);
  });
  test("says what is left afterwards", () => {
    pad(120);
    expect(screen.getByText("danach 380")).toBeDefined();
  });
  test("says when an amount is out of bounds", () => {
    pad(4);
    expect(screen.getByText("Mindestens 10")).toBeDefined();
  });
});

describe("the trade dialog", () => {
  test("says who has how much after the money that both give", async () => {
    display(TradeDialog, view({ role: "seat", you: 0, deeds: DEEDS }), { onclose: () => undefined });
    await fireEvent.click(button(/Chloé/));
    const type = async (side: number, digit: string) => {
      await fireEvent.click(screen.getAllByRole("button", { name: /^Geld/ })[side]!);
      await fireEvent.click(button(digit));
    };
    await type(1, "5");
    expect(screen.getByText("Chloé hat danach 1.495")).toBeDefined();
    await type(0, "7");
    expect(screen.getByText("Du hast danach 1.498")).toBeDefined();
    await type(1, "0");
    expect(screen.getByText("Chloé hat danach 1.507")).toBeDefined();
  });
  test("makes the offer that was put together", async () => {
    const done = display(TradeDialog, view({ deeds: DEEDS }), { onclose: () => undefined });
    await fireEvent.click(button(/Anna/));
    await fireEvent.click(
      within(screen.getByRole("group", { name: "Mit wem?" })).getByRole("button", { name: /Chloé/ }),
    );
    expect(button("Anbieten")).toHaveProperty("disabled", true);
    await fireEvent.click(button(/Bad/));
    await fireEvent.click(button(/Süd/));
    await fireEvent.click(button("Anbieten"));
    expect(done).toEqual([
      {
        do: "play",
        prompt: null,
        command: {
          command: "offer_trade",
          seat: 0,
          to: 2,
          give: { money: 0, deeds: [1], release_cards: [] },
          take: { money: 0, deeds: [5], release_cards: [] },
          answers: 0,
        },
      },
    ]);
  });
  test("has release cards only where the edition lets them be traded", async () => {
    const shown = view({ seats: [seat(0, { release_cards: ["chance"] }), seat(1)] });
    scene(shown);
    table.printed = { ...EDITION, goods: ["deeds"] };
    render(TradeDialog, { view: shown, onclose: () => undefined });
    await fireEvent.click(button(/Anna/));
    await fireEvent.click(
      within(screen.getByRole("group", { name: "Mit wem?" })).getByRole("button", { name: /Björn/ }),
    );
    expect(screen.queryByRole("button", { name: /Freikarte/ })).toBeNull();
    table.printed = EDITION;
    await loaded();
    expect(button(/Freikarte/)).toBeDefined();
  });
});

test("the player whose turn it is is marked", () => {
  display(Players, view({ seats: seats(3), on_turn: 1 }));
  expect(screen.getByText("Björn").closest("li")!.getAttribute("aria-current")).toBe("true");
});

test("who sits in jail has bars from the first turn on, and nobody else has any", () => {
  const shown = view({ seats: seats(3).map((one) => ({ ...one, misses: one.seat - 1 })) });
  const barred = [...render(Players, { view: shown }).container.querySelectorAll(".barred")];
  expect(barred.map((one) => one.closest("li")!.dataset.account)).toEqual(["1", "2"]);
});

test("on the tablet a card is read where the dice lay", () => {
  const card = line(3, "card_drawn", { seat: 0, deck: "chance", card: 12, kept: 0 });
  const shown = view({ feed: [card], faces: [2, 5] });
  display(Middle, shown);
  expect(screen.getByText(/^Anna zieht Ereignis: ./, { selector: "p" })).toBeDefined();
  expect(screen.queryByText("Gewürfelt: 2 + 5")).toBeNull();
  cleanup();
  render(Middle, { view: { ...shown, feed: [] }, onopen: vi.fn() });
  expect(screen.queryByText(/Anna zieht/)).toBeNull();
});

test("a group that secret bids complete is a moment, and then the bids still lie open", async () => {
  const shown = view({ feed: TIED });
  scene(shown);
  table.moment = { kind: "group", seat: 1, group: "brown", because: [] };
  render(Middle, { view: shown, onopen: vi.fn() });
  expect(await screen.findByRole("heading", { name: /Björn.*Braun/ })).toBeDefined();
  table.nextMoment();
  expect(await screen.findByRole("region", { name: "Die Gebote" })).toBeDefined();
});

test("sentences of a house rule stand apart, and before the game and after its end no round is running", () => {
  const shown = view({ house_rules: ["rounds:10"], round: 4 });
  scene(shown);
  const { container } = render(HouseRules, { view: shown });
  expect(container.querySelector("dd")!.textContent!.trim()).toMatch(/Regelblatt\.\s+Jetzt läuft Runde 4\.$/);
  cleanup();
  const over = render(HouseRules, { view: { ...shown, phase: "over", round: 10 } });
  expect(over.container.querySelector("dd")!.textContent).toContain("10 Runden sind gespielt.");
  const before = render(HouseRules, { view: { ...shown, phase: "lobby" } });
  expect(before.container.querySelector("dd")!.textContent!.trim()).toMatch(/Regelblatt\.$/);
  expect(screen.queryByText(/Jetzt läuft/)).toBeNull();
});

test("after the last round what everything together is worth is large, cash beside it, and during the game where they stand", () => {
  const feed = [0, 1].map((seat) => line(7, "assets_reckoned", { seat, total: 1856 - seat }));
  const shown = view({ seats: seats(2), feed, phase: "over", winner: 0 });
  scene(shown);
  const read = (one: View) =>
    [...render(Players, { view: one }).container.querySelectorAll(".place, .balance")].map((node) =>
      node.textContent!.replace(/\u00ad/g, "").trim(),
    );
  expect(read(shown)).toEqual(["1.500 bar", "1.856", "1.500 bar", "1.855"]);
  cleanup();
  expect(read({ ...shown, phase: "playing" })).toEqual(["Los", "1.500", "Los", "1.500"]);
});
