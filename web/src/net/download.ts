/** Files for the browser's downloads, most of them fetched from the hub. */
import { ask } from "./ask";
import { storedKey } from "./keys";
import type { Value } from "../wire";

export interface Answer {
  readonly ok: boolean;
  readonly reason?: string;
  readonly details?: Record<string, Value>;
}

const NAMED = /filename="([^"]+)"/;

/**
 * Fetch a file, as the banker unless another key is given, and hand it to the browser's downloads: by the name that
 * people gave it (`called`), else the hub's, else the fallback.
 */
export async function download(
  address: string,
  fallback: string,
  key = storedKey("banker"),
  called = "",
): Promise<Answer> {
  try {
    const answer = await ask(address, key);
    if (!answer.ok) return await refusalOf(answer);
    const named = NAMED.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? fallback;
    save(await answer.blob(), called ? called + /\.\w+$/.exec(named)![0] : named);
    return { ok: true };
  } catch {
    return { ok: false, reason: "link_lost" };
  }
}

async function refusalOf(answer: Response): Promise<Answer> {
  try {
    const { reason, details = {} } = (await answer.json()) as { reason: string; details?: Record<string, Value> };
    return { ok: false, reason, details };
  } catch {
    return { ok: false, reason: "internal_error" };
  }
}

/** Hand a file to the browser's downloads. */
export function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari reads the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
