import { expect, test } from "vitest";
import { bankerUrl, boardText, roomOf } from "./club";
import type { ClubTable, TableStatus } from "../../wire";

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
