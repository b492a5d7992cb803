/** What a page does about a lost connection, depending on how long it has been lost. */
export type LinkPhase = "up" | "lost" | "hint" | "reload";

/** Shorter losses are not worth a message; buttons are locked at once all the same. */
export const GRACE_MS = 800;
export const HINT_MS = 20_000;
export const RELOAD_MS = 60_000;

export function linkPhase(lostForMs: number | null): LinkPhase {
  if (lostForMs === null || lostForMs < GRACE_MS) return "up";
  if (lostForMs < HINT_MS) return "lost";
  return lostForMs < RELOAD_MS ? "hint" : "reload";
}

/**
 * Reload the page once the hub answers again; never into the void, where a browser's error page would end the
 * evening.
 */
export async function reloadWhenReachable(reload: () => void, ask: () => Promise<{ ok: boolean }>): Promise<boolean> {
  try {
    if (!(await ask()).ok) return false;
  } catch {
    return false;
  }
  reload();
  return true;
}
