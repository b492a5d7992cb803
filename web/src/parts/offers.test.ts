/** What a part offers, and when it must not; whose things it shows, and which figure. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import DeedsDialog from "./deeds/DeedsDialog.svelte";
import HandCards from "./deeds/HandCards.svelte";
import Ladder from "./deeds/Ladder.svelte";
import Steps from "./feed/Steps.svelte";
import AccountPick from "./people/AccountPick.svelte";
import Named from "./people/Named.svelte";
import Players from "./people/Players.svelte";
import Placing from "./prompt/Placing.svelte";
import Offers from "./trade/Offers.svelte";
import Addresses from "../screens/table/Addresses.svelte";
import Dock from "../screens/table/Dock.svelte";
import Ended from "../screens/play/Ended.svelte";
import ForeignEdition from "../screens/table/ForeignEdition.svelte";
import Frozen from "../screens/table/Frozen.svelte";
import MenuDialog from "../screens/table/MenuDialog.svelte";
import Over from "../screens/table/Over.svelte";
import SheetSeat from "../screens/table/SheetSeat.svelte";
import UnknownTags from "../screens/table/UnknownTags.svelte";
import End from "../screens/tv/End.svelte";
import { deed, DEEDS, doors, EDITION, line, option, seat, seats, view } from "../dev/fixtures";
import { SCENES } from "../dev/scenes";
import { display, holdDown, scene } from "../dev/testing";
import { QUIET } from "../state/news";
import { table } from "../state/table.svelte";
import type { Of } from "../game/prompt";
import type { PlaceBuilding, SeatView } from "../wire";

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const nothing = () => undefined;
const plain = (text: string | null) =>
  text!
    .replace(/\u00ad/g, "")
    .replace(/\s+/g, " ")
    .trim();

afterEach(() => {
  vi.useRealTimers();
  table.news = QUIET;
});

describe("what is offered", () => {
  const given = { ondeeds: nothing, ontrade: nothing, onhistory: nothing, oncorrect: nothing };
  test.each([
    [true, "banker", false],
    [false, "banker", true],
    [true, "viewer", true],
  ] as const)("a trade while one is possible (%s), to the %s", (trade, role, off) => {
    const shown = view({ trade, role });
    scene(shown);
    render(Dock, { view: shown, ...given });
    expect(button("Handeln").disabled).toBe(off);
  });
  test("no trade where the edition lets nothing be traded", () => {
    scene(view(), { ...EDITION, goods: [] });
    render(Dock, { view: view(), ...given });
    expect(screen.queryByRole("button", { name: "Handeln" })).toBeNull();
  });
  test.each([
    [0, 2],
    [2, 0],
  ])("a step back only if there is one (%i), and one on again (%i)", (undo, redo) => {
    scene(view());
    render(Steps, { view: view({ undo, redo }) });
    expect(screen.getAllByRole<HTMLButtonElement>("button").map(({ disabled }) => disabled)).toEqual([!undo, !redo]);
  });
  test("no restart of a turn in which nothing has happened", () => {
    scene(view());
    render(MenuDialog, { view: view({ undo: 0 }), onclose: nothing });
    expect(button("Zug von vorn").disabled).toBe(true);
    cleanup();
    render(MenuDialog, { view: view({ undo: 1 }), onclose: nothing });
    expect(button("Zug von vorn").disabled).toBe(false);
  });
  test("an unknown piece, to all if each has one, and not while one is awaited", () => {
    const board = { ...view().board, unknown_tags: ["04B0A5C0FFEE77"] };
    scene(view());
    render(UnknownTags, { view: view({ board }) });
    expect(screen.getAllByRole("button")).toHaveLength(4);
    cleanup();
    render(UnknownTags, { view: view({ board: { ...board, enrolling: 1 } }) });
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
  test("a game that rests goes on when its pieces stand there, or by a longer press", async () => {
    const pause = { kind: "frozen", missing: [{ seat: 0, space: 4, found: null }] } as const;
    const done = scene(view({ pause }));
    render(Frozen, { view: table.view!, pause });
    expect(button(/^Weiterspielen/).disabled).toBe(true);
    await fireEvent.click(button(/^Trotzdem/));
    expect(done).toEqual([]);
    await holdDown(button(/^Trotzdem/));
    expect(done).toEqual([{ do: "go_on", anyway: true }]);
  });
  test("an edition by somebody else, by whom it is", async () => {
    const done = scene(view());
    const card = { ...view().editions[0]!, id: "isle", by: "isle 1.0" };
    render(ForeignEdition, { card, onclose: nothing });
    await fireEvent.click(screen.getAllByRole("button").at(-1)!);
    expect(done).toEqual([{ do: "choose_edition", edition: "isle", trusted: "isle 1.0" }]);
  });
});

describe("a longer press ends", () => {
  test.each([
    [Over, { phase: "over", winner: 0 }, "Neues Spiel"],
    [MenuDialog, { phase: "playing" }, "Spiel beenden"],
  ] as const)("what a tap must not", async (Part, changed, name) => {
    const done = display(Part, view(changed), { onclose: nothing });
    const end = screen.getAllByRole("button").find((one) => one.textContent!.includes(name))!;
    await fireEvent.click(end);
    expect(done).toEqual([]);
    await holdDown(end);
    expect(done).toEqual([{ do: "new_game" }]);
  });
});

describe("whose it is", () => {
  test("on the television each hand holds its own deeds", () => {
    const shown = view({ deeds: DEEDS });
    scene(shown);
    const { container } = render(HandCards, { view: shown, seat: seat(2) });
    const held = DEEDS.filter(({ owner }) => owner === 2).map(({ deed }) => EDITION.spaces[deed]!.name);
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(`Grundstücke von Chloé: ${held.join(", ")}`);
    expect(container.querySelectorAll(".band")).toHaveLength(held.length);
  });
  test("the window of all deeds opens with who is on turn, and the bank has what is not sold", async () => {
    const shown = view({ deeds: DEEDS, on_turn: 2 });
    scene(shown);
    const { container } = render(DeedsDialog, { view: shown, of: "all", onclose: nothing });
    expect(plain(screen.getByRole("radio", { checked: true }).textContent)).toContain("Chloé");
    await fireEvent.click(screen.getByRole("radio", { name: /Bank/ }));
    const priced = EDITION.spaces.filter(({ price }) => price).length;
    expect(container.ownerDocument.querySelectorAll(".unsold li")).toHaveLength(priced - DEEDS.length);
  });
  test("money by hand is not for who is out", () => {
    const shown = view({ seats: seats(3).map((one) => ({ ...one, out: one.seat === 1 })) });
    scene(shown);
    render(AccountPick, { view: shown, label: "An", chosen: null, onpick: nothing });
    expect(screen.getAllByRole("radio")).toHaveLength(2);
  });
});

describe("which figure", () => {
  // a deed for 1900, of which 1700 are owed: who buys pays 200, who sells gets 200
  test.each([
    [0, "Annehmen 200"],
    [1, "Annehmen +200"],
  ])("what leaves who accepts a trade: the price, less what comes off a debt to them (%i owes it)", (debtor, said) => {
    const [scened] = SCENES.debt!.offers;
    const { give, take } = scened!.offer;
    const offer = debtor ? { ...scened!.offer, give: take, take: give } : scened!.offer;
    const shown = { ...scened!, offer, debtor };
    const options = [option({ command: "decline_trade", seat: offer.to, offer: offer.id })];
    options.push(option({ command: "accept_trade", seat: offer.to, offer: offer.id }));
    const given = view({ ...SCENES.debt!, offers: [{ ...shown, options }] });
    scene(given);
    render(Offers, { view: given, oncounter: nothing });
    const [first, second] = [...document.querySelectorAll(".answers button")].map((one) => plain(one.textContent));
    expect(first).toMatch(/Ablehnen/);
    expect(second).toBe(said);
  });
  test("a work earns a multiple of the throw, a street money", () => {
    scene(view());
    const works = EDITION.spaces.find(({ kind }) => kind === "utility")!;
    const { container } = render(Ladder, { space: works });
    for (const factor of works.rents)
      expect(plain(container.textContent)).toMatch(new RegExp(`${factor} ?[×·x]|[×·x] ?${factor}`));
  });
  test("a street shows what would stand there", () => {
    scene(SCENES.placing!);
    const options = SCENES.placing!.prompt!.options.filter(
      (one): one is Of<PlaceBuilding> => one.command.command === "place_building",
    );
    const { container } = render(Placing, { options, gold: undefined });
    expect(container.querySelectorAll(".streets .buildings")).toHaveLength(options.length);
  });
  test("what somebody paid just now is marked as less, what they got is not", () => {
    const shown = view();
    scene(shown);
    table.news = {
      ...QUIET,
      changes: new Map([
        [0, -50],
        [1, 50],
      ]),
    };
    render(Players, { view: shown });
    const marked = [...document.querySelectorAll(".delta")].map((one) => one.classList.contains("minus"));
    expect(marked).toEqual([true, false]);
  });
  test("the end says what was reckoned, on the television and on the phone, and one's place", () => {
    const feed = [0, 1].map((one) => line(7, "assets_reckoned", { seat: one, total: 1856 - one }));
    const shown = view({ seats: seats(2), feed, phase: "over", winner: 0 });
    scene(shown);
    render(End, { view: shown, winner: shown.seats[0]! });
    expect([...document.querySelectorAll(".balance")].map((one) => plain(one.textContent))).toEqual(["1.856", "1.855"]);
    cleanup();
    render(Ended, { view: shown, seat: shown.seats[1]!, worth: 1855 });
    expect(screen.getByText(/2.* von 2/)).toBeDefined();
    cleanup();
    render(Ended, { view: shown, seat: { ...shown.seats[1]!, out: true }, worth: undefined });
    expect(screen.queryByText(/von 2/)).toBeNull();
  });
  test("the sheet says what is mortgaged, what is owed, and who sits in jail from the first turn on", () => {
    const jail = EDITION.spaces.find(({ kind }) => kind === "jail")!.space;
    const shown = view({ deeds: [deed(1, 0, { mortgaged: true }), deed(3, 0)] });
    scene(shown);
    const said = (changed: Partial<SeatView>) => {
      cleanup();
      return plain(render(SheetSeat, { seat: seat(0, changed), scene: table.scene! }).container.textContent);
    };
    expect(said({}).match(/mit Hypothek/g)).toHaveLength(1);
    expect(said({ owed: 70 })).toContain("70");
    const [visits, sits] = [said({ space: jail }), said({ space: jail, misses: 0 })];
    expect([visits, sits].map((text) => text.includes("nur zu Besuch"))).toEqual([true, false]);
  });
  test("the name of the table is said beside another address, and not twice", () => {
    const join = doors({ url: "http://10.0.0.7:8080", named: "http://bankhalter.local:8080" });
    scene(view({ join }));
    const { container } = render(Named, { join });
    expect(container.textContent).toContain("bankhalter.local");
    expect(render(Named, { join: { ...join, url: join.named } }).container.textContent).toBe("");
  });
  test("of several addresses the one that is shown is chosen", () => {
    const join = doors({ url: "http://b", urls: ["http://a", "http://b"] });
    scene(view({ join }));
    render(Addresses, { view: table.view!, open: true });
    expect(screen.getAllByRole("radio").map((one) => one.getAttribute("aria-checked"))).toEqual(["false", "true"]);
  });
});
