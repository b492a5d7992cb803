/** What lies at an address of the hub, as JSON. Throws where there is nothing, or nobody. */
export async function fetchJson<T>(address: string): Promise<T> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return (await answer.json()) as T;
}
