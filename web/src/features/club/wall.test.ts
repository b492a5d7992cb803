import { beforeEach, expect, test } from "vitest";
import en from "../../locales/en.json";
import { use } from "../../text/words.svelte";
import { auctionText, bidText, leaderText, waitingText, wanting } from "./wall";
import type { AuctionStatus, TableStatus, WallTable } from "../../wire";

const status = (more: Partial<TableStatus>): TableStatus => ({
  phase: "playing",
  players: ["Anna", "Ben"],
  watching: 0,
  board: "none",
  edition: "classic",
  turn: 3,
  leaders: [],
  worth: 0,
  auction: null,
  help_ms: 0,
  ...more,
});
const auction = (more: Partial<AuctionStatus>): AuctionStatus => ({
  lot: "deed_lot",
  name: "Schlossallee",
  english: "Castle Road",
  building: "",
  high: 0,
  leader: "",
  sealed: false,
  ...more,
});
const table = (name: string, help_ms: number): WallTable => ({ name, url: "http://h:1", status: status({ help_ms }) });

beforeEach(() => use("en", en));

test("who waits longest for help stands first, and who wants none is not there", () => {
  const tables = [table("1", 0), table("2", 9000), table("3", 4000), { name: "4", url: "", status: null }];
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

test("a lot has the name that the reader reads, and a bid is only shown where all may know it", () => {
  expect(auctionText(auction({}))).toBe("Being auctioned: Castle Road");
  expect(auctionText(auction({ lot: "building_lot", building: "house" }))).toBe("Being auctioned: a house");
  expect(auctionText(auction({ lot: "estate_lot" }))).toBe("Being auctioned: everything together");
  expect(bidText(auction({ leader: "Anna", high: 1200 }))).toBe("Anna bids 1,200");
  expect(bidText(auction({}))).toBe("no bid yet");
  expect(bidText(auction({ sealed: true }))).toBe("with secret bids");
});
