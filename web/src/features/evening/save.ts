/**
 * The story as one file that opens anywhere: what is on the page, with its styles, its charts as pictures, all tables
 * open.
 */
import { save } from "../../net/download";
import { language } from "../../text/words.svelte";

const LEFT_OUT = "button, input, .tools, .screen-only";

/** All rules of this page's own style sheets. */
const styles = (): string =>
  [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join("\n");

export function pageOf(main: HTMLElement, title: string, css = styles()): string {
  const copy = main.cloneNode(true) as HTMLElement;
  const ground = getComputedStyle(main).getPropertyValue("--card").trim();
  const drawn = [...main.querySelectorAll("canvas")].map((canvas) => canvas.toDataURL("image/png"));
  copy.querySelectorAll("canvas").forEach((canvas, i) => {
    const picture = document.createElement("img");
    picture.src = drawn[i]!;
    picture.style.width = "100%";
    picture.style.background = ground; // drawn for the light it was seen in
    canvas.replaceWith(picture);
  });
  for (const part of copy.querySelectorAll(LEFT_OUT)) part.remove();
  for (const folded of copy.querySelectorAll("details")) folded.open = true;
  const head = document.createElement("title");
  head.textContent = title;
  const meta = `<meta charset="utf-8"><meta name="viewport" content="width=device-width">`;
  const inside = `<head>${meta}${head.outerHTML}<style>${css}</style></head><body>${copy.outerHTML}</body>`;
  return `<!doctype html><html lang="${language()}">${inside}</html>`;
}

export function savePage(main: HTMLElement, title: string, day: Date): void {
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  save(new Blob([pageOf(main, title)], { type: "text/html" }), `bankhalter-${date}.html`);
}
