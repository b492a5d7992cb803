/** What claims, remote purchases, credit and the risk space ask of the pages. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import DeedList from "./deeds/DeedList.svelte";
import Players from "./people/Players.svelte";
import Prompt from "./prompt/Prompt.svelte";
import SpaceDialog from "./track/SpaceDialog.svelte";
import TrackList from "./track/TrackList.svelte";
import NextStep from "./deeds/NextStep.svelte";
import TurnedAway from "./remote/TurnedAway.svelte";
import { claimHolder, onTop, visitors } from "../game/claims";
import { turnedAway } from "../game/turned";
import { sites } from "../game/buildings";
import { kindsOf } from "../game/correction";
import { deed, EDITION, line, option, prompt, seat, seats, view } from "../dev/fixtures";
import { EUROPE } from "../dev/europe";
import { putQuestion, scene } from "../dev/testing";
import { questionDetail, standingText } from "../text/sentences";
import { table } from "../state/table.svelte";
import type { SeatView, View } from "../wire";

const LIGHT_BLUE = [6, 8, 9] as const;
const THROW = option({ command: "throw", seat: 0, faces: [], source: "hub" }, { role: "dice" });
const THROWING = prompt({ task: "throw_pending", seat: 0 }, [0], [THROW]);
const VISITED: readonly SeatView[] = [seat(0), seat(1, { space: 8, arrived: 5 }), seat(2, { space: 8, arrived: 3 })];

function show(changed: Partial<View>): { done: ReturnType<typeof scene>; shown: View } {
  const done = scene(
    view({ edition: "euronopoly", seats: seats(3), deeds: [deed(6, 0)], trade: false, ...changed }),
    EUROPE,
  );
  return { done, shown: table.view! };
}

describe("a claim", () => {
  test("is on the rest of a group, and on nothing else", () => {
    const { shown } = show({ deeds: [deed(6, 0), deed(5, 1)] });
    const claims = EUROPE.spaces.flatMap((space) => (claimHolder(shown, EUROPE, space) ? [space.space] : []));
    expect(claims).toEqual([8, 9]);
  });
  test("is said to whoever came to a claimed space and was not asked, with what it may bring", () => {
    const came = line(9, "piece_moved", { seat: 2, origin: 0, space: 8, by: "throw" });
    const before = line(8, "piece_moved", { seat: 0, origin: 0, space: 1, by: "throw" });
    const { shown } = show({ seats: VISITED, feed: [before, came] });
    expect(turnedAway(shown, EUROPE)).toMatchObject({
      visitor: { seat: 2 },
      claim: { holder: { seat: 0 } },
      space: { space: 8 },
    });
    render(TurnedAway, { view: { ...shown, you: 2 } });
    expect(screen.getByText(/bekommst du 20/)).toBeDefined();
    cleanup();
    const second = show({
      seats: VISITED,
      feed: [line(9, "piece_moved", { seat: 1, origin: 0, space: 8, by: "throw" })],
    });
    render(TurnedAway, { view: { ...second.shown, you: 1 } });
    expect(screen.getByText(/Chloé war zuerst da und bekommt 20/)).toBeDefined();
    expect(turnedAway({ ...shown, deeds: [deed(6, 2)] }, EUROPE)).toBeUndefined();
    expect(turnedAway({ ...shown, deeds: [deed(6, 0), deed(8, 0)] }, EUROPE)).toBeUndefined();
    expect(turnedAway({ ...shown, feed: [{ ...came, undone: true }] }, EUROPE)).toBeUndefined();
  });
  test.each([
    ["a single deed of another group", { deeds: [deed(6, 2)] }, /erst zwei Grundstücke/],
    ["debts", { seats: [seat(0), seat(1), seat(2, { space: 1, owed: 5 })] }, /Wer Schulden hat/],
  ])("is said to whoever came to an unclaimed space and was not asked: %s", (_, changed, why) => {
    const feed = [line(9, "piece_moved", { seat: 2, origin: 0, space: 1, by: "throw" })];
    const came = { seats: [seat(0), seat(1), seat(2, { space: 1 })], feed };
    const { shown } = show({ ...came, deeds: [], ...changed });
    render(TurnedAway, { view: shown });
    expect(screen.getByText(why)).toBeDefined();
    expect(turnedAway({ ...shown, ...came, deeds: [deed(6, 2), deed(8, 2)] }, EUROPE)).toBeUndefined();
  });
  test("is said to have brought no rent while its owner was in jail", () => {
    const came = line(9, "piece_moved", { seat: 1, origin: 0, space: 6, by: "throw" });
    const inside = { seats: [seat(0, { misses: 0 }), seat(1, { space: 6 })], feed: [came] };
    const { shown } = show(inside);
    render(TurnedAway, { view: shown });
    expect(screen.getByText(/Keine Miete für .+: Anna sitzt im Gefängnis/)).toBeDefined();
    const rent = line(9, "money_moved", { payer: 1, payee: 0, amount: 6, purpose: "rent_street", deed: 6 });
    expect(turnedAway({ ...shown, feed: [came, rent] }, EUROPE)).toBeUndefined();
    expect(turnedAway({ ...shown, seats: [seat(0), seat(1, { space: 6 })] }, EUROPE)).toBeUndefined();
  });
  test("is unknown where nothing is claimed", () => {
    const { shown } = show({});
    expect(EDITION.spaces.flatMap((space) => claimHolder(shown, EDITION, space) ?? [])).toEqual([]);
  });
  test("is shown in the list of the track and on the space itself", () => {
    const { shown } = show({});
    render(TrackList, { view: shown, edition: EUROPE });
    expect(screen.getAllByText(/Anspruch: Anna/)).toHaveLength(2);
    cleanup();
    render(SpaceDialog, { view: shown, space: EUROPE.spaces[8]!, onclose: () => undefined });
    expect(screen.getByText(/Anspruch: Anna/)).toBeDefined();
    expect(screen.getByText(/Provision 20/)).toBeDefined();
  });
});

describe("a remote purchase", () => {
  test("pays whoever came first", () => {
    const { shown } = show({ seats: VISITED });
    expect(visitors(shown, 0, LIGHT_BLUE).map(({ seat: who }) => who)).toEqual([2, 1]);
    const left = shown.seats.map((one) => ({ ...one, out: one.seat === 2 }));
    expect(visitors({ ...shown, seats: left }, 0, LIGHT_BLUE).map(({ seat: who }) => who)).toEqual([1]);
  });
  test("is offered before the throw with all it costs", async () => {
    const free = [option({ command: "buy_remote", seat: 0, deed: 8 }, { cost: 120 })];
    const { done } = show({ seats: VISITED, prompt: THROWING, free });
    await putQuestion();
    expect(await screen.findByText(/100 an die Bank, 20 Provision an Chloé: zuerst da. Danach 1.380./)).toBeDefined();
    await fireEvent.click(screen.getByRole("button", { name: /^Fernkauf/ }));
    expect(done).toMatchObject([{ command: { command: "buy_remote", deed: 8 }, prompt: null }]);
  });
  test("is no part of the question of who cannot throw", () => {
    const asked = prompt({ task: "throw_pending", seat: 0 }, [0], [option({ command: "stay_in_jail", seat: 0 })]);
    show({ prompt: asked, free: [option({ command: "buy_remote", seat: 0, deed: 8 }, { refused: "in_jail" })] });
    render(Prompt, { prompt: asked });
    expect(screen.queryByText(/Fernkauf/)).toBeNull();
  });
});

describe("after a double", () => {
  const END = option({ command: "end_turn", seat: 0 }, { role: "cancel" });
  test("one throws again or ends the turn", async () => {
    const asked = prompt({ task: "throw_pending", seat: 0 }, [0], [THROW, END]);
    const { done } = show({ prompt: asked, streak: 1 });
    await putQuestion();
    expect(screen.getByRole("button", { name: "Noch einmal würfeln" })).toBeDefined();
    await fireEvent.click(screen.getByRole("button", { name: "Zug beenden" }));
    expect(done).toMatchObject([{ command: { command: "end_turn", seat: 0 }, prompt: "1" }]);
  });
  test("and before the first throw there is only that throw", async () => {
    show({ prompt: THROWING });
    await putQuestion();
    expect(screen.getByRole("button", { name: "Würfeln" })).toBeDefined();
    expect(screen.queryByText("Zug beenden")).toBeNull();
  });
});

describe("building", () => {
  const answers = LIGHT_BLUE.slice(0, 2).map((at) => option({ command: "build", seat: 0, deed: at }, { cost: 50 }));
  test("where one stands answers the question, street by street", async () => {
    const asked = prompt(
      { task: "build_pending", seat: 0, group: "lightblue" },
      [0],
      [...answers, option({ command: "finish_placing", seat: 0 }, { role: "cancel" })],
    );
    const { done } = show({ deeds: [deed(6, 0), deed(8, 0)], prompt: asked });
    await putQuestion();
    const group = await screen.findByRole("group", { name: "Hellblau" });
    expect(within(group).getAllByRole("button", { name: /Bauen/ })).toHaveLength(2);
    await fireEvent.click(within(group).getAllByRole("button", { name: /Bauen/ })[1]!);
    expect(done).toMatchObject([{ command: { command: "build", deed: 8 }, prompt: "1" }]);
  });
  test("from afar tells the commission until it is paid", () => {
    const { shown } = show({ deeds: [deed(6, 0)] });
    const afar = (cost: number) => onTop(sites(0, shown, EUROPE, [{ ...answers[0]!, cost }])[0]!.streets);
    expect([afar(70), afar(50), onTop([])]).toEqual([20, 0, 0]);
  });
  test("by one button one may ask what comes on top, and it is the same button when that comes", async () => {
    const costing = (cost: number) => show({ deeds: [deed(6, 0)], free: [{ ...answers[0]!, cost }] }).shown;
    const { rerender } = render(NextStep, { seat: 0, view: costing(50), edition: EUROPE, space: 6 });
    const [build, ...others] = screen.getAllByRole("button");
    expect(others).toEqual([]);
    await rerender({ view: costing(70) });
    expect(build!.textContent).toContain("70");
    expect(screen.getAllByRole("button").map((one) => (one === build ? "" : one.textContent))).toEqual(["", "?"]);
  });
  test("three apartments are a holiday home, three of those a villa", () => {
    show({});
    expect([0, 2, 5, 9].map((stage) => standingText(EUROPE, 6, stage))).toEqual([
      "unbebaut",
      "2 Apartments",
      "1 Ferienhaus und 2 Apartments",
      "1 Luxusvilla",
    ]);
  });
});

describe("credit", () => {
  test("is shown next to the balance and, with its limit, next to the deeds", async () => {
    const { shown } = show({ seats: [seat(0, { owed: 490, credit_limit: 930 }), seat(1, { skips: 1 })] });
    render(Players, { view: shown });
    expect(screen.getByText("schuldet 490")).toBeDefined();
    expect(screen.getByText("setzt einmal aus")).toBeDefined();
    render(DeedList, { seat: 0, view: shown, edition: EUROPE });
    expect(await screen.findByRole("region", { name: "Schulden bei der Bank: 490" })).toBeDefined();
  });
});

describe("an edition's own words and ways", () => {
  test("the same double twice is warned of", () => {
    show({ prompt: THROWING, streak: 1 });
    expect(questionDetail(table.scene!, THROWING.task)).toContain("Derselbe Pasch oder ein dritter");
  });
  test("the risk space shows its table", async () => {
    const { shown } = show({});
    render(SpaceDialog, { view: shown, space: EUROPE.spaces[20]!, onclose: () => undefined });
    expect(
      within(await screen.findByRole("table"))
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(expect.arrayContaining(["−100", "+200"]));
  });
  test("the banker puts right only what there is", () => {
    expect(kindsOf(EUROPE, show({}).shown)).toEqual(["money", "piece", "deed", "buildings", "jail", "turn"]);
  });
});
