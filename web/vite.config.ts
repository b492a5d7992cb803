import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { compressed } from "./src/build/compressed.ts";
import { homeScreen } from "./src/build/icons.ts";
import { textsInTwo } from "./src/build/texts.ts";
import { LIST } from "./src/net/prefetch.ts";

const HUB = process.env.BANKHALTER_HUB ?? "http://127.0.0.1:8080";

/**
 * We speak WebSocket only, and JSON; the other transports of the client, and what it does about binary parts, would be a
 * tenth of what a phone has to load.
 */
const webSocketOnly: Plugin = {
  name: "websocket-only",
  apply: "build",
  enforce: "pre",
  resolveId(source, importer) {
    const ours = (name: string) => fileURLToPath(new URL(`src/net/${name}.ts`, import.meta.url));
    if (source === "./transports/index.js" && importer?.includes("engine.io-client")) return ours("transports");
    return /^\.\/(is-)?binary\.js$/.test(source) && importer?.includes("socket.io-parser") ? ours("plain") : null;
  },
  /** What only the other transports do when they are loaded need not be done. */
  transform(code, id) {
    return /engine\.io-client.*polling/.test(id) ? { code, map: null, moduleSideEffects: false } : null;
  },
};

/** No page has custom elements: without them, what the library does for those need not be loaded. */
const noCustomElements: Plugin = {
  name: "no-custom-elements",
  apply: "build",
  transform(code, id) {
    return /svelte.*custom-element\.js/.test(id) ? { code, map: null, moduleSideEffects: false } : null;
  },
};

/** Pages are drawn in the browser alone: what Svelte does for those that a server has drawn need not be loaded. */
const noHydration: Plugin = {
  name: "no-hydration",
  apply: "build",
  transform(code, id) {
    if (!/svelte.*dom\/hydration\.js/.test(id)) return null;
    const never = code
      .replace("export let hydrating = false", "export const hydrating = false")
      .replace("\thydrating = value;\n", "");
    if (never.includes("hydrating = value") || never.includes("let hydrating"))
      throw new Error("Svelte knows in another way now whether a server has drawn the page");
    return { code: never, map: null };
  },
};

/**
 * The chart library writes figures in the browser's language, which is none that can be written ("C") where a computer
 * has not been told one; the page's own always can be.
 */
const ASKED = "domEnv ? nav.language : 'en-US'";
const figuresOfThePage: Plugin = {
  name: "figures-of-the-page",
  transform(code, id) {
    if (!id.endsWith("uPlot.esm.js")) return null;
    if (!code.includes(ASKED)) throw new Error("uPlot asks for its language in another way now");
    return { code: code.replace(ASKED, "domEnv ? document.documentElement.lang : 'en-US'"), map: null };
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

/** The letters go with what their licence says. */
const licences: Plugin = {
  name: "licences",
  apply: "build",
  generateBundle() {
    const source = readFileSync(new URL("node_modules/@fontsource/rubik/LICENSE", import.meta.url));
    this.emitFile({ type: "asset", fileName: "assets/rubik-OFL.txt", source });
  },
};

/** All scripts and styles, for `src/net/prefetch.ts` to fetch while nothing else is to do. */
const listOfParts: Plugin = {
  name: "list-of-parts",
  apply: "build",
  enforce: "post",
  generateBundle(_, bundle) {
    const parts = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
    this.emitFile({ type: "asset", fileName: LIST, source: JSON.stringify(parts.map((name) => `/${name}`)) });
  },
};

/**
 * What is shown together travels together: packed as one it is a fifth smaller than as many, and each file costs a
 * kilobyte of its own on the way there and back. What stands on the table, the phone and the TV alike is one; what the
 * table only opens, what a phone does without, and what only a phone or only the lobby has, is another. All else is
 * fetched when it is first needed. Each also takes what its files import and none above it has: so what several of them
 * show stands above them all.
 */
const TOGETHER: Record<string, string[]> = {
  standing: [
    "App.svelte",
    "game/(alsoPossible|groups|notes|sealed|wayout).ts",
    "geometry/(breaks|rails).ts",
    "parts/controls/Qr.svelte",
    "parts/deeds/(Building|Drawn).svelte",
    "parts/dice/Dice.svelte",
    "parts/feed/Heading.svelte",
    "parts/frame/(Banner|Header|Windows).svelte",
    "parts/market/MarketButton.svelte",
    "parts/money/Pot.svelte",
    "parts/people/(Named|Players).svelte",
    "parts/prompt/(AlsoPossible|Prompt).svelte",
    "parts/track/Band.svelte",
    "state/touring.svelte.ts",
    "styles/(base|words).css",
  ],
  windows: ["parts/controls/Dialog.svelte", "parts/explanations/Explanations?.svelte", "text/boards.ts"],
  history: ["parts/feed/Feed.svelte"],
  offers: ["parts/trade/(OfferCard|Offers).svelte"],
  track: ["geometry/label.ts", "parts/track/Track.svelte"],
  television: ["screens/(Tv|tv/Asked|tv/Stage).svelte"],
  table: ["parts/prompt/Middle.svelte", "screens/Table.svelte", "screens/table/(Banker|TableMenu).svelte"],
  phone: [
    "game/(buildings|deeds).ts",
    "parts/deeds/(DeedList|DeedRow).svelte",
    "screens/Play.svelte",
    "screens/play/(Join|Seat).svelte",
  ],
  town: ["parts/frame/(Skyline|Town).svelte"],
  lobby: [
    "parts/controls/Pick.svelte",
    "features/sums/SumsPick.svelte",
    "screens/table/(AgreeRules|JoinCard|Lobby|LobbySeat|RuleChoice|UnknownTags).svelte",
  ],
};
const groups = Object.entries(TOGETHER).map(([name, files]) => ({
  name,
  test: new RegExp(`src/(${files.join("|").replace(/\./g, "\\.")})`),
}));

/**
 * What a page surely runs is compiled while it arrives, beside the main thread, instead of when it is first called: a
 * quarter of all that a page computes until it stands.
 */
const compiledOnArrival: Plugin = {
  name: "compiled-on-arrival",
  apply: "build",
  generateBundle: {
    order: "post", // it has to be the first line
    handler(_, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === "chunk" && (part.isEntry || part.name in TOGETHER))
          part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
    },
  },
};

/** A page that imports something of another page loads all of that page with it. */
const PAGES = ["television", "table", "phone"];
const pagesApart: Plugin = {
  name: "pages-apart",
  apply: "build",
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== "chunk" || !PAGES.includes(part.name)) continue;
      const other = PAGES.find((page) => part.imports.some((file) => file.includes(`/${page}-`)));
      if (other) throw new Error(`${part.name} loads ${other}: name what both show in TOGETHER, above them`);
    }
  },
};

export default defineConfig({
  plugins: [
    webSocketOnly,
    noCustomElements,
    noHydration,
    pagesApart,
    figuresOfThePage,
    compiledOnArrival,
    svelte({ compilerOptions: { runes: true } }),
    followingRoot,
    listOfParts,
    licences,
    homeScreen,
    textsInTwo,
    compressed,
  ],
  // Svelte's server build has no lifecycle; component tests need the one for browsers.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  // The oldest tablets we promise to serve.
  build: {
    target: ["es2020", "chrome95", "safari15.4", "firefox91"],
    // A list of what each lazy part will ask for is more to load than it saves in a house; only styles have to be there
    // in time.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((name) => name.endsWith(".css")),
    },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { "/api": HUB, "/healthz": HUB, "/socket.io": { target: HUB, ws: true } } },
  test: {
    environment: "happy-dom",
    // Tests look at what is there, not at how it got there.
    environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: "reduce" } } } },
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/dev/setup.ts"],
    isolate: false, // a page of its own for each file would cost four times as much; files run in any order
    testTimeout: 60_000,
    maxWorkers: "100%", // of the processors; otherwise one of two would be left idle
    // Pages come and go by the hundred: with more room for young ones a sixth less is computed.
    execArgv: ["--max-semi-space-size=64", "--single-threaded-gc"],
  },
});
