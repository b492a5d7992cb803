/** Which page an address asks for. Pages are separate loads: each role keeps its own connection. */
import { baseOf } from "./base";
import { storedKey, type KeyRole } from "./keys";

const PAGES = ["table", "play", "tv", "device", "rules", "story", "workshop"] as const;
export type Page = (typeof PAGES)[number];

export function pageOf(pathname: string): Page | null {
  const first = pathname.slice(baseOf(pathname).length).replace(/^\/+/, "").split("/")[0];
  return PAGES.find((page) => page === first) ?? null;
}

/** Whether an address asks for a page of a club other than its tables: the front page, the wall, the league. */
export const isFront = (pathname: string): boolean => /^\/(club|wall|league)$/.test(pathname);

/** Where `/` leads: the computer that runs the table and the banker's tablet to the table, everybody else to a seat. */
export function home(hostname: string, hasBankerKey: boolean): Page {
  return isHere(hostname) || hasBankerKey ? "table" : "play";
}

/** Whether this browser runs on the computer that runs the table. */
export const isHere = (hostname: string): boolean => ["localhost", "127.0.0.1", "[::1]", "::1"].includes(hostname);

/**
 * Whose key a page shows when it connects. TV and rule sheet only look on; the story is shown as the device's
 * owner may see it.
 */
export function keyRole(page: Page): KeyRole | null {
  if (page === "tv" || page === "rules") return null;
  return page === "play" || (page === "story" && storedKey("seat") !== null) ? "seat" : "banker";
}

/** Which space the code on a printed deed asks for (`/play?space=39`), if the address came from one. */
export function askedSpace(search: string): number | null {
  const asked = new URLSearchParams(search).get("space") ?? "";
  return /^\d{1,3}$/.test(asked) ? Number(asked) : null;
}
