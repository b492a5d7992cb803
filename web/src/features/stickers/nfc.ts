/**
 * Reads stickers with this very device (Web NFC, https://w3c.github.io/web-nfc/). Chrome on Android can, on secure pages
 * (`--tls`); nothing else can, and `unable` says why. What lies on a sticker does not matter: its serial number does.
 */

/** Why this device or browser cannot read stickers at all. */
export type Unable = "apple" | "insecure" | "browser" | "nothing";
/** Why it cannot read them now, although it is able to. */
export type Trouble = "denied" | "off" | "missing" | "failed";

interface Reading extends Event {
  readonly serialNumber: string;
}
interface Reader extends EventTarget {
  scan(options: { signal: AbortSignal }): Promise<void>;
}
declare global {
  interface Window {
    readonly NDEFReader?: new () => Reader;
  }
}

const UID = /^([0-9A-F]{2}){4,10}$/;
/** A phone that stays on a sticker reads it again and again. */
const SAME_MS = 1500;
const TROUBLES: Readonly<Record<string, Trouble>> = {
  NotAllowedError: "denied",
  NotReadableError: "off",
  NotSupportedError: "missing",
};

export function unable(): Unable | null {
  if (window.NDEFReader) return null;
  const { userAgent, maxTouchPoints } = navigator;
  if (/iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1)) return "apple";
  if (!userAgent.includes("Android")) return "nothing";
  return window.isSecureContext ? "browser" : "insecure";
}

/** The permission people have given this page; `changed` is called when they change it. */
export async function permission(changed?: (state: PermissionState) => void): Promise<PermissionState> {
  try {
    const status = await navigator.permissions.query({ name: "nfc" as PermissionName });
    if (changed) status.addEventListener("change", () => changed(status.state));
    return status.state;
  } catch {
    return "prompt";
  }
}

/** A tag's uid as readers of a board report it; empty if there is no such number. */
export function uidOf(serialNumber: string): string {
  const uid = serialNumber.replaceAll(":", "").toUpperCase();
  return UID.test(uid) ? uid : "";
}

/**
 * Listen until `signal` aborts: `heard` is called once for a sticker that is held to the phone, `unread` for one that
 * could not be read. Returns why it cannot be done, null once it is.
 */
export async function listen(
  heard: (uid: string) => void,
  unread: () => void,
  signal: AbortSignal,
): Promise<Trouble | null> {
  const reader = new window.NDEFReader!();
  let last = { uid: "", at: -Infinity };
  reader.addEventListener("reading", (event) => {
    if (signal.aborted) return;
    const uid = uidOf((event as Reading).serialNumber);
    const at = performance.now();
    const again = uid === last.uid && at - last.at < SAME_MS;
    last = { uid, at };
    if (!uid) unread();
    else if (!again) heard(uid);
  });
  reader.addEventListener("readingerror", () => signal.aborted || unread());
  try {
    await reader.scan({ signal });
    return null;
  } catch (error) {
    return TROUBLES[(error as Error).name] ?? "failed";
  }
}
