/**
 * Keeps the screen of a tablet or TV on while its page is seen. Browsers allow it on secure pages only (`--tls`, or the
 * hub itself); elsewhere the page says how people do it themselves.
 */
import { read, write } from "./storage";

const READ = "bankhalter.screen";

/** Whether this browser lets no page keep the screen on. */
export const goesDark = (): boolean => !("wakeLock" in navigator);

/** Whether people have read that on this device. */
export const isRead = (): boolean => read(READ) !== null;
export const markRead = (): void => write(READ, "read");

export function stayAwake(): void {
  if (goesDark()) return;
  const awake = () =>
    document.visibilityState === "visible" && void navigator.wakeLock?.request("screen").catch(() => undefined);
  document.addEventListener("visibilitychange", awake);
  awake();
}
