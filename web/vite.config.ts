import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { LIST } from "./src/net/prefetch.ts";

const HUB = process.env.BANKHALTER_HUB ?? "http://127.0.0.1:8080";

/** We speak WebSocket only; the other transports of the client would be a tenth of what a phone has to load. */
const webSocketOnly: Plugin = {
  name: "websocket-only",
  apply: "build",
  enforce: "pre",
  resolveId(source, importer) {
    const asksForAll = source === "./transports/index.js" && importer?.includes("engine.io-client");
    return asksForAll ? fileURLToPath(new URL("src/net/transports.ts", import.meta.url)) : null;
  },
  /** What only the other transports do when they are loaded need not be done. */
  transform(code, id) {
    return /engine\.io-client.*polling/.test(id) ? { code, map: null, moduleSideEffects: false } : null;
  },
};

/**
 * Type is written in pixels and built to follow the root: the browser's own size of type, and our large type, enlarge
 * it all. So do the widths that decide about the layout: who reads letters twice as large has half the room.
 */
const ROOT_PX = 16;
const SMALLEST_PX = 4; // below that it is a unit of a drawing
const followingRoot: Plugin = {
  name: "type-follows-root",
  enforce: "pre",
  transform(code, id) {
    if (!/\.css($|\?)/.test(id) && !/lang\.css/.test(id)) return null;
    const scaled = (whole: string, before: string, px: string) =>
      Number(px) < SMALLEST_PX ? whole : `${before}${Number(px) / ROOT_PX}rem`;
    const wide = (_: string, before: string, px: string) => `${before}${Number(px) / ROOT_PX}em`;
    return {
      code: code
        .replace(/(\((?:min|max)-width:\s*)([\d.]+)px/g, wide)
        .replace(/(font(?:-size)?:\s*(?:clamp\()?)([\d.]+)px/g, scaled),
      map: null,
    };
  },
};

/**
 * Scripts and styles that the page does not load by itself, for `src/net/prefetch.ts` to fetch while nothing else is to
 * do.
 */
const listOfParts: Plugin = {
  name: "list-of-parts",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      const parts = Object.keys(bundle ?? {}).filter((name) => /\.(js|css)$/.test(name) && !html.includes(name));
      const list = JSON.stringify(parts.map((name) => `/${name}`));
      return [{ tag: "script", attrs: { type: "application/json", id: LIST }, children: list, injectTo: "head" }];
    },
  },
};

/**
 * What stands on the table, the phone and the TV alike travels together: packed as one it is a fifth smaller than as
 * many.
 */
const STANDING = [
  "game/notes.ts",
  "game/wayout.ts",
  "parts/dice/Dice.svelte",
  "parts/feed/Feed.svelte",
  "parts/frame/Header.svelte",
  "parts/market/MarketButton.svelte",
  "parts/money/Pot.svelte",
  "parts/people/Players.svelte",
  "parts/prompt/Middle.svelte",
  "parts/prompt/Prompt.svelte",
  "parts/track/Track.svelte",
  "screens/Table.svelte",
  "screens/table/TableMenu.svelte",
];
const STANDING_PARTS = { name: "standing", test: new RegExp(`src/(${STANDING.join("|").replace(/\./g, "\\.")})`) };

export default defineConfig({
  plugins: [webSocketOnly, svelte(), followingRoot, listOfParts],
  // Svelte's server build has no lifecycle; component tests need the one for browsers.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  // The oldest tablets we promise to serve.
  build: {
    target: ["es2020", "chrome95", "safari15", "firefox91"],
    // A list of what each lazy part will ask for is more to load than it saves in a house; only styles have to be there
    // in time.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((name) => name.endsWith(".css")),
    },
    rolldownOptions: { output: { codeSplitting: { groups: [STANDING_PARTS] } } },
  },
  server: { proxy: { "/api": HUB, "/healthz": HUB, "/socket.io": { target: HUB, ws: true } } },
  test: {
    environment: "happy-dom",
    // Tests look at what is there, not at how it got there.
    environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: "reduce" } } } },
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/dev/patience.ts"],
    testTimeout: 60_000,
  },
});
