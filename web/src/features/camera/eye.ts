/** What the phone needs that is the camera: its name in the address, how large its pictures are, why it cannot be one. */

/** The name in `/camera#eye=…`, which the banker's page shows as a code; empty without one. */
export const eyeIn = (hash: string): string => /^#eye=([\w-]+)$/.exec(hash)?.[1] ?? "";

export const eyeUrl = (url: string, eye: string): string => `${url.replace(/\/+$/, "")}/camera#eye=${eye}`;

export const EVERY_MS = 200;
const WIDTHS = [480, 640, 960, 1280, 1920] as const;
const SLOW_MS = 700;
const QUICK_MS = 300;
/** After so many quick answers in a row a larger picture is tried, and after so many slow ones a smaller. */
const QUICK_RUN = 25;
const SLOW_RUN = 2;

/** Pictures become smaller where answers come late, and larger again where they come at once. */
export class Size {
  private at = 3;
  private run = 0;

  get width(): number {
    return WIDTHS[this.at]!;
  }

  answered(ms: number): void {
    const way = ms > SLOW_MS ? -1 : ms < QUICK_MS ? 1 : 0;
    this.run = way !== 0 && Math.sign(this.run) !== -way ? this.run + way : way;
    if (this.run > -SLOW_RUN && this.run < QUICK_RUN) return;
    this.at = Math.min(WIDTHS.length - 1, Math.max(0, this.at + Math.sign(this.run)));
    this.run = 0;
  }
}

export type Unable = "insecure" | "browser" | "denied" | "none" | "busy";

/** Why this browser has no camera for us, before anybody is asked. */
export function unable(): Unable | null {
  if (!window.isSecureContext) return "insecure";
  return navigator.mediaDevices ? null : "browser";
}

/** Why none was given, by the name of the error (W3C Media Capture, 10.2). */
export const refusedAs = (name: string): Unable =>
  name === "NotAllowedError" || name === "SecurityError" ? "denied" : name === "NotReadableError" ? "busy" : "none";
