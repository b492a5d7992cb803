/* Evaluated by defects.py in a page. Gives a line for each text that cannot be read whole, and for a page wider than its screen. */
() => {
  const SLACK = 1.5;
  /** Not the window's own size: a phone makes that larger until a page that is too wide fits. */
  const { clientWidth: across, clientHeight: down } = document.documentElement;
  const styles = new Map();
  const style = (node) => styles.get(node) ?? (styles.set(node, getComputedStyle(node)), styles.get(node));
  const unseen = (node) => !node.checkVisibility({ visibilityProperty: true }) || node.closest("svg, .hidden, select");
  const shrunk = (node) => node && (style(node).clipPath !== "none" || shrunk(node.parentElement));
  const told = (node) => `${node.textContent.trim().slice(0, 40)} <${node.parentElement.tagName} ${node.parentElement.className}>`;
  const windows = document.querySelectorAll("[role=dialog]");
  const scope = windows.length ? windows[windows.length - 1] : document.body;
  /** What floats above the rest: that one can be moved away under it. */
  const floats = (node, text) => node && !node.contains(text) && (/fixed|sticky/.test(style(node).position) || floats(node.parentElement, text));
  const paints = (node) => node.closest("svg, img, canvas") || !/^rgba\(.*, 0\)$|^transparent$/.test(style(node).backgroundColor)
    || [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
  const found = [];
  const cut = (text, box) => {
    let [sideways, downwards] = [true, true];
    for (let node = text.parentElement; node; node = node.parentElement) {
      const { overflowX, overflowY, position } = style(node);
      if (node === document.documentElement || node === document.body) break;
      const frame = node.getBoundingClientRect();
      if (/auto|scroll/.test(overflowX)) sideways = false;
      if (/auto|scroll/.test(overflowY)) downwards = false;
      if (sideways && /hidden|clip/.test(overflowX) && (box.right > frame.right + SLACK || box.left < frame.left - SLACK)) return "cut off";
      if (downwards && /hidden|clip/.test(overflowY) && (box.bottom > frame.bottom + SLACK || box.top < frame.top - SLACK)) return "cut off";
      if (position === "fixed") {
        if (downwards && (box.bottom > down + SLACK || box.top < -SLACK)) return "out of reach";
        break;
      }
    }
    return sideways && (box.right > across + SLACK || box.left < -SLACK) ? "beside the screen" : "";
  };
  const covered = (text, box) => {
    const parent = text.parentElement;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x < 0 || y < 0 || x >= across || y >= down || style(parent).pointerEvents === "none") return "";
    const top = document.elementFromPoint(x, y);
    if (!top || top.contains(parent) || parent.contains(top) || floats(top, parent)) return "";
    const [mine, other] = [parent.closest("button, a, label"), top.closest("button, a, label")];
    if ((mine && mine === other) || !paints(top)) return "";
    for (let node = parent; node !== document.body; node = node.parentElement) {
      if (!/auto|scroll|hidden/.test(style(node).overflowY)) continue;
      const frame = node.getBoundingClientRect();
      if (y > frame.bottom || y < frame.top || x > frame.right || x < frame.left) return "";
    }
    return `covered by <${top.tagName} ${top.className.baseVal ?? top.className}>`;
  };
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (!text.data.trim() || unseen(text.parentElement) || shrunk(text.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      if (box.width < 1) continue;
      const fault = cut(text, box) || covered(text, box);
      if (fault) found.push(`${fault}: ${told(text)}`);
    }
  }
  for (const node of scope.querySelectorAll("*")) {
    const rolls = /auto|scroll/.test(style(node).overflowX) && node.scrollWidth > node.clientWidth + 1;
    if (rolls && !unseen(node) && !node.matches("[tabindex='0']")) found.push(`rolls sideways: <${node.tagName} ${node.className}>`);
  }
  const wide = document.documentElement.scrollWidth;
  if (wide > across + 1) found.push(`wider than the screen: ${wide} > ${across}`);
  return [...new Set(found)];
}
