/** Asks the hub for something over HTTP. The key is sent in a header, so that no address contains it. */
import { at } from "./base";

export type Answered<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

type Asking = RequestInit & { headers?: Record<string, string> };

/** Ask with the rights of this key; without one, with nobody's. */
export const ask = (address: string, key: string | null, more: Asking = {}): Promise<Response> =>
  fetch(at(address), key === null ? more : { ...more, headers: { ...more.headers, Authorization: `Bearer ${key}` } });

export async function askJson<T>(address: string, key: string | null = null, more?: Asking): Promise<Answered<T>> {
  try {
    const answer = await ask(address, key, more);
    const missing = answer.status === 404 && !more?.method; // says no more, where a feature is not there at all
    const value = (await (missing ? answer.json().catch(() => ({})) : answer.json())) as T & { reason?: string };
    return answer.ok ? { ok: true, value } : { ok: false, reason: value.reason ?? "internal_error" };
  } catch {
    return { ok: false, reason: "link_lost" };
  }
}

/** Use what the hub answers, if it does; and hand the answer on. */
export async function heard<T>(asked: Promise<Answered<T>>, use: (value: T) => void): Promise<Answered<T>> {
  const answer = await asked;
  if (answer.ok) use(answer.value);
  return answer;
}
