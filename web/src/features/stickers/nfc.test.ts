import { afterEach, expect, test, vi } from "vitest";
import { listen, uidOf, unable } from "./nfc";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["04:a1:b2:c3", "04A1B2C3"],
  ["04:a1:b2:c3:d4:e5:f6:07:18:29", "04A1B2C3D4E5F6071829"],
  ["04:a1:b2", ""],
  ["", ""],
])("the number %s is the uid %s", (serial, uid) => expect(uidOf(serial)).toBe(uid));
test.each([
  ["iPhone", 5, "apple"],
  ["Macintosh", 5, "apple"],
  ["Macintosh", 0, "nothing"],
])("%s with %i fingers: %s", (userAgent, maxTouchPoints, why) => {
  vi.stubGlobal("navigator", { userAgent, maxTouchPoints });
  expect(unable()).toBe(why);
});

test("a sticker that stays on the phone counts once, one without a number is unread, and afterwards none counts", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let reader = new EventTarget();
  class Reader extends EventTarget {
    scan = () => ((reader = this), Promise.resolve());
  }
  vi.stubGlobal("NDEFReader", Reader);
  const [heard, unread, stopping] = [vi.fn(), vi.fn(), new AbortController()];
  expect(await listen(heard, unread, stopping.signal)).toBeNull();
  const read = (serialNumber: string, ms: number) => {
    vi.advanceTimersByTime(ms);
    reader.dispatchEvent(Object.assign(new Event("reading"), { serialNumber }));
  };
  const [one, other] = ["04:a1:b2:c3", "04:a1:b2:c4"];
  for (const [serial, ms] of [
    [one, 0],
    [one, 1499],
    [one, 1499],
    [other, 1],
    [one, 1],
    [one, 1500],
    ["", 1],
  ] as const)
    read(serial, ms);
  expect(heard.mock.calls.map(([uid]) => uid)).toEqual(["04A1B2C3", "04A1B2C4", "04A1B2C3", "04A1B2C3"]);
  expect(unread).toHaveBeenCalledTimes(1);
  stopping.abort();
  read(other, 2000);
  expect(heard).toHaveBeenCalledTimes(4);
});
