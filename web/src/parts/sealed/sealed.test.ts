import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import Feed from "../feed/Feed.svelte";
import MarketDialog from "../market/MarketDialog.svelte";
import Prompt from "../prompt/Prompt.svelte";
import PutUp from "./PutUp.svelte";
import Seat from "../../screens/play/Seat.svelte";
import { SCENES } from "../../dev/scenes";
import { option } from "../../dev/fixtures";
import { display, holdDown, loaded, putQuestion, scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";
import type { Of } from "../../game/prompt";
import type { AuctionDeed, Task, View } from "../../wire";

const button = (name: string | RegExp) => screen.getByRole("button", { name });

async function asked(shown: View) {
  const done = scene(shown);
  const page = render(Prompt, { prompt: shown.prompt! });
  await screen.findByText("Alle zahlen, was sie bieten.");
  await loaded();
  return { done, page };
}
const type = async (digits: string) => {
  for (const digit of digits) await fireEvent.click(button(digit));
};

test("what a deed is put up for may be more than its owner has, and is never called all of that", async () => {
  scene(SCENES.holding!);
  const put = SCENES.holding!.free.find((one): one is Of<AuctionDeed> => one.command.command === "auction_deed")!;
  render(PutUp, { option: put, space: table.edition!.spaces[5]!, onclose: () => {} });
  expect(screen.queryByRole("button", { name: "Alles" })).toBeNull();
  await type("2801");
  expect(screen.getByText("Höchstens 2.800")).toBeDefined();
  expect(button("Ab 2.801 versteigern")).toHaveProperty("disabled", true);
});

describe("a sealed bid on a phone", () => {
  test("is typed in dots and sent without a nonce of its own", async () => {
    const { done } = await asked(SCENES.sealing!);
    await fireEvent.click(button("Gebot eingeben"));
    expect(button("Verdeckt bieten")).toHaveProperty("disabled", true);
    await type("137");
    expect(screen.getByLabelText("Betrag verdeckt").textContent).toBe("•••");
    await fireEvent.click(button("Verdeckt bieten"));
    expect(done).toEqual([
      { do: "play", command: { command: "seal_bid", seat: 0, amount: 137, nonce: "" }, prompt: "1" },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
  test("says what it is for and what happens with it; nothing typed is not 0", async () => {
    await asked(SCENES.sealing!);
    await fireEvent.click(button("Gebot eingeben"));
    const pad = screen.getByRole("dialog");
    expect(pad.textContent).toMatch(
      /Rathausplatz · Preis 300\s+Alle zahlen, was sie bieten.\s+Dein Gebot bleibt geheim/,
    );
    expect(screen.getByLabelText("Betrag verdeckt").textContent).toBe("–");
    await type("0");
    expect(screen.getByLabelText("Betrag verdeckt").textContent).toBe("•");
  });
  test("shows itself and what it leaves only while the button is held", async () => {
    await asked(SCENES.sealing!);
    await fireEvent.click(button("Gebot eingeben"));
    await type("137");
    const peek = button("Halten zum Ansehen");
    await fireEvent.pointerDown(peek);
    expect(screen.getByLabelText("Betrag 137")).toBeDefined();
    expect(screen.getByText("danach 1.354")).toBeDefined();
    await fireEvent.pointerUp(peek);
    expect(screen.queryByText("danach 1.354")).toBeNull();
  });
  test("says in jail what the bid and the protection money leave", async () => {
    const shown = SCENES.sealing!;
    const options = shown.prompt!.options.map((one) =>
      one.command.command === "seal_bid" ? { ...one, levy: 50 } : one,
    );
    await asked({ ...shown, prompt: { ...shown.prompt!, options } });
    await fireEvent.click(button("Gebot eingeben"));
    expect(screen.getByText(/Schutzgeld/)).toBeDefined();
    await type("51");
    await fireEvent.pointerDown(button("Halten zum Ansehen"));
    expect(screen.getByText("danach 1.414")).toBeDefined();
  });
  test("may be 0, or at least what tied, or openly 0", async () => {
    const { done } = await asked(SCENES.retry!);
    expect(screen.queryByRole("button", { name: /Warum/ })).toBeNull();
    await fireEvent.click(button("Gebot eingeben"));
    expect(screen.getByText(/0 = kein Gebot, sonst mindestens 120\./)).toBeDefined();
    await type("45");
    expect(screen.getByText("Mindestens 120")).toBeDefined();
    expect(button("Verdeckt bieten")).toHaveProperty("disabled", true);
    await fireEvent.click(button("Letzte Ziffer löschen"));
    await fireEvent.click(button("Letzte Ziffer löschen"));
    await fireEvent.click(button("0"));
    expect(button("Verdeckt bieten")).toHaveProperty("disabled", false);
    await fireEvent.click(button("Offen 0 bieten"));
    expect(done).toEqual([{ do: "play", command: { command: "abstain_bid", seat: 0 }, prompt: "2" }]);
  });
  test("of more than the deed costs is read once before it counts", async () => {
    const { done } = await asked(SCENES.sealing!);
    await fireEvent.click(button("Gebot eingeben"));
    await type("301");
    await fireEvent.click(button("Verdeckt bieten"));
    expect(done).toEqual([]);
    expect(button(/Wirklich 301/)).toBeDefined();
  });
  test("stays covered once it is sent", async () => {
    scene(SCENES.sent!);
    const shown = SCENES.sent!;
    const { container } = render(Seat, { view: shown, seat: shown.seats[0]! });
    await screen.findByText("Abgegeben");
    expect(container.textContent).not.toContain("135");
    await fireEvent.keyDown(button("Halten zum Ansehen"), { key: " " });
    expect(container.textContent).toContain("135");
    await fireEvent.keyUp(button("Halten zum Ansehen"), { key: " " });
    expect(container.textContent).not.toContain("135");
  });
  test("is taken back by holding the button down", async () => {
    const done = scene(SCENES.sent!);
    render(Seat, { view: SCENES.sent!, seat: SCENES.sent!.seats[0]! });
    await screen.findByText("Abgegeben");
    const back = screen.getByRole("button", { name: "Gebot von Anna zurücknehmen" });
    await fireEvent.click(back);
    expect(done).toEqual([]);
    await loaded();
    await holdDown(back);
    vi.useRealTimers();
    expect(done).toEqual([{ do: "play", command: { command: "take_back_bid", seat: 0 }, prompt: null }]);
  });
});

describe("one tablet for all", () => {
  test("goes from hand to hand behind a cover, and keeps nothing", async () => {
    const { done } = await asked(SCENES.sealed!);
    await fireEvent.click(screen.getByRole("radio", { name: /Anna/ }));
    await fireEvent.click(button("Tablet an Anna"));
    expect(screen.queryByRole("button", { name: "1" })).toBeNull();
    await fireEvent.click(button("Ich bin Anna"));
    await type("999");
    await fireEvent.click(button("Verdeckt bieten"));
    expect(done).toEqual([]);
    await loaded();
    await fireEvent.click(button("Wirklich 999 zahlen, auch wenn andere gewinnen?"));
    expect(done).toEqual([
      { do: "play", command: { command: "seal_bid", seat: 0, amount: 999, nonce: "" }, prompt: "1" },
    ]);
    await screen.findByRole("dialog", { name: "Dein Gebot ist abgegeben" });
    expect(document.body.textContent).not.toContain("999");
    await fireEvent.click(button("Weiter an Dmitri"));
    expect(screen.getByRole("dialog", { name: "Gib das Tablet an Dmitri" })).toBeDefined();
    await fireEvent.click(button("Ich bin Dmitri"));
    await type("7");
    await fireEvent.click(button("Verdeckt bieten"));
    await fireEvent.click(await screen.findByRole("button", { name: "Zum Tisch" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.body.textContent).not.toContain("999");
  });
  test.each([true, false])("is for nobody whose bid came in meanwhile from elsewhere, taken: %s", async (taken) => {
    const { page } = await asked(SCENES.sealed!);
    await fireEvent.click(button("Tablet an Dmitri"));
    if (taken) await fireEvent.click(button("Ich bin Dmitri"));
    const shown = SCENES.sealed!;
    const task = { ...shown.prompt!.task, waiting: [0] } as Task;
    const options = shown.prompt!.options.filter(({ command }) => command.seat === 0);
    const later = { ...shown, prompt: { ...shown.prompt!, task, options } };
    table.show(later);
    await page.rerender({ prompt: later.prompt });
    if (taken) await screen.findByRole("dialog", { name: "Dein Gebot ist abgegeben" });
    else await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
  test("gives a bid back to who has no phone here", async () => {
    const shown = SCENES.sealed!;
    const free = [1, 2].map((seat) => option({ command: "take_back_bid", seat }));
    const seats = shown.seats.map((one) => ({ ...one, online: one.seat === 1 }));
    await asked({ ...shown, free, seats });
    expect(screen.queryByRole("button", { name: /Gebot von Björn/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Gebot von Chloé zurücknehmen" })).toBeDefined();
  });
  test("takes no bid back for a computer, which would only bid again", async () => {
    const shown = SCENES.sealed!;
    const free = [option({ command: "take_back_bid", seat: 2 })];
    const seats = shown.seats.map((one) => ({
      ...one,
      online: one.seat === 1,
      ...(one.seat === 2 ? { bot: "bold" as const } : {}),
    }));
    await asked({ ...shown, free, seats });
    expect(screen.queryByText("Gebot zurücknehmen")).toBeNull();
  });
  test("asks no computer, and speaks for nobody who has a phone here", async () => {
    const shown = SCENES.sealed!;
    const seats = shown.seats.map((one) => (one.seat === 3 ? { ...one, bot: "bold" as const } : one));
    await asked({ ...shown, seats: seats.map((one) => ({ ...one, online: one.seat === 0 })) });
    expect(screen.queryByRole("radio", { name: /Dmitri/ })).toBeNull();
    expect(button("Tablet an Anna")).toBeDefined();
    expect(screen.queryByRole("button", { name: /fehlt: 0 bieten/ })).toBeNull();
  });
  test("bids 0 for who is absent", async () => {
    const { done } = await asked(SCENES.sealed!);
    const absent = button("Dmitri fehlt: 0 bieten Gedrückt halten");
    await fireEvent.click(absent);
    expect(done).toEqual([]);
    await holdDown(absent);
    vi.useRealTimers();
    expect(done).toEqual([{ do: "play", command: { command: "abstain_bid", seat: 3 }, prompt: "1" }]);
  });
  test("bids 0 for nobody but whom it named when it was touched", async () => {
    const { done, page } = await asked(SCENES.sealed!);
    const absent = button("Dmitri fehlt: 0 bieten Gedrückt halten");
    vi.useFakeTimers();
    await fireEvent.pointerDown(absent);
    const { prompt, seats } = SCENES.sealed!;
    const task = { ...prompt!.task, waiting: [0] } as Task;
    table.view = {
      ...SCENES.sealed!,
      seats: seats.map((one) => ({ ...one, online: false })),
      prompt: { ...prompt!, task },
    };
    await page.rerender({ prompt: table.view.prompt! });
    expect(absent.textContent).toContain("Anna fehlt");
    vi.advanceTimersByTime(1000);
    await fireEvent.pointerUp(absent);
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(done).toEqual([{ do: "play", command: { command: "abstain_bid", seat: 3 }, prompt: "1" }]);
  });
});

describe("the share market", () => {
  const open = (shown: View) => {
    const done = display(MarketDialog, shown, { market: shown.market!, onclose: () => undefined });
    return done;
  };
  test("makes way for a question that comes, and may be looked at while one stands", async () => {
    const onclose = vi.fn();
    scene(SCENES.shares!);
    const calm = SCENES.shares!;
    const page = render(MarketDialog, { view: calm, market: calm.market!, onclose });
    expect(onclose).not.toHaveBeenCalled();
    const interest = { ...SCENES.interest!, prompt: { ...SCENES.interest!.prompt!, id: "7" } };
    await page.rerender({ view: interest, market: calm.market!, onclose });
    expect(onclose).toHaveBeenCalled();
    cleanup();
    onclose.mockClear();
    render(MarketDialog, { view: interest, market: calm.market!, onclose });
    await loaded();
    expect(onclose).not.toHaveBeenCalled();
  });
  test("has a cap table with the bank, and a running sum within the bounds", async () => {
    const done = open(SCENES.holding!);
    const anna = document.querySelector("tr[data-issuer='0']")!;
    expect([...anna.querySelectorAll("td")].map((one) => one.textContent)).toEqual(["20", "3", "–", "–", "2", "88"]);
    const deal = within(screen.getByRole("region", { name: "An die Bank verkaufen" }));
    for (let i = 0; i < 6; i++) await fireEvent.click(deal.getByRole("button", { name: "Eins mehr" }));
    expect(deal.getByText(/5 mal 88 sind 440/)).toBeDefined();
    await fireEvent.click(deal.getByRole("button", { name: /Verkaufen/ }));
    expect(done).toEqual([
      { do: "play", command: { command: "sell_shares", seat: 0, issuer: 0, amount: 5 }, prompt: null },
    ]);
  });
  test("puts an offer together", async () => {
    const done = open(SCENES.holding!);
    await fireEvent.click(button("Angebot machen"));
    await fireEvent.click(screen.getByRole("radio", { name: /Chloé/ }));
    await fireEvent.click(button(/Preis für alle/));
    await type("77");
    await fireEvent.click(button("Anteile anbieten 77"));
    expect(done).toEqual([
      {
        do: "play",
        command: { command: "offer_shares", seat: 0, to: 2, issuer: 0, amount: 1, price: 77, selling: true },
        prompt: null,
      },
    ]);
  });
  test("has one gold button: the first deal with the bank, or what offers while an offer is put together", async () => {
    const gold = () => [...document.querySelectorAll(".button.primary")].map((one) => one.textContent!.trim());
    open(SCENES.holding!);
    expect(gold()).toEqual(["Verkaufen 88"]);
    await fireEvent.click(button("Angebot machen"));
    await fireEvent.click(screen.getByRole("radio", { name: /Chloé/ }));
    expect(gold()).toEqual(["Anteile anbieten 88"]);
  });
  test("says who has nothing to sell", async () => {
    open(SCENES.holding!);
    await fireEvent.click(button("Angebot machen"));
    await fireEvent.click(screen.getByRole("radio", { name: "Anna kauft" }));
    await fireEvent.click(screen.getByRole("radio", { name: /Dmitri/ }));
    expect(screen.getByText("Dmitri hält keine Anteile an Anna.")).toBeDefined();
  });
  test("lets lookers look and nothing else", () => {
    open({ ...SCENES.shares!, role: "viewer", free: [], market: { ...SCENES.shares!.market!, offers: [] } });
    expect(screen.queryByRole("button", { name: /Angebot|Verkaufen|Anfragen|verlangen|abgeben/ })).toBeNull();
    expect(screen.getByText(/Björn verkauft Chloé 13 Anteile/)).toBeDefined();
  });
});

test("an interest question has both answers", async () => {
  const shown = SCENES.interest!;
  const done = scene(shown);
  await putQuestion();
  await fireEvent.click(button("Kein Interesse"));
  await fireEvent.click(button(/Ich auch 106/));
  expect(done.map((action) => action.do === "play" && action.command)).toEqual([
    { command: "show_interest", seat: 0, interested: false },
    { command: "show_interest", seat: 0, interested: true },
  ]);
});

test("a dividend opens to its lines", async () => {
  scene(SCENES.shares!);
  render(Feed, { scene: table.scene! });
  await fireEvent.click(button(/Anna zahlt Dividende/));
  expect(await screen.findByText("Anna zahlt 120 Dividende an die Bank.")).toBeDefined();
  expect(screen.getByText("3 von 25 Anteilen am gemeldeten Bargeld von 1.500.")).toBeDefined();
});
