import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const HUB = process.env.BANKHALTER_HUB ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte()],
  // Svelte's server build has no lifecycle; component tests need the one for browsers.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  // The oldest tablets we promise to serve.
  build: { target: ["es2020", "chrome95", "safari15", "firefox91"], modulePreload: { polyfill: false } },
  server: { proxy: { "/api": HUB, "/healthz": HUB, "/socket.io": { target: HUB, ws: true } } },
  test: {
    environment: "happy-dom",
    // Tests look at what is there, not at how it got there.
    environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: "reduce" } } } },
    include: ["src/**/*.test.ts"],
  },
});
