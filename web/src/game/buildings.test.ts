import { describe, expect, test } from "vitest";
import { deed, EDITION, line, option, prompt, view } from "../dev/fixtures";
import { SCENES } from "../dev/scenes";
import { clearings, common, nextCost, nextStep, refusedOn, sites, spent } from "./buildings";
import { holdings, optionsFor } from "./deeds";
import { share } from "./groups";
import { standing } from "../geometry/standing";
import { answersOf, litBy, pickAt } from "./prompt";

const build = SCENES.build!;
const places = sites(0, build, EDITION);

describe("buildings", () => {
  test("four houses make way for a hotel", () => {
    expect([0, 3, 5].map((stage) => standing(EDITION, 1, stage))).toEqual([
      [],
      [{ kind: "house", count: 3 }],
      [{ kind: "hotel", count: 1 }],
    ]);
  });
  test("are offered by groups, along the track", () => {
    expect(places.map(({ group, streets }) => [group, streets.map(({ space }) => space.space)])).toEqual([
      ["brown", [1, 3]],
      ["lightblue", [6, 8, 9]],
      ["pink", [11, 13, 14]],
    ]);
  });
  test("nobody else's streets are among them", () => expect(sites(2, build, EDITION)).toEqual([]));
  test("a full street has a step down and none up", () => {
    const hotel = places[0]!.streets[1]!;
    expect([hotel.up, hotel.down?.cost]).toEqual([undefined, -25]);
  });
  test("what keeps a whole group from building is said once", () => {
    const said = common(places[2]!);
    expect(said?.refused).toBe("group_mortgaged");
    expect(places[2]!.streets.flatMap((street) => refusedOn(street, said))).toEqual([]);
    const [first, ...others] = places[2]!.streets;
    const short = { ...first!, up: { ...first!.up!, refused: "not_enough_money", details: { missing: 10 } } };
    const shorter = others.map((one) => ({ ...one, up: { ...short.up, details: { missing: 20 } } }));
    expect(common({ ...places[2]!, streets: [short, ...shorter] })).toBeNull();
    const down = { ...places[1]!.streets[0]!.up!, refused: "uneven" } as never;
    expect(refusedOn({ ...short, down }, short.up)).toEqual([down]);
  });
  test("what keeps one street from building is said there", () => {
    expect(common(places[1]!)).toBeNull();
    expect(refusedOn(places[1]!.streets[0]!, null).map(({ refused }) => refused)).toEqual(["uneven"]);
    expect(common({ ...places[2]!, streets: places[2]!.streets.slice(0, 1) })).toBeNull();
  });
  test("the next step costs what the hub says, where one is to be had", () => {
    expect(places.map(nextCost)).toEqual([50, 50, null]);
  });
  test("the next step is where least stands, and of equal streets the cheapest, then the last", () => {
    expect(nextStep(0, build, EDITION)?.space.space).toBe(9);
    expect(nextStep(0, build, EDITION, "brown")?.space.space).toBe(1);
    expect(nextStep(0, build, EDITION, "pink")).toBeUndefined();
    expect(nextStep(2, build, EDITION)).toBeUndefined();
  });
  test("the sum is that of this turn, takes sales off and leaves out what was taken back", () => {
    const paid = (move: number, amount: number) =>
      line(move, "money_moved", { payer: 0, payee: -1, amount, purpose: "building" });
    const sold = line(8, "money_moved", { payer: -1, payee: 0, amount: 25, purpose: "building_sale" });
    const others = line(8, "money_moved", { payer: 1, payee: -1, amount: 200, purpose: "building" });
    const began = line(6, "turn_began", { seat: 0 });
    const turn = [paid(6, 50), paid(7, 100), sold, others, { ...paid(9, 50), undone: true }];
    expect(spent([line(2, "turn_began", { seat: 0 }), paid(3, 50), paid(5, 50), began, ...turn], 0)).toBe(125);
    expect(spent([...turn, line(10, "turn_began", { seat: 1 })], 0)).toBe(0);
    expect(spent(turn, 0), "where the feed no longer reaches back").toBeNull();
  });
  test("the row of a deed leaves building to the groups", () => {
    expect(optionsFor(build.free, 0, 1)).toEqual([]);
    expect(optionsFor([option({ command: "ask_rent", seat: 0, deed: 11 })], 0, 11)).toEqual([]);
    const mine = [deed(15, 0), deed(6, 0), deed(5, 0), deed(8, 1)];
    expect(holdings(0, mine, EDITION).map(({ space }) => space.space)).toEqual([5, 15, 6]);
    expect(optionsFor(build.free, 0, 11).map(({ command }) => command.command)).toEqual(["redeem"]);
  });
  test("how many of a group somebody has leaves out what others have of it", () => {
    expect(share("brown", 0, [deed(1, 0), deed(3, 1), deed(6, 0)], EDITION)).toEqual({ have: 1, all: 2 });
  });
  test("whole groups can be cleared to pay a debt", () => {
    expect(clearings(SCENES.owing!.free, 1)).toEqual([]);
    expect(clearings(SCENES.owing!.free, 0).map(({ command, cost }) => [command.group, cost])).toEqual([
      ["brown", -225],
      ["lightblue", -25],
    ]);
  });
});

describe("a shortage", () => {
  test("asks for a number within bounds", () => {
    expect(answersOf(SCENES.shortage!.prompt!.options, 0)).toMatchObject({
      wanting: { minimum: 0, maximum: 4 },
      others: [],
    });
  });
  test("lights the streets among which to choose", () => expect(litBy(SCENES.placing!.prompt)).toEqual([8, 9]));
  test("a tap on a lit street means building there, any other does not", () => {
    expect(pickAt(SCENES.placing!.prompt, 8)?.command).toEqual({ command: "place_building", seat: 0, deed: 8 });
    expect(pickAt(SCENES.placing!.prompt, 6)).toBeUndefined();
    expect(pickAt(null, 8)).toBeUndefined();
  });
  test("a refused street cannot be tapped", () => {
    const poor = prompt(
      { task: "placing_pending", seat: 0, building: "house", count: 1, paid: false, amount: 0 },
      [0],
      [option({ command: "place_building", seat: 0, deed: 8 }, { refused: "not_enough_money" })],
    );
    expect(pickAt(view({ prompt: poor, deeds: [deed(8, 0)] }).prompt, 8)).toBeUndefined();
  });
  test("the auction of a building lights no space", () => expect(litBy(SCENES.lot!.prompt)).toEqual([]));
});
