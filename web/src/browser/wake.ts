/**
 * Keeps the screen of a tablet or TV on while its page is seen. Browsers allow it on secure pages only (`--tls`, or the
 * hub itself); elsewhere people are told how to do it themselves.
 */
import { read, write } from "./storage";

const TOLD = "bankhalter.screen";

/** Whether this browser lets no page keep the screen on. */
export const goesDark = (): boolean => !("wakeLock" in navigator);

/** Whether people have read that on this device. */
export const isTold = (): boolean => read(TOLD) !== null;
export const told = (): void => write(TOLD, "told");

export function stayAwake(): void {
  if (goesDark()) return;
  const awake = () =>
    document.visibilityState === "visible" && void navigator.wakeLock.request("screen").catch(() => undefined);
  document.addEventListener("visibilitychange", awake);
  awake();
}
