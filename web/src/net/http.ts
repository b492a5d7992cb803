/** Asking the hub for something over HTTP. The key rides in a header, so that no address holds it. */
export type Answered<T> = { readonly ok: true; readonly told: T } | { readonly ok: false; readonly reason: string };

/** Ask as whoever this key is for; without one as anybody. */
export const ask = (address: string, key: string | null): Promise<Response> =>
  fetch(address, key === null ? {} : { headers: { Authorization: `Bearer ${key}` } });

export async function reached<T>(address: string, key: string | null = null): Promise<Answered<T>> {
  try {
    const answer = await ask(address, key);
    const told = (await answer.json()) as T & { reason?: string };
    return answer.ok ? { ok: true, told } : { ok: false, reason: told.reason ?? "internal_error" };
  } catch {
    return { ok: false, reason: "link_lost" };
  }
}

/** What lies at an address of the hub, as JSON. Throws where there is nothing, or nobody. */
export async function fetched<T>(address: string): Promise<T> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return (await answer.json()) as T;
}
