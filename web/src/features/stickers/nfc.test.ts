import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listen, uidOf, unable } from "./nfc";
import Stickers from "./Stickers.svelte";
import TapSpace from "./TapSpace.svelte";
import { EDITION, prompt, view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";

let reader = new EventTarget();
/** What a browser says that cannot read (https://w3c.github.io/web-nfc/#the-scan-method). */
let trouble = "";
beforeEach(() => {
  class Reader extends EventTarget {
    scan = () => ((reader = this), trouble ? Promise.reject(new DOMException("", trouble)) : Promise.resolve());
  }
  trouble = "";
  vi.stubGlobal("NDEFReader", Reader);
});
afterEach(() => vi.unstubAllGlobals());
const held = (serialNumber: string) => reader.dispatchEvent(Object.assign(new Event("reading"), { serialNumber }));

test.each([
  ["04:a1:b2:c3", "04A1B2C3"],
  ["04:a1:b2:c3:d4:e5:f6:07:18:29", "04A1B2C3D4E5F6071829"],
  ["04:a1:b2", ""],
  ["", ""],
])("the number %s is the uid %s", (serial, uid) => expect(uidOf(serial)).toBe(uid));
test.each([
  ["iPhone", 5, true, "apple"],
  ["Macintosh", 5, true, "apple"],
  ["Macintosh", 0, true, "nothing"],
  ["Android", 5, true, "browser"],
  ["Android", 5, false, "insecure"],
])("%s with %i fingers, on a secure page (%s): %s", (userAgent, maxTouchPoints, isSecureContext, why) => {
  vi.stubGlobal("NDEFReader", undefined);
  vi.stubGlobal("isSecureContext", isSecureContext);
  vi.stubGlobal("navigator", { userAgent, maxTouchPoints });
  expect(unable()).toBe(why);
});

test.each([
  ["NotAllowedError", /^Der Browser darf NFC nicht benutzen/],
  ["NotReadableError", /^NFC ist ausgeschaltet/],
  ["NotSupportedError", /^Dieses Handy hat kein NFC/],
  ["AnotherError", /^Das Lesen ließ sich nicht starten/],
])("what keeps a phone from reading is said, and mended by a tap: %s", async (name, said) => {
  vi.useRealTimers();
  vi.stubGlobal("navigator", {});
  trouble = name;
  const shown = view({});
  scene(shown);
  render(TapSpace, { view: shown, seat: shown.seats[0]! });
  await fireEvent.click(screen.getByRole("button", { name: "Felder mit dem Handy lesen" }));
  expect(await screen.findByText(said)).toBeDefined();
  trouble = "";
  await fireEvent.click(screen.getByRole("button", { name: "Noch einmal versuchen" }));
  expect(await screen.findByText(/^Dein Handy liest Felder/)).toBeDefined();
  const missed = () => screen.queryByText(/^Das war nicht zu lesen/);
  reader.dispatchEvent(new Event("readingerror"));
  await waitFor(() => expect(missed()).not.toBeNull());
  held("04:a1:b2:c3");
  await waitFor(() => expect(missed()).toBeNull());
});

test("a sticker that stays on the phone counts once, one without a number or with an error is unread, and afterwards none counts", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const [heard, unread, stopping] = [vi.fn(), vi.fn(), new AbortController()];
  expect(await listen(heard, unread, stopping.signal)).toBeNull();
  const read = (serialNumber: string, ms: number) => {
    vi.advanceTimersByTime(ms);
    held(serialNumber);
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
  reader.dispatchEvent(new Event("readingerror"));
  expect(heard.mock.calls.map(([uid]) => uid)).toEqual(["04A1B2C3", "04A1B2C4", "04A1B2C3", "04A1B2C3"]);
  expect(unread).toHaveBeenCalledTimes(2);
  stopping.abort();
  read(other, 2000);
  expect(heard).toHaveBeenCalledTimes(4);
});

test.each([
  [0, /^Stell deine Figur auf/],
  [1, /^Dein Handy liest Felder/],
])(
  "the phone of seat %i reads for that seat alone, says why it was refused, and no more when it is gone",
  async (own, said) => {
    vi.useRealTimers();
    const permissions = { query: () => Promise.resolve({ state: "granted", addEventListener: () => undefined }) };
    vi.stubGlobal("navigator", { permissions });
    const paid = { salary: 200, rent_factor: 1, rent_throw_factor: 0 };
    const task = { task: "advance_pending", seat: 0, space: 4, by: "throw", ...paid } as const;
    const shown = view({ prompt: prompt(task, [0], []) });
    const done = scene(shown);
    const { unmount } = render(TapSpace, { view: shown, seat: shown.seats[own]! });
    await screen.findByText(said);
    held("04:a1:b2:c3");
    expect(done).toEqual([{ do: "tap", seat: own, uid: "04A1B2C3" }]);
    expect(screen.queryByRole("status")).toBeNull();
    table.act = () => Promise.resolve({ id: "1", ok: false, version: 1, reason: "sticker_unknown", details: {} });
    held("04:a1:b2:c4");
    await waitFor(() => expect(screen.getByRole("status").textContent).toContain("Aufkleber"));
    table.act = () => expect.unreachable();
    unmount();
    held("04:a1:b2:c5");
  },
);

test("stickers are learnt space by space, from where somebody begins to the last, and nothing before or after", async () => {
  vi.useRealTimers();
  const permissions = { query: () => Promise.resolve({ state: "granted", addEventListener: () => undefined }) };
  vi.stubGlobal("navigator", { permissions });
  const last = EDITION.spaces.length - 1;
  const done = scene(view({ stickers: [0, last - 1] }));
  render(Stickers, { edition: EDITION });
  const button = (name: string) => screen.getByRole("button", { name });
  const read = (serial: string) => (held(serial), waitFor(() => expect(screen.getByRole("status")).toBeDefined()));
  await fireEvent.change(screen.getByRole("combobox"), { target: { value: String(last - 1) } });
  await fireEvent.click(button("Diesen vergessen"));
  await fireEvent.click(button("Aufkleber zuordnen"));
  await screen.findByText(`Halte das Handy an ${EDITION.spaces[last - 1]!.name}`);
  await read("04:a1:b2:c3");
  await screen.findByText(`Halte das Handy an ${EDITION.spaces[last]!.name}`);
  await read("04:a1:b2:c4");
  await waitFor(() => expect(button("Aufkleber zuordnen")).toBeDefined());
  held("04:a1:b2:c5");
  expect(done).toEqual([
    { do: "unstick", space: last - 1 },
    { do: "stick", space: last - 1, uid: "04A1B2C3" },
    { do: "stick", space: last, uid: "04A1B2C4" },
  ]);
});
