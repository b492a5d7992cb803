/** The address a phone opens. The code rides in the fragment, which browsers send to no server. */
export const joinUrl = (url: string, code: string): string => `${url.replace(/\/+$/, "")}/play#code=${code}`;

/** The address as people type it. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, "").replace(/\/+$/, "");

/** The hub draws QR codes, for addresses of its own only. */
export const qrSource = (text: string): string => `/api/qr.svg?text=${encodeURIComponent(text)}`;
