/** Asking the hub for something over HTTP. The key rides in a header, so that no address holds it. */
export type Answered<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

const shown = (key: string | null): Record<string, string> => (key === null ? {} : { Authorization: `Bearer ${key}` });

/** Ask as whoever this key is for; without one as anybody. */
export const ask = (address: string, key: string | null): Promise<Response> =>
  fetch(address, key === null ? {} : { headers: shown(key) });

export const askJson = <T>(address: string, key: string | null = null): Promise<Answered<T>> =>
  answered(() => ask(address, key));

/** Have the hub do something: what is sent is a value, or a file as it is. */
export const sendJson = <T>(address: string, body: unknown, key: string | null): Promise<Answered<T>> =>
  answered(() =>
    fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...shown(key) },
      body: body instanceof Blob ? body : JSON.stringify(body),
    }),
  );

async function answered<T>(asking: () => Promise<Response>): Promise<Answered<T>> {
  try {
    const answer = await asking();
    const value = (await answer.json()) as T & { reason?: string };
    return answer.ok ? { ok: true, value } : { ok: false, reason: value.reason ?? "internal_error" };
  } catch {
    return { ok: false, reason: "link_lost" };
  }
}
