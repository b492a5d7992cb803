import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Calling from "./Calling.svelte";
import Leaders from "./Leaders.svelte";
import Maximum from "./Maximum.svelte";
import MenuDialog from "../../screens/table/MenuDialog.svelte";
import Asked from "../../screens/tv/Asked.svelte";
import Tv from "../../screens/Tv.svelte";
import Leading from "../../screens/play/Leading.svelte";
import Seat from "../../screens/play/Seat.svelte";
import { SCENES } from "../../dev/scenes";
import { loaded, scene } from "../../dev/testing";
import { AUCTION, playing } from "../../dev/playing";
import { line, option, prompt } from "../../dev/fixtures";
import { table } from "../../state/table.svelte";
import type { Lot, Option, View } from "../../wire";

const NAME: Option = option({ command: "set_maximum", seat: 0, amount: 191 }, { minimum: 191, maximum: 1240 });
const DROP: Option = option({ command: "take_back_maximum", seat: 0 });
const shown = (free: Option[], own_maximum: number | null) =>
  playing({ you: 0, role: "seat", prompt: prompt(AUCTION, [0], []), free, own_maximum });

test("each call is said, on the television and to who leads too, and the bar runs for as long as is left", async () => {
  const going = { called: 1, left_ms: 2500 };
  const { container } = render(Calling, { view: playing({ going_s: 5, going }), going });
  expect(screen.getByRole("status").textContent).toBe("Zum Ersten!");
  const bar = container.querySelector<HTMLElement>(".left")!;
  expect(bar.style.getPropertyValue("--from")).toBe("0.5");
  expect(bar.style.animationDuration).toBe("2500ms");
  cleanup();
  const view = playing({ going_s: 5, going: { ...going, called: 2 }, prompt: prompt(AUCTION, [0], []) });
  scene(view);
  render(Leading, { view, seat: 1 });
  render(Asked, { view, prompt: view.prompt! });
  await loaded();
  expect(screen.getAllByText("Zum Zweiten!")).toHaveLength(2);
});

test("who leads stands above the two who bid highest before, each once, of this auction and of what counts", () => {
  const bid = (seat: number, amount: number) => line(amount, "bid_placed", { seat, amount });
  const feed = [bid(2, 999), line(1, "auction_opened", { deed: 1 }), ...[bid(0, 50), bid(2, 60), bid(3, 65)]];
  const view = playing({ feed: [...feed, bid(1, 70), bid(2, 75), bid(1, 80), { ...bid(0, 90), undone: true }] });
  scene(view);
  const { container } = render(Leaders, { view, task: { ...AUCTION, leader: 1, high: 80 } });
  const read = [...container.querySelectorAll("li")].map((one) => one.textContent!.match(/\p{L}{3,}|\d+/gu)!.join(" "));
  expect(read).toEqual(["Björn führt 80", "Chloé 75", "Dmitri 65"]);
});

test("in each row stands who leads, who bids on and who has dropped out, unless they may never have bid", () => {
  const task = { ...AUCTION, leader: 1, bidders: [0, 1] };
  const seats = playing({}).seats.map((one) => ({ ...one, out: one.seat === 3, home: one.seat === 3 }));
  const read = (lot: Lot) => {
    scene(playing({ prompt: prompt({ ...task, lot }, [0, 1], []), on_turn: 0, seats }));
    const { container, unmount } = render(Tv);
    const said = [...container.querySelectorAll("li[data-account] .place")].map((one) => one.textContent!.trim());
    unmount();
    return said;
  };
  expect(read(AUCTION.lot)).toEqual(["bietet mit", "führt", "ist raus", "nach Hause gegangen"]);
  expect(read({ lot: "building_lot", building: "house" })[2]).not.toBe("ist raus");
});

test("the maximum is named within its bounds and sent as what was read", async () => {
  const view = shown([NAME], null);
  const asked = scene(view);
  render(Maximum, { view, seat: 0 });
  await fireEvent.click(screen.getByRole("button", { name: "Geheimes Höchstgebot" }));
  for (const key of ["4", "00"]) await fireEvent.click(screen.getByRole("button", { name: key }));
  await fireEvent.click(screen.getByRole("button", { name: "Bis 400 bieten" }));
  expect(asked.map((action) => action.do === "play" && action.command)).toEqual([
    { command: "set_maximum", seat: 0, amount: 400 },
  ]);
});

test("one's own maximum stands there, to be changed or taken back", () => {
  const view = shown([NAME, DROP], 400);
  scene(view);
  render(Maximum, { view, seat: 0 });
  expect(screen.getByText("Bankhalter bietet für dich bis 400. Das siehst nur du.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Ändern" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Selbst bieten" })).toBeDefined();
});

test.each([true, false])("the maximum's window opens by no tap that was on its way before (%s)", async (armed) => {
  const view = shown([NAME], null);
  scene(view);
  render(Maximum, { props: { view, seat: 0 }, context: new Map([["armed", () => armed]]) });
  await fireEvent.click(screen.getByRole("button", { name: "Geheimes Höchstgebot" }));
  expect(screen.queryAllByRole("dialog", { hidden: true })).toHaveLength(armed ? 1 : 0);
});

test("a maximum that was named before a phone came is there, but not how much it is", () => {
  const view = shown([NAME, DROP], null);
  scene(view);
  const { container } = render(Maximum, { view, seat: 0 });
  expect(container.querySelector(".set")!.textContent).toContain("zeigt die Grenze aber nicht mehr");
  expect(screen.getByRole("button", { name: "Geheimes Höchstgebot" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Selbst bieten" })).toBeDefined();
});

test("whoever may name none is shown nothing", () => {
  const view = shown([], null);
  scene(view);
  const { container } = render(Maximum, { view, seat: 0 });
  expect(container.querySelector("[data-maximum]")).toBeNull();
});

test("the banker begins a turn again, or chooses how long the hub waits", async () => {
  const view = playing({ going_s: 0, undo: 7 });
  const asked = scene(view);
  render(MenuDialog, { view, onclose: () => undefined });
  expect(screen.getByRole("radio", { name: "Aus" }).getAttribute("aria-checked")).toBe("true");
  await fireEvent.click(screen.getByRole("radio", { name: /^5/ }));
  await fireEvent.click(screen.getByRole("button", { name: "Zug von vorn" }));
  expect(asked).toEqual([
    { do: "set_going", seconds: 5 },
    { do: "restart_turn", seen: 7 },
  ]);
});

test("an offer cannot be accepted while one bids, so it waits, and one's phone says so", async () => {
  const view: View = { ...SCENES.auction!, role: "seat", you: 0, offers: SCENES.mine!.offers };
  const phone = (shown: View) => {
    scene(shown);
    render(Seat, { view: shown, seat: shown.seats[0]! });
    return loaded();
  };
  table.page = "play";
  await phone(view);
  expect(screen.getByText("Danach wartet ein Angebot.")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Ablehnen/ })).toBeNull();
  cleanup();
  await phone({ ...view, prompt: SCENES.mine!.prompt });
  expect(screen.queryByText("Danach wartet ein Angebot.")).toBeNull();
  expect(screen.getByRole("button", { name: /^Ablehnen/ })).toBeDefined();
  table.page = "table";
});
