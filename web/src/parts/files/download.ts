/** Files for the browser's downloads, most of them fetched from the hub. */
import { storedKey } from "../../net/keys";
import { ask } from "../../net/ask";
import { language } from "../../text/words.svelte";
import type { Value } from "../../wire";

export interface Answer {
  readonly ok: boolean;
  readonly reason?: string;
  readonly details?: Record<string, Value>;
}

const NAMED = /filename="([^"]+)"/;

/** The game at the table as a workbook in the language of this device. */
export const downloadGame = (): Promise<Answer> =>
  download(`/api/export.xlsx?language=${language()}`, "bankhalter.xlsx");

/** The help file, with or without what people wrote. */
export const downloadHelp = (names: boolean): Promise<Answer> =>
  download(`/api/helpfile.zip?names=${names ? "yes" : "no"}`, "bankhalter-help.zip");

/** What makes a node of a bare Pico, and what it is to be. */
export const downloadNode = (chip: "rp2040" | "rp2350", build: string): Promise<Answer> =>
  download(`/api/node.uf2?chip=${chip}&build=${build}`, `bankhalter-${build}-${chip}.uf2`);

/** Fetch a file, as the banker unless another key is given, and hand it to the browser's downloads. */
export async function download(address: string, fallback: string, key = storedKey("banker")): Promise<Answer> {
  try {
    const answer = await ask(address, key);
    if (!answer.ok) return await refusalOf(answer);
    save(await answer.blob(), NAMED.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? fallback);
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
