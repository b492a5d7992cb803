/**
 * Has the hub do something over HTTP, and returns its answer. The key is sent in a header, as with all requests, and so
 * is an id: a request that is repeated because no answer came has the same id, and the hub handles it once.
 */
import { at } from "./base";
import { newId } from "./net";
import type { Answered } from "./ask";

/** By which id something was asked that has not been answered. */
const unanswered = new Map<string, string>();

/** What is sent is a value, or a file as it is. */
export async function sendJson<T>(address: string, body: unknown, key: string | null): Promise<Answered<T>> {
  const shown: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
  const wish = `${address}\n${body instanceof Blob ? await body.text() : JSON.stringify(body)}`;
  const id = unanswered.get(wish) ?? newId();
  unanswered.set(wish, id);
  try {
    const answer = await fetch(at(address), {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": id, ...shown },
      body: body instanceof Blob ? body : JSON.stringify(body),
    });
    const value = (await answer.json()) as T & { reason?: string };
    unanswered.delete(wish);
    return answer.ok ? { ok: true, value } : { ok: false, reason: value.reason ?? "internal_error" };
  } catch {
    return { ok: false, reason: "link_lost" };
  }
}
