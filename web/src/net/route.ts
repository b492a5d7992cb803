/** Which page an address asks for. Pages are separate loads: each role keeps its own connection. */
import { baseOf } from "./base";
import type { KeyRole } from "./keys";

/** The pages that are always there; features bring others. */
export const PAGES: readonly Page[] = ["table", "play", "tv", "rules"];
/** The first word of its address. */
export type Page = string;

export function pageOf(pathname: string): Page {
  return pathname.slice(baseOf(pathname).length).replace(/^\/+/, "").split("/")[0] ?? "";
}

/** Where `/` leads: the computer that runs the table and the banker's tablet to the table, everybody else to a seat. */
export function home(hostname: string, hasBankerKey: boolean): Page {
  return isHere(hostname) || hasBankerKey ? "table" : "play";
}

/** Whether this browser runs on the computer that runs the table. */
export const isHere = (hostname: string): boolean => ["localhost", "127.0.0.1", "[::1]", "::1"].includes(hostname);

/** Whose key a page shows when it connects. TV and rule sheet only look on. */
export function keyRole(page: Page): KeyRole | null {
  if (page === "tv" || page === "rules") return null;
  return page === "play" ? "seat" : "banker";
}

/** Which space the code on a printed deed asks for (`/play?space=39`), if the address came from one. */
export function askedSpace(search: string): number | null {
  const asked = new URLSearchParams(search).get("space") ?? "";
  return /^\d{1,3}$/.test(asked) ? Number(asked) : null;
}
