/** What lets this device back in: one key per role, and the join code a QR code brought along. */
import { read, write } from "../browser/storage";

export type KeyRole = "banker" | "seat";

const name = (role: KeyRole): string => `bankhalter.key.${role}`;

export const storedKey = (role: KeyRole | null): string | null => (role ? read(name(role)) : null);
export const storeKey = (role: KeyRole, key: string | null): void => write(name(role), key);

/** The code of `/play#code=K7QF`, or null. */
export function codeIn(hash: string): string | null {
  const found = /(?:^#|&)code=([^&]+)/.exec(hash);
  return found ? tidyCode(decodeURIComponent(found[1]!)) : null;
}

/** Codes are read aloud and typed by thumbs: no spaces, upper case. */
export const tidyCode = (text: string): string => text.replace(/[^0-9a-z]/gi, "").toUpperCase();

/** Take the code out of the address at once, so that it is neither shared nor bookmarked. */
export function takeCode(): string | null {
  const code = codeIn(location.hash);
  if (code !== null) history.replaceState(null, "", location.pathname + location.search);
  return code;
}
