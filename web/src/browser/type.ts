/** Large type, chosen for this device: all sizes of type follow the root's (see `vite.config.ts`). */
import { read, write } from "./storage";

const STORED = "bankhalter.type";

export const isLarge = (): boolean => read(STORED) !== null;

export function showType(): void {
  document.documentElement.classList.toggle("large", isLarge());
}

export function switchType(large: boolean): void {
  write(STORED, large ? "large" : null);
  showType();
}
