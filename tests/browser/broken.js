/* Evaluated by walk.py in a page. Gives each word, and each figure, that goes on in the next line without a hyphen. */
() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (text.data.trim().length < 2 || text.parentElement.closest("svg, .hidden, select, .skip")) continue;
    const shown = text.parentElement.checkVisibility({ visibilityProperty: true });
    if (!shown || getComputedStyle(text.parentElement).clipPath !== "none") continue;
    range.selectNodeContents(text);
    if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size < 2) continue;
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}.,\u00ad]{2,}/gu)) {
      let before = null;
      [...word].forEach((letter, at) => {
        range.setStart(text, index + at);
        range.setEnd(text, index + at + 1);
        const box = [...range.getClientRects()].pop() ?? { width: 0 }; // after a hyphen it has one in each line
        if (box.width && before && box.top > before.top + before.height / 2 && word[at - 1] !== "\u00ad")
          found.add(`broken: ${word.slice(0, at)}|${word.slice(at)}`);
        if (box.width) before = box;
      });
    }
  }
  return [...found];
}
