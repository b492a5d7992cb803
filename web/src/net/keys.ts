/** What lets this device in again: one key per role, and the join code from a QR code. */
import { read, write } from "../browser/storage";
import { baseOf } from "./base";

export type KeyRole = "banker" | "seat";

/** Tables of a club share a browser's storage, and no keys. */
const name = (role: KeyRole): string => `bankhalter.key.${role}${baseOf(location.pathname)}`;

/** The key that opens the list of a club's tables. */
export const CLUB_KEY = "bankhalter.key.club";

export const storedKey = (role: KeyRole | null): string | null => (role ? read(name(role)) : null);
export const storeKey = (role: KeyRole, key: string | null): void => write(name(role), key);

/** The code of `/play#code=K7QF`, or null. */
export function codeIn(hash: string): string | null {
  const found = /(?:^#|&)code=([^&]+)/.exec(hash);
  return found ? tidyCode(decodeURIComponent(found[1]!)) : null;
}

/** Codes are read aloud and typed by thumbs: no spaces, upper case. */
export const tidyCode = (text: string): string => text.replace(/[^0-9a-z]/gi, "").toUpperCase();

/**
 * Take the key out of an address by which the front page of a club, or another of its processes, sent this device here
 * (`#key=banker:…`). It rides in the fragment, which no server sees, and leaves the address at once.
 */
export function takeKey(): void {
  const found = /^#key=(banker|seat):([\w.-]+)$/.exec(location.hash);
  if (!found) return;
  storeKey(found[1] as KeyRole, found[2]!);
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** The fragment that hands a key on. */
export const keyHash = (role: KeyRole | null, key: string | null): string => (role && key ? `#key=${role}:${key}` : "");

/** Take the code out of the address at once, so that it is neither shared nor bookmarked. */
export function takeCode(): string | null {
  const code = codeIn(location.hash);
  if (code !== null) history.replaceState(null, "", location.pathname + location.search);
  return code;
}
