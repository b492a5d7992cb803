/* Evaluated by reach.py in a page. Gives a line for each thing that has to be in reach and is not: wholly on the screen as it
   is scrolled when the question comes, of what begins with "some" one is enough; covered by nothing, and large enough for a finger. */
([wanted, least]) => {
  const SLACK = 1.5;
  const { clientWidth: across, clientHeight: down } = document.documentElement;
  const named = (node) => (node.getAttribute("aria-label") ?? node.textContent).trim().replace(/\s+/g, " ").slice(0, 40);
  const frame = (node, box) => {
    for (let parent = node.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(parent);
      const edge = parent.getBoundingClientRect();
      if (overflowY !== "visible" && (box.bottom > edge.bottom + SLACK || box.top < edge.top - SLACK)) return "scrolled away";
      if (overflowX !== "visible" && (box.right > edge.right + SLACK || box.left < edge.left - SLACK)) return "scrolled aside";
      if (position === "fixed") break;
    }
    return "";
  };
  /** A button without a colour of its own may lie over what it opens. */
  const paints = (node) => node.closest("svg, img, canvas") || node.textContent.trim()
    || !/^rgba\(.*, 0\)$|^transparent$/.test(getComputedStyle(node).backgroundColor);
  const covered = (node, box) => {
    const points = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.15], [0.5, 0.85]];
    for (const [x, y] of points) {
      const stack = document.elementsFromPoint(box.left + box.width * x, box.top + box.height * y);
      const reached = stack.findIndex((other) => node.contains(other) || other.contains(node));
      const top = stack.slice(0, Math.max(reached, 0)).find(paints);
      if (top) return `covered by <${top.tagName} ${top.className}>`;
    }
    return "";
  };
  return Object.entries(wanted).flatMap(([what, selector]) => {
    const nodes = [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility({ visibilityProperty: true }));
    if (!nodes.length) return [`missing: ${what}`];
    const faults = nodes.map((node) => {
      const box = node.getBoundingClientRect();
      const outside = box.top < -SLACK || box.left < -SLACK || box.bottom > down + SLACK || box.right > across + SLACK;
      const fault = (outside && `off screen (${Math.round(box.top)}–${Math.round(box.bottom)} of ${down})`)
        || frame(node, box) || covered(node, box)
        || (node.matches("button") && Math.min(box.width, box.height) + 0.5 < least && `small (${Math.round(box.width)} x ${Math.round(box.height)})`);
      return fault && `${what}: ${named(node)}: ${fault}`;
    }).filter(Boolean);
    return what.startsWith("some ") && faults.length < nodes.length ? [] : faults;
  });
}
