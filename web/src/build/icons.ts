/**
 * What a home screen wants to know: a name, a coin as icon, and to show the pages without a browser around them. Drawn
 * when the pages are built; systems take pictures of fixed sizes and no drawing.
 */
import { crc32, deflateSync } from "node:zlib";
import type { Plugin } from "vite";

type Colour = readonly [red: number, green: number, blue: number];
const PAPER = "#e6eeea";
const BRASS = "#b7822b";
const LIGHT = "#f5d78f";
const INK = "#6d4607";
/** Half the width of the picture; the coin stays within the circle that systems may cut it to. */
const HALF = 15;
const RIM = { radius: 11, stroke: 1.4 };
const FACE = 8.2;
const STROKE = 2;
const LEFT = -3.4;
/** The two bows of the B: half circles, with straight lines to the left. */
const BOWS = [
  { x: 1.2, y: -2.3, radius: 2.5 },
  { x: 1.8, y: 2.6, radius: 2.4 },
];
const SIZES = [180, 192, 512];
const SAMPLES = 4; // along each side of a pixel

export function drawing(): string {
  const bow = ({ x, y, radius }: (typeof BOWS)[number]) =>
    `M${LEFT} ${y - radius}H${x}A${radius} ${radius} 0 0 1 ${x} ${y + radius}H${LEFT}Z`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 24 24">`,
    `<circle r="${RIM.radius}" fill="${BRASS}" stroke="${INK}" stroke-width="${RIM.stroke}"/>`,
    `<circle r="${FACE}" fill="${LIGHT}"/>`,
    `<path d="${BOWS.map(bow).join("")}" fill="none" stroke="${INK}" stroke-width="${STROKE}" stroke-linejoin="round"/>`,
    `</svg>`,
  ].join("");
}

const rgb = (hex: string): Colour => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour;
const COLOURS = { paper: rgb(PAPER), brass: rgb(BRASS), light: rgb(LIGHT), ink: rgb(INK) };

/** How far a point is from the line that the B is drawn along. */
function fromMark(x: number, y: number): number {
  const along = (right: number, level: number) => Math.hypot(x - Math.min(Math.max(x, LEFT), right), y - level);
  const ways = BOWS.flatMap((bow) => [
    along(bow.x, bow.y - bow.radius),
    along(bow.x, bow.y + bow.radius),
    Math.hypot(x - LEFT, y - Math.min(Math.max(y, bow.y - bow.radius), bow.y + bow.radius)),
    x < bow.x ? Infinity : Math.abs(Math.hypot(x - bow.x, y - bow.y) - bow.radius),
  ]);
  return Math.min(...ways);
}

function colourAt(x: number, y: number): Colour {
  const out = Math.hypot(x, y);
  if (out > RIM.radius + RIM.stroke / 2) return COLOURS.paper;
  if (out > RIM.radius - RIM.stroke / 2) return COLOURS.ink;
  if (out > FACE) return COLOURS.brass;
  return fromMark(x, y) <= STROKE / 2 ? COLOURS.ink : COLOURS.light;
}

function chunk(kind: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** The mean colour of a pixel. */
function pixel(row: number, column: number, size: number): number[] {
  const step = (2 * HALF) / size / SAMPLES;
  const sum = [0, 0, 0];
  for (let sample = 0; sample < SAMPLES ** 2; sample++) {
    const x = (column * SAMPLES + (sample % SAMPLES) + 0.5) * step - HALF;
    const y = (row * SAMPLES + Math.floor(sample / SAMPLES) + 0.5) * step - HALF;
    colourAt(x, y).forEach((part, i) => (sum[i]! += part));
  }
  return sum.map((part) => Math.round(part / SAMPLES ** 2));
}

/** A PNG of so many pixels along each side. */
export function picture(size: number): Buffer {
  const every = Array.from({ length: size }, (_, i) => i);
  const unfiltered = 0; // which each row says before its pixels
  const rows = Buffer.from(
    every.flatMap((row) => [unfiltered, ...every.flatMap((column) => pixel(row, column, size))]),
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2], 8); // eight bits for each of three colours
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Its addresses are relative: each table of a club has it at a path of its own. */
const MANIFEST = {
  name: "Bankhalter",
  short_name: "Bankhalter",
  start_url: "./",
  scope: "./",
  display: "fullscreen",
  background_color: PAPER,
  theme_color: PAPER,
  icons: [
    { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
    ...SIZES.map((size) => ({
      src: `/icon-${size}.png`,
      type: "image/png",
      sizes: `${size}x${size}`,
      purpose: "any maskable",
    })),
  ],
};

/** Adds the files, and the lines of the page that lead to them. */
export const homeScreen: Plugin = {
  name: "home-screen",
  apply: "build",
  generateBundle() {
    const add = (fileName: string, source: string | Buffer) => this.emitFile({ type: "asset", fileName, source });
    add("icon.svg", drawing());
    for (const size of SIZES) add(`icon-${size}.png`, picture(size));
    add("manifest.webmanifest", JSON.stringify(MANIFEST));
  },
  transformIndexHtml: () =>
    [
      { tag: "link", attrs: { rel: "icon", href: "/icon.svg", type: "image/svg+xml" } },
      { tag: "link", attrs: { rel: "apple-touch-icon", href: `/icon-${SIZES[0]}.png` } },
      { tag: "link", attrs: { rel: "manifest", href: "/manifest.webmanifest" } },
      { tag: "meta", attrs: { name: "theme-color", content: PAPER } },
      // Safari asks by a name of its own for what the manifest's `display` says
      { tag: "meta", attrs: { name: "apple-mobile-web-app-capable", content: "yes" } },
    ].map((line) => ({ ...line, injectTo: "head" as const })),
};
