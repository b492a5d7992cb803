import { expect, test, vi } from "vitest";
import { goesDark, isRead, markRead, stayAwake } from "./wake";

test("where browsers keep no screen on, the page says so once", () => {
  expect(goesDark()).toBe(true);
  stayAwake(); // asks nothing that is not there
  expect(isRead()).toBe(false);
  markRead();
  expect(isRead()).toBe(true);
});

test("where they do, the screen is asked for again whenever the page is seen again", () => {
  const request = vi.fn().mockRejectedValue(new Error("low battery"));
  vi.stubGlobal("navigator", { wakeLock: { request } });
  expect(goesDark()).toBe(false);
  stayAwake();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(request).toHaveBeenCalledTimes(2);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(request).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
