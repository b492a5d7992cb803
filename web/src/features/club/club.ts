/** The front page of a club: its tables in the order in which one looks for them. */
import type { ClubTable, ClubView } from "../../wire";

export type Room = "running" | "open" | "moving";
export const ROOMS: readonly Room[] = ["running", "open", "moving"];

export function roomOf({ url, status }: ClubTable): Room {
  if (!url || !status) return "moving";
  return status.phase === "playing" ? "running" : "open";
}

export const tablesIn = (view: ClubView, room: Room): readonly ClubTable[] =>
  view.tables.filter((table) => roomOf(table) === room);

/** The text about a table's board, null without one. A board at which nobody sits can be had. */
export function boardText({ status }: ClubTable): "club.board" | "club.board.free" | "club.board.lost" | null {
  if (!status || status.board === "none") return null;
  if (status.board !== "up") return "club.board.lost";
  return status.players.length ? "club.board" : "club.board.free";
}

/** Where the banker of a table goes; the key rides in the fragment. */
export const bankerUrl = ({ url, key }: ClubTable): string => `${url}/table#key=banker:${key}`;
