/**
 * In a club a table may come to another process, which answers at another address: a page that has lost its line asks
 * where its table is, and goes there with the key of this device. Loaded only where there is more than one table.
 */
import { at } from "../../net/base";
import { keyHash, storedKey, type KeyRole } from "../../net/keys";
import type { TableLocation } from "../../wire";

export type AskLocation = (origin: string) => Promise<TableLocation | null>;

const ASK_MS = 700;
const PATIENCE_MS = 2000;
/** As long as all is well, it only remembers whom to ask later. */
const LOOKS_BETWEEN = 40;

const askLocation: AskLocation = async (origin) => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(`${origin}${at("/api/where")}`, { signal: late.signal, cache: "no-store" });
    return answer.ok ? ((await answer.json()) as TableLocation) : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Where the table is, if not here. `others` may know it when the process of this page does not answer: the first that
 * answers is asked, in any order, and whoever it names. If each page asked all of them, a club in which hundreds of
 * pages have lost their tables would do little but answer.
 */
export async function whereItIs(here: string, others: readonly string[], ask: AskLocation): Promise<string | null> {
  const own = await ask(here);
  if (own) return own.here ? null : own.url;
  for (const one of mixed(others)) {
    const answer = one === here ? null : await ask(one);
    if (answer?.here) return answer.url;
    if (answer) return answer.url && answer.url !== here ? confirmed(await ask(answer.url)) : null;
  }
  return null;
}

/** What another says about a third is no reason to go, unless that says so as well. */
const confirmed = (named: TableLocation | null): string | null => (named?.here ? named.url : null);

const mixed = (all: readonly string[]): string[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .sort(([first], [second]) => first - second)
    .map(([, one]) => one);

/** Follow the table of this page wherever it goes. */
export function follow(role: KeyRole | null, isUp: () => boolean, ask: AskLocation = askLocation): () => void {
  let others: readonly string[] = [];
  let looks = 0;
  let asking = false;
  async function look(): Promise<void> {
    if (isUp()) {
      if (looks++ % LOOKS_BETWEEN === 0) others = (await ask(location.origin))?.others ?? others;
      return;
    }
    looks = 0;
    const url = await whereItIs(location.origin, others, ask);
    if (url === null || isUp()) return;
    location.replace(url + location.pathname + location.search + keyHash(role, storedKey(role)));
  }
  const timer = setInterval(() => {
    if (asking) return;
    asking = true;
    void look().finally(() => (asking = false));
  }, ASK_MS);
  return () => clearInterval(timer);
}
