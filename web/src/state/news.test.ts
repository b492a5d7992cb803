import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deed, line, seat, seats, view } from "../dev/fixtures";
import { FakeHub, scene } from "../dev/testing";
import { addedTo, FLIGHT_MS, FLIGHTS_MAXIMUM, joined, news, QUIET, STAGGER_MS } from "./news";
import { paceOf, tolls } from "./stage";
import { table } from "./table.svelte";
import type { FeedLine, View } from "../wire";

const at = (space: number, changed = {}): View =>
  view({ seats: [seat(0, { space, ...changed }), ...seats(4).slice(1)] });
const moves = (to: number, by = "throw") => line(2, "piece_moved", { seat: 0, origin: 0, space: to, by });

describe("what moves", () => {
  test("a piece that walks takes each step, and that takes its time", () =>
    expect(paceOf(at(0), at(7), [moves(7)], 40)).toMatchObject({ steps: 7 }));
  test("a piece that is sent to jail takes none, nor does one that leaves the game", () => {
    for (const from of [30, 5])
      expect(paceOf(at(from), at(10, { misses: 0 }), [moves(10)], 40)).toEqual({ steps: 0, ms: 500 });
    expect(paceOf(at(5), at(10, { out: true }), [moves(10)], 40)).toEqual({ steps: 0, ms: 0 });
  });
  test("dice, pieces and coins are done within 1.2 s, however far and however much", () => {
    const ways = Array.from({ length: 40 }, (_, to) =>
      paceOf(at(0), at(to), [moves(to), line(2, "dice_thrown", { seat: 0, faces: "6,6" })], 40),
    );
    const coins = FLIGHT_MS + (FLIGHTS_MAXIMUM - 1) * STAGGER_MS;
    expect(Math.max(...ways.map(({ ms }) => ms)) + coins).toBeLessThanOrEqual(1200);
  });
  test("of two pieces that walk the longer way is waited for", () => {
    const both = view({ seats: [seat(0, { space: 3 }), seat(1, { space: 7 })] });
    const lines = [moves(3), { ...moves(7), args: { ...moves(7).args, seat: 1 } }];
    expect(paceOf(view({ seats: seats(2) }), both, lines, 40)).toMatchObject({ steps: 7 });
  });
  test("nothing moves for a correction, or where nobody went", () => {
    expect(paceOf(at(0), at(7), [moves(7, "correction")], 40).ms).toBe(0);
    expect(paceOf(at(0), at(7), [], 40).ms).toBe(0);
    expect(paceOf(null, at(7), [moves(7)], 40).ms).toBe(0);
  });
  test("dice roll before they lie", () =>
    expect(paceOf(at(0), at(0), [line(2, "dice_thrown", { seat: 0, faces: "3,4" })], 40)).toMatchObject({
      steps: 0,
      ms: 500,
    }));
});

describe("rolls that add up", () => {
  const rolled = (move: number, faces: string) => line(move, "dice_thrown", { seat: 0, faces });
  const passed = (move: number, steps: number) => line(move, "stop_passed", { seat: 0, space: steps, steps });
  const begun = line(1, "turn_began", { seat: 0, number: 1 });
  test("a double is added to the roll after it, not to itself", () => {
    expect(addedTo([begun, rolled(2, "3,3"), passed(2, 6)])).toBe(0);
    expect(addedTo([begun, rolled(2, "3,3"), passed(2, 6), rolled(3, "1,2")])).toBe(6);
    expect(addedTo([begun, rolled(2, "3,3"), passed(2, 6), rolled(3, "4,4"), passed(3, 8), rolled(4, "1,2")])).toBe(14);
  });
  test("nothing is left of it in the next turn, or once it was taken back", () => {
    const before = [begun, rolled(2, "3,3"), passed(2, 6), rolled(3, "1,2")];
    expect(addedTo([...before, line(4, "turn_began", { seat: 1, number: 2 }), rolled(5, "1,2")])).toBe(0);
    expect(addedTo([...before.map((one) => ({ ...one, undone: one.move > 1 })), rolled(4, "1,2")])).toBe(0);
  });
});

describe("news", () => {
  const paid = (move: number, undone = false): FeedLine => ({
    ...line(move, "money_moved", { payer: 0, payee: 1, amount: 5, purpose: "bail" }),
    undone,
  });
  const shown = (game: string | null, ...feed: FeedLine[]): View => view({ game, feed });
  test("are the lines that were not there before, and the coins of those", () => {
    const found = news(shown("a", paid(1)), shown("a", paid(1), paid(2), paid(3)));
    expect(found.lines.map(({ move }) => move)).toEqual([2, 3]);
    expect(found.flights).toHaveLength(2);
  });
  test("are none of what was taken back, of another game, of no game, or of a page that has just begun", () => {
    expect(news(shown("a", paid(1)), shown("a", paid(1), paid(2, true)))).toMatchObject({ lines: [], flights: [] });
    expect(news(shown("a"), shown("b", paid(1)))).toBe(QUIET);
    expect(news(shown(null), shown(null, paid(1)))).toBe(QUIET);
    expect(news(null, shown("a", paid(1)))).toBe(QUIET);
  });
  test("are six coins at most, also of several views together", () => {
    const many = [2, 3, 4, 5, 6, 7, 8, 9].map((move) => paid(move));
    const found = news(shown("a"), shown("a", ...many));
    expect([found.lines.length, found.flights.length]).toEqual([8, 6]);
    expect(joined(found, found).flights).toHaveLength(6);
    expect(joined(found, found).lines).toHaveLength(16);
    const [less, more] = [-5, 8].map((amount) => ({ ...QUIET, changes: new Map([[0, amount]]) }));
    expect([...joined(less!, more!).changes]).toEqual([[0, 3]]);
  });
});

test("money is heard as it leaves and as it comes, coin by coin", () => {
  const flights = [
    { payer: 0, payee: -1, amount: 5 },
    { payer: 1, payee: 2, amount: 5 },
  ];
  expect(tolls(flights)).toEqual({ paid: [0, STAGGER_MS], got: [STAGGER_MS + FLIGHT_MS] });
});

describe("on the table", () => {
  beforeEach(async () => {
    await table.prepare();
    table.news = QUIET; // whatever another file left behind
    vi.useFakeTimers();
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const rent = line(2, "money_moved", { payer: 0, payee: 1, amount: 8, purpose: "rent_street" });

  test("what follows from a walk is shown when the piece is there", () => {
    scene(at(0));
    table.page = "table";
    table.show({ ...at(5, { balance: 1492 }), feed: [moves(5), rent] });
    expect(table.arriving).toBe(true);
    expect(table.news.flights).toEqual([]);
    vi.advanceTimersByTime(5 * 100);
    expect(table.arriving).toBe(false);
    expect(table.news.flights).toHaveLength(1);
    expect(table.news.changes.get(0)).toBe(-8);
  });
  test("a tap anywhere ends the walk, and no coin flies any more", () => {
    scene(at(0));
    table.page = "table";
    table.start("table", () => new FakeHub());
    table.show({ ...at(5, { balance: 1492 }), feed: [moves(5), rent] });
    document.body.click();
    expect(table.arriving).toBe(false);
    expect(table.news).toMatchObject({ flights: [], lines: [{ key: "piece_moved" }, { key: "money_moved" }] });
  });
  test("who wants nothing to move sees at once what came of it", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    scene(at(0));
    table.page = "table";
    const rolled = line(2, "dice_thrown", { seat: 0, faces: "1,4" });
    table.show({ ...at(5, { balance: 1492 }), feed: [rolled, moves(5), rent] });
    expect([table.rolling, table.arriving, table.news.changes.get(0)]).toEqual([false, false, -8]);
  });
  test("a shorter walk after a longer one does not bring the news before both are there, and then of both", () => {
    const both = (one: number, other: number, ...feed: FeedLine[]) =>
      view({ seats: [seat(0, { space: one }), seat(1, { space: other })], feed });
    const step = { ...moves(1), move: 3, args: { ...moves(1).args, seat: 1 } };
    scene(both(0, 0));
    table.page = "table";
    table.show(both(8, 0, moves(8)));
    table.show(both(8, 1, moves(8), step));
    vi.advanceTimersByTime(700);
    expect(table.arriving).toBe(true);
    vi.advanceTimersByTime(100);
    expect(table.arriving).toBe(false);
    expect(table.news.lines.map(({ args }) => args.seat)).toEqual([0, 1]);
  });
  test("moments wait for each other, also those of a later view", () => {
    scene(at(0));
    table.page = "table";
    const out = (move: number, seat: number) => line(move, "seat_bankrupted", { seat, creditor: -1 });
    table.show({ ...at(0), feed: [out(2, 1), out(2, 2)] });
    table.show({ ...at(0), feed: [out(2, 1), out(2, 2), out(3, 3)] });
    const seen = [1, 2, 3, undefined].map(() => [table.moment?.seat, vi.advanceTimersByTime(8000)][0]);
    expect(seen).toEqual([1, 2, 3, undefined]);
  });
  test("news that follows other news stays as long", () => {
    scene(at(0));
    table.page = "play";
    table.show({ ...at(0), feed: [rent] });
    vi.advanceTimersByTime(1500);
    table.show({ ...at(0), feed: [rent, { ...rent, move: 3 }] });
    vi.advanceTimersByTime(1500);
    expect(table.news.lines).toHaveLength(1);
    vi.advanceTimersByTime(500);
    expect(table.news).toBe(QUIET);
  });
  test("a phone, where nothing walks, shows it at once", () => {
    scene(at(0));
    table.page = "play";
    table.show({ ...at(5), feed: [moves(5), rent] });
    expect(table.arriving).toBe(false);
    expect(table.news.flights).toHaveLength(1);
  });
  test("a moment comes after the walk and passes by itself, and an undo ends it", () => {
    scene({ ...at(0), deeds: [deed(1, 0)] });
    table.page = "table";
    const bought = [moves(3), line(3, "deed_moved", { deed: 3, source: -1, target: 0 })];
    table.show({ ...at(3), deeds: [deed(1, 0), deed(3, 0)], feed: bought });
    expect(table.moment).toBeNull();
    vi.advanceTimersByTime(3 * 100);
    expect(table.moment).toMatchObject({ kind: "group", seat: 0 });
    vi.advanceTimersByTime(6500);
    expect(table.moment).toBeNull();

    table.show({ ...at(3), feed: [...bought, line(4, "seat_bankrupted", { seat: 1, creditor: -1 })] });
    expect(table.moment).toMatchObject({ kind: "bankrupt", seat: 1 });
    table.show({ ...at(3), feed: [...bought, line(5, "undone", { moves: 1 })] });
    expect(table.moment).toBeNull();
  });
});
