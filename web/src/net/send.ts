/** Sends a request over HTTP and reads the answer. The key of this device goes into a header, as always. */
import { at } from "./base";
import type { Answered } from "./ask";

/** What is sent is a value, or a file as it is. */
export async function sendJson<T>(address: string, body: unknown, key: string | null): Promise<Answered<T>> {
  const shown: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
  try {
    const answer = await fetch(at(address), {
      method: "POST",
      headers: { "Content-Type": "application/json", ...shown },
      body: body instanceof Blob ? body : JSON.stringify(body),
    });
    const value = (await answer.json()) as T & { reason?: string };
    return answer.ok ? { ok: true, value } : { ok: false, reason: value.reason ?? "internal_error" };
  } catch {
    return { ok: false, reason: "link_lost" };
  }
}
