import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { bankerUrl, boardText, roomOf } from "./club";
import en from "../../locales/en.json";
import { use } from "../../text/words.svelte";
import { auctionText, bidText, leaderText, waitingText, wanting } from "./wall";
import { looking } from "../../browser/looking";
import type { ClubTable, TableStatus, AuctionStatus, WallTable } from "../../wire";

const status = (more: Partial<TableStatus>): TableStatus => ({
  phase: "lobby",
  players: [],
  watching: 0,
  board: "none",
  edition: "classic",
  turn: 0,
  leaders: [],
  worth: 0,
  auction: null,
  help_ms: 0,
  ...more,
});
const table = (more: Partial<ClubTable> = {}): ClubTable => ({
  name: "7",
  url: "http://h:1/t/7",
  key: "k.s",
  pin: "123456",
  status: status({}),
  ...more,
});

test("a table is running, open, or on its way to another process", () => {
  expect(roomOf(table({ status: status({ phase: "playing" }) }))).toBe("running");
  expect(roomOf(table())).toBe("open");
  expect(roomOf(table({ status: status({ phase: "over" }) }))).toBe("open");
  expect(roomOf(table({ url: "" }))).toBe("moving");
  expect(roomOf(table({ status: null }))).toBe("moving");
});

test("a board is free as long as nobody sits at it", () => {
  const text = (more: Partial<TableStatus>) => boardText(table({ status: status(more) }));
  expect(text({})).toBeNull();
  expect(text({ board: "up" })).toBe("club.board.free");
  expect(text({ board: "up", players: ["Anna"] })).toBe("club.board");
  expect(text({ board: "partly" })).toBe("club.board.lost");
});

test("the banker's key is in no part of the address that a server sees", () => {
  const url = new URL(bankerUrl(table()));
  expect([url.pathname, url.search, url.hash]).toEqual(["/t/7/table", "", "#key=banker:k.s"]);
});

const auction = (more: Partial<AuctionStatus>): AuctionStatus => ({
  lot: "deed_lot",
  name: "Schlossallee",
  building: "",
  high: 0,
  leader: "",
  sealed: false,
  ...more,
});
const wanted = (name: string, help_ms: number): WallTable => ({ name, url: "http://h:1", status: status({ help_ms }) });

describe("the wall", () => {
  beforeEach(() => use("en", en));

  test("who waits longest for help stands first, and who wants none is not there", () => {
    const tables = [wanted("1", 0), wanted("2", 9000), wanted("3", 4000), { name: "4", url: "", status: null }];
    expect(wanting({ tables }).map(({ name }) => name)).toEqual(["3", "2"]);
  });

  test("how long is said in whole minutes, and a clock that is behind says nothing foolish", () => {
    const since = status({ help_ms: 600_000 });
    expect(waitingText(since, 600_000 + 119_000)).toBe("for one minute");
    expect(waitingText(since, 600_000 + 59_000)).toBe("just now");
    expect(waitingText(since, 0)).toBe("just now");
  });

  test("one leads, several are level, one has won, and before the game nobody does", () => {
    expect(leaderText(status({ leaders: ["Anna"] }))).toBe("Anna leads");
    expect(leaderText(status({ leaders: ["Anna", "Ben"] }))).toBe("Level: Anna and Ben");
    expect(leaderText(status({ leaders: ["Ben"], phase: "over" }))).toBe("Ben has won");
    expect(leaderText(status({}))).toBe("");
  });

  test("a lot has its printed name, and a bid is only shown where all may know it", () => {
    expect(auctionText(auction({}))).toBe("Being auctioned: Schlossallee");
    expect(auctionText(auction({ lot: "building_lot", building: "house" }))).toBe("Being auctioned: a house");
    expect(auctionText(auction({ lot: "estate_lot" }))).toBe("Being auctioned: everything together");
    expect(bidText(auction({ leader: "Anna", high: 1200 }))).toBe("Anna bids 1,200");
    expect(bidText(auction({}))).toBe("no bid yet");
    expect(bidText(auction({ sealed: true }))).toBe("with secret bids");
  });
});

describe("a page without news", () => {
  beforeEach(() => void vi.useFakeTimers());

  test("a page looks at once, then every so often, and never again once it is left", () => {
    const look = vi.fn();
    const leave = looking(look, 1000);
    expect(look).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(999);
    expect(look).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2001);
    expect(look).toHaveBeenCalledTimes(4);
    leave();
    vi.advanceTimersByTime(10_000);
    expect(look).toHaveBeenCalledTimes(4);
  });

  test("who looks gets nothing from the clock, and what comes of it is left to them", () => {
    const look = vi.fn((...given: unknown[]) => Promise.resolve(given));
    looking(look, 1000)();
    expect(look.mock.calls).toEqual([[]]);
  });
  afterEach(() => void vi.useRealTimers());
});
