/**
 * Keeps the screen of a tablet or TV on while its page is seen. Browsers allow it on secure pages only (`--tls`, or the
 * hub itself).
 */
export function stayAwake(): void {
  const awake = () =>
    document.visibilityState === "visible" && void navigator.wakeLock?.request("screen").catch(() => undefined);
  document.addEventListener("visibilitychange", awake);
  awake();
}
