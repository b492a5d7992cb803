/**
 * The height of a part, reported in the frame after it changed: at once, what follows from it could change sizes again
 * within the same frame, which browsers report as a fault of the page.
 */
export function measured(node: HTMLElement, report: (height: number) => void): { destroy: () => void } {
  const watch = new ResizeObserver(() => requestAnimationFrame(() => report(node.offsetHeight)));
  watch.observe(node);
  return { destroy: () => watch.disconnect() };
}
