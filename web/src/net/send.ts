/**
 * Has the hub do something over HTTP, and returns its answer. The key is sent in a header, as with all requests, and so
 * is an id: a request that is repeated because no answer came has the same id, and the hub handles it once.
 */
import { askJson, type Answered } from "./ask";
import { newId } from "./net";

/** By which id something was asked that has not been answered. */
const unanswered = new Map<string, string>();

/** What is sent is a value, or a file as it is. */
export async function sendJson<T>(address: string, value: unknown, key: string | null): Promise<Answered<T>> {
  const body = value instanceof Blob ? value : JSON.stringify(value);
  const wish = `${address}\n${body instanceof Blob ? await body.text() : body}`;
  const id = unanswered.get(wish) ?? newId();
  unanswered.set(wish, id);
  const headers = { "Content-Type": "application/json", "Idempotency-Key": id };
  const answer = await askJson<T>(address, key, { method: "POST", headers, body });
  if (answer.ok || answer.reason !== "link_lost") unanswered.delete(wish);
  return answer;
}
