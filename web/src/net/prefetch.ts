/**
 * Parts that are loaded when they are first needed are fetched while nothing else is to do: then they appear at once,
 * also while the hub is away.
 */

const QUIET_MS = 1500;
export const LIST = "parts.json"; // written when the pages are built

/** Fetch all parts, one after the other, into the browser's store; what fails is fetched when it is needed. */
export async function fetchAhead(ask: (url: string) => Promise<Response> = fetch): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const list = await ask(`/${LIST}`).catch(() => null);
  if (!list?.ok) return; // pages that are not built have none
  for (const url of (await list.json()) as string[]) {
    try {
      await (await ask(url)).arrayBuffer();
    } catch {
      return;
    }
  }
}
