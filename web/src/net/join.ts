import { at } from "./base";

/** The address that a phone opens. A code is in the fragment, which browsers never send; without one the page asks. */
export const joinUrl = (url: string, code = ""): string => `${url.replace(/\/+$/, "")}/play${code && `#code=${code}`}`;

/** The address as people type it. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, "").replace(/\/+$/, "");

/** The hub draws QR codes, for addresses of its own only. */
export const qrSource = (text: string): string => at(`/api/qr.svg?text=${encodeURIComponent(text)}`);
