/**
 * Before each test: German is at hand. Windows are compiled when a test first opens them, and on a busy computer that takes longer than
 * the usual second. After each: nothing is shown any more, and time goes on. After a file: what it began to load is there, or
 * the next one that needs it would find it broken off.
 */
import { cleanup, configure } from "@testing-library/svelte";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { speakGerman } from "./testing";

configure({ asyncUtilTimeout: 20_000 });
beforeEach(speakGerman);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
afterAll(() => vi.dynamicImportSettled());
