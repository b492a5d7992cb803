/**
 * The height of a part, told in the frame after it changed: told at once, what follows from it could change sizes again
 * within the same frame, which browsers report as a fault of the page.
 */
export function measured(node: HTMLElement, told: (height: number) => void): { destroy: () => void } {
  const watch = new ResizeObserver(() => requestAnimationFrame(() => told(node.offsetHeight)));
  watch.observe(node);
  return { destroy: () => watch.disconnect() };
}
