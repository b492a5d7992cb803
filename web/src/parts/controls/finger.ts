/**
 * A tap is for what was there when the finger went down. What it touched may be gone when it comes up: then browsers
 * tap whatever has taken its place.
 */
const LATE_MS = 400;
let down = 0;
let up = -LATE_MS;

const options = { capture: true, passive: true };
addEventListener("pointerdown", () => (down = performance.now()), options);
for (const lift of ["pointerup", "pointercancel"]) addEventListener(lift, () => (up = performance.now()), options);

/** Whether what has been there `since` came under a finger that has just been lifted. */
export const cameUnder = (since: number): boolean => down < since && performance.now() - up < LATE_MS;
