/** Movement for those who want it: everything that moves checks here first. */
export const reducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What pieces and coins do; a tap anywhere ends it. */
export const MOVING = "moving";
export const endMoving = (): void =>
  document.getAnimations?.().forEach((movement) => movement.id === MOVING && movement.finish());

/**
 * A figure that changes makes the page lay itself out again: more often than this nobody reads it, and an old phone has
 * no time for it.
 */
const STEP_MS = 100;

/** Run from one figure to another, fast at first; returns a function that stops it. */
export function run(from: number, to: number, ms: number, show: (value: number) => void): () => void {
  const began = performance.now();
  const timer = setInterval(() => {
    const done = Math.min(1, (performance.now() - began) / ms);
    show(from + (to - from) * (1 - (1 - done) ** 3));
    if (done === 1) clearInterval(timer);
  }, STEP_MS);
  return () => clearInterval(timer);
}
