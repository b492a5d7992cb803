/** Which page an address asks for. Pages are separate loads: each role keeps its own connection. */
import type { KeyRole } from "./keys";

export type Page = "table" | "play" | "tv" | "device";

export function pageOf(pathname: string): Page | null {
  const first = pathname.replace(/^\/+/, "").split("/")[0];
  return first === "table" || first === "play" || first === "tv" || first === "device" ? first : null;
}

/** Where `/` leads: the computer that runs the table and the banker's tablet to the table, everybody else to a seat. */
export function home(hostname: string, hasBankerKey: boolean): Page {
  const local = ["localhost", "127.0.0.1", "[::1]", "::1"].includes(hostname);
  return local || hasBankerKey ? "table" : "play";
}

/** Whose key a page shows when it connects. The TV only looks on. */
export const keyRole = (page: Page): KeyRole | null => (page === "tv" ? null : page === "play" ? "seat" : "banker");

/** Which space the code on a printed deed asks for (`/play?space=39`), if the address came from one. */
export function askedSpace(search: string): number | null {
  const asked = new URLSearchParams(search).get("space") ?? "";
  return /^\d{1,3}$/.test(asked) ? Number(asked) : null;
}
