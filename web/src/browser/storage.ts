/** What this browser stores for us between visits. */

/** Storage may be forbidden (private windows); then a choice lasts as long as the page. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    /* forbidden: see `read` */
  }
}
