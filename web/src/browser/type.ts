/** How a page is written: large type, chosen for this device, which all sizes follow (see `vite.config.ts`), and letters. */
import { read, write } from "./storage";

const STORED = "bankhalter.type";

export const isLarge = (): boolean => read(STORED) !== null;

export function showType(): void {
  document.documentElement.classList.toggle("large", isLarge());
}

/** Letters of our own, which come after the page stands; if they do not, the browser's stay. */
export const dress = (): Promise<void> =>
  import("./font").then(({ dressLetters }) => dressLetters()).catch(() => undefined);

export function switchType(large: boolean): void {
  write(STORED, large ? "large" : null);
  showType();
}
