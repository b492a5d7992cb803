/**
 * After a button was held down the finger still has to come up. What it held may be gone by then, and its lift would be
 * a tap on whatever lies beneath; so would a key that repeats. That click is for nobody.
 */
const LATE_MS = 400;

/**
 * Call when a hold has done its work: clicks count again a moment after the finger or key came up, or with the next
 * press.
 */
export function ignoreRelease(): void {
  const heard = new AbortController();
  const options = { capture: true, signal: heard.signal };
  const end = () => heard.abort();
  const late = () => setTimeout(end, LATE_MS);
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, options);
  for (const up of ["pointerup", "pointercancel", "keyup"]) addEventListener(up, late, options);
  addEventListener("pointerdown", end, options);
  addEventListener("keydown", (event) => event.repeat || end(), options);
}
