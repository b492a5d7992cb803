/** Movement for those who like it: everything that moves asks here first. */
export const reducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Run from one figure to another, fast first; returns how to stop. */
export function run(from: number, to: number, ms: number, show: (value: number) => void): () => void {
  const began = performance.now();
  let frame = requestAnimationFrame(function step(now: number) {
    const done = Math.min(1, Math.max(0, (now - began) / ms));
    show(from + (to - from) * (1 - (1 - done) ** 3));
    if (done < 1) frame = requestAnimationFrame(step);
  });
  return () => cancelAnimationFrame(frame);
}
