import { at } from "./base";
import type { JoinView } from "../wire";

/** The address that a phone opens. A code is in the fragment, which browsers never send; without one the page asks. */
export const joinUrl = (url: string, code = ""): string => `${url.replace(/\/+$/, "")}/play${code && `#code=${code}`}`;

/** The address as people type it: browsers add `http://` by themselves, but not the other one. */
export const shortUrl = (url: string): string => url.replace(/^http:\/\//, "").replace(/\/+$/, "");

/** Whether only the hub's own computer can open that: it is in no network. */
export const isNowhere = (url: string): boolean => url.includes("//localhost");

/** Where the table was said to be besides the address of this page, which may lead nowhere any more. */
export const elsewhereThan = (origin: string, join: JoinView): string[] =>
  [join.url, join.named].filter((url) => url && !isNowhere(url) && !url.startsWith(origin));

/** The hub draws QR codes, for addresses of its own only. */
export const qrSource = (text: string): string => at(`/api/qr.svg?text=${encodeURIComponent(text)}`);
