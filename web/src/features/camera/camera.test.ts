import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import Camera from "./Camera.svelte";
import Overlay from "./Overlay.svelte";
import Seen from "./Seen.svelte";
import { eyeIn, refusedAs, Size } from "./eye";
import { begun, FIRST, mapped, spacesOf } from "./grid";
import { near, saidOf } from "./said";
import { SCENES } from "../../dev/scenes";
import { scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";
import type { AdvancePending, SightView } from "../../wire";

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

const SIGHT: SightView = {
  size: [1280, 720],
  outline: [],
  spaces: [],
  pieces: [],
  dice: [],
  problems: [],
  closer: 1,
};

test("only an address with an eye makes a device the camera", () => {
  expect(eyeIn("#eye=vVo-_j8V")).toBe("vVo-_j8V");
  expect([eyeIn(""), eyeIn("#code=K7QF"), eyeIn("#eye=a b")]).toEqual(["", "", ""]);
});

test("pictures become smaller where answers are late, and larger again after many quick ones", () => {
  const size = new Size();
  const usual = size.width;
  [900, 100, 900].forEach((ms) => size.answered(ms));
  expect(size.width).toBe(usual);
  [900, 900].forEach((ms) => size.answered(ms));
  expect(size.width).toBeLessThan(usual);
  const small = size.width;
  for (let i = 0; i < 24; i++) size.answered(100);
  expect(size.width).toBe(small);
  size.answered(100);
  expect(size.width).toBe(usual);
  for (let i = 0; i < 40; i++) size.answered(Infinity);
  expect(size.width).toBe(480);
});

test("the name of an error says what the browser lacks", () => {
  const names = ["NotAllowedError", "NotReadableError", "NotFoundError"];
  expect(names.map(refusedAs)).toEqual(["denied", "busy", "none"]);
});

test("of several problems the one that has to be put right first is said", () => {
  expect(saidOf(null)).toBe("camera.waiting");
  expect(saidOf(SIGHT)).toBe("camera.good");
  expect(saidOf({ ...SIGHT, problems: ["too_small", "too_dark"] })).toBe("camera.too_dark");
});

test("the bar is full once the marks are large enough", () => {
  expect([2, 1, 0.5].map((closer) => near({ ...SIGHT, closer }))).toEqual([0.5, 1, 1]);
});

test("a grid follows the corners of a board that is seen from the side", () => {
  const corners = [
    [0.9, 0.9],
    [0.1, 0.9],
    [0.3, 0.2],
    [0.7, 0.2],
  ] as const;
  const place = mapped(corners);
  const units = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  units.forEach((unit, at) => place(unit).forEach((share, axis) => expect(share).toBeCloseTo(corners[at]![axis]!, 9)));
  // the diagonals of a square meet in its middle, wherever it is seen from: here where x = 0.5 and y solves both lines
  expect(place([0.5, 0.5])[0]).toBeCloseTo(0.5, 9);
  expect(place([0.5, 0.5])[1]).toBeCloseTo(0.9 - (0.7 * 0.4) / 0.6, 9);
});

test("a grid begins where the corner marks were seen, in a picture that is wider than high", () => {
  const outline = [200, 100, 20, 10].map((x, i): [number, number] => [x, [100, 50, 25, 10][i]!]);
  const shown = begun({ ...SIGHT, outline, size: [200, 100] }).outline;
  expect(shown.map(([x, y]) => [x, y].join())).toEqual(["1,1", "0.5,0.5", "0.1,0.25", "0.05,0.1"]);
});

test("the spaces of a grid begin at Start and end beside it", () => {
  const spaces = spacesOf(FIRST, 40);
  expect(spaces).toHaveLength(40);
  expect(spaces[0]![0]![0]).toBeCloseTo(FIRST.outline[0][0], 9);
  expect(spaces[0]![1]![0]).toBeCloseTo(0.85 - 0.7 * FIRST.corner, 9);
  expect(spaces[10]![0]![0]).toBeCloseTo(FIRST.outline[1][0], 9);
  expect(spaces[39]![1]![0]).toBeCloseTo(FIRST.outline[0][0], 9);
});

const ON_ITS_WAY: AdvancePending = {
  task: "advance_pending",
  seat: 0,
  space: 8,
  by: "throw",
  salary: 0,
  rent_factor: 1,
  rent_throw_factor: 0,
};

test("a piece that was not seen for six seconds is asked for as without a board", async () => {
  const throwing = SCENES.throw!;
  const view = { ...throwing, prompt: { ...throwing.prompt!, task: ON_ITS_WAY } };
  scene(view);
  render(Seen, { view });
  await vi.advanceTimersByTimeAsync(5900);
  expect(screen.queryByText(/nicht ankommen sehen/)).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect(screen.queryByText(/nicht ankommen sehen/)).not.toBeNull();
});

test("dice that were read are shown, and one tap says that they are wrong", async () => {
  const throwing = SCENES.throw!;
  const view = { ...throwing, camera: { dice: [3, 4] } };
  const done = scene(view);
  render(Seen, { view });
  await fireEvent.click(screen.getByRole("button", { name: /Falsch/ }));
  expect(done).toEqual([{ do: "drop_dice" }]);
});

test("a die in the picture has its face", () => {
  scene(SCENES.throw!);
  render(Overlay, { sight: { ...SIGHT, dice: [{ face: 5, at: [10, 10] }] } });
  expect(screen.queryByText("5")).not.toBeNull();
});

test("a piece in the picture has its player's name, or that of its colour", () => {
  const view = SCENES.throw!;
  scene(view);
  const own = view.seats[0]!;
  const sight = { ...SIGHT, pieces: [{ piece: own.colour, at: [10, 10] as [number, number], space: 0 }] };
  render(Overlay, { sight });
  expect(screen.queryByText(new RegExp(own.name))).not.toBeNull();
});

test("who is not the banker is sent to the code", async () => {
  scene({ ...SCENES.throw!, role: "viewer" });
  render(Camera);
  expect(table.isBanker).toBe(false);
  expect(await screen.findByText(/Nur die Bank/)).toBeDefined();
});

test("a hub without a camera says how one is begun", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("<h1>Not Found</h1>", { status: 404 })));
  scene(SCENES.throw!);
  table.page = "table";
  render(Camera);
  expect(await screen.findByText("bankhalter play --camera --tls")).toBeDefined();
  vi.unstubAllGlobals();
});
