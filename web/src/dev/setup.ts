/**
 * Before each test: German is at hand. Windows are compiled when a test first opens them, and on a busy computer that
 * takes longer than the usual second. No hub is there: what a test has no answer for is fetched in vain, from nowhere.
 * After each: nothing is shown any more, no hub is there, and time goes on. After all of a file, what it began to load
 * has come: broken off, it would be missing in the next file, which has the same modules.
 */
import { cleanup, configure } from "@testing-library/svelte";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { hangUp, speakGerman } from "./testing";

configure({ asyncUtilTimeout: 20_000 });
globalThis.fetch = () => Promise.reject(new TypeError("no hub"));
beforeEach(speakGerman);
afterEach(() => {
  cleanup();
  hangUp();
  vi.useRealTimers();
});
afterAll(() => vi.dynamicImportSettled());
