import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { at, baseOf } from "../../net/base";
import { follow, whereItIs, type AskLocation } from "./following";
import { joinUrl, qrSource } from "../../net/join";
import { storedKey, storeKey, takeKey } from "../../net/keys";
import { pageOf } from "../../net/route";
import { frontAt } from "../../state/features";
import type { TableLocation } from "../../wire";

const HERE = "http://one:8080";
const OTHER = "http://two:8080";
const THIRD = "http://three:8080";
const [gone, has]: [TableLocation | null, TableLocation] = [null, { here: true, url: OTHER, others: [] }];
const answers =
  (by: Record<string, TableLocation | null>): AskLocation =>
  (origin) =>
    Promise.resolve(by[origin] ?? null);

describe("a table of a club", () => {
  beforeEach(() => history.replaceState(null, "", "/t/hall_7/table"));
  afterEach(() => history.replaceState(null, "", "/"));

  test("has a path of its own, at home there is none", () => {
    expect(["/t/hall_7/table", "/t/7/", "/t/7", "/table", "/t/A-B/x", "/tv"].map(baseOf)).toEqual([
      "/t/hall_7",
      "/t/7",
      "/t/7",
      "",
      "",
      "",
    ]);
    expect(pageOf(location.pathname)).toBe("table");
    expect(at("/socket.io")).toBe("/t/hall_7/socket.io");
  });
  test("is joined and drawn at that path", () => {
    expect(joinUrl("http://h:1/t/hall_7", "CDFGH")).toBe("http://h:1/t/hall_7/play#code=CDFGH");
    expect(qrSource("http://h:1/t/hall_7/play")).toMatch(/^\/t\/hall_7\/api\/qr\.svg/);
  });
  test("shares no key with the table beside it, nor with a table at home", () => {
    storeKey("banker", "mine");
    history.replaceState(null, "", "/t/8/table");
    expect(storedKey("banker")).toBeNull();
    history.replaceState(null, "", "/table");
    expect(storedKey("banker")).toBeNull();
  });
  test("takes the key that an address brings, which then no longer shows it", () => {
    history.replaceState(null, "", "/t/9/play#key=seat:abc.d-e_f");
    takeKey();
    expect([storedKey("seat"), location.hash]).toEqual(["abc.d-e_f", ""]);
  });
  test("leaves a join code and what is no key alone", () => {
    for (const hash of ["#code=CDFGH", "#key=viewer:abc", "#key=seat:a:b"]) {
      history.replaceState(null, "", `/t/10/play${hash}`);
      takeKey();
      expect([storedKey("seat"), location.hash]).toEqual([null, hash]);
    }
  });
  test("is not the front page, which lies before all of them", () => {
    expect(["/club", "/t/7/club", "/t/club/table"].map((path) => !!frontAt(path))).toEqual([true, false, false]);
  });
});

describe("a table that is lost", () => {
  test("stays where it is as long as its own process has it", async () => {
    const here = { here: true, url: HERE, others: [OTHER] };
    expect(await whereItIs(HERE, [OTHER], answers({ [HERE]: here, [OTHER]: has }))).toBeNull();
  });
  test("is where its own process says, if that has it no longer", async () => {
    expect(await whereItIs(HERE, [], answers({ [HERE]: { here: false, url: OTHER, others: [] } }))).toBe(OTHER);
  });
  test("is looked for with the others if its own process is gone", async () => {
    expect(await whereItIs(HERE, [HERE, OTHER], answers({ [HERE]: gone, [OTHER]: has }))).toBe(OTHER);
  });
  test("is nowhere until one of them has it: what another says about a third is no reason to go", async () => {
    const hearsay = { here: false, url: HERE, others: [] };
    expect(await whereItIs(HERE, [OTHER], answers({ [OTHER]: hearsay }))).toBeNull();
    const opening = { here: false, url: THIRD, others: [] };
    const said = { [OTHER]: { here: false, url: THIRD, others: [] }, [THIRD]: opening };
    expect(await whereItIs(HERE, [OTHER], answers(said))).toBeNull();
  });
  test("is where a third says that it is, of whom another knew", async () => {
    const said = {
      [OTHER]: { here: false, url: THIRD, others: [] },
      [THIRD]: { here: true, url: THIRD, others: [] },
    };
    expect(await whereItIs(HERE, [OTHER], answers(said))).toBe(THIRD);
  });
  test("is asked for at one of the others only, as long as that one answers", async () => {
    const asked: string[] = [];
    const knows = { here: false, url: null, others: [] };
    const ask: AskLocation = (origin) => (asked.push(origin), Promise.resolve(origin === HERE ? null : knows));
    expect(await whereItIs(HERE, [HERE, OTHER, THIRD, "http://four:1"], ask)).toBeNull();
    expect(asked).toHaveLength(2);
  });
  test("is asked for once at each of them where nobody answers", async () => {
    const asked: string[] = [];
    expect(
      await whereItIs(HERE, [OTHER, HERE, THIRD], (origin) => (asked.push(origin), Promise.resolve(gone))),
    ).toBeNull();
    expect(asked.sort()).toEqual([HERE, OTHER, THIRD].sort());
  });
});

describe("a page that follows its table", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    history.replaceState(null, "", "/t/11/play?x=1");
    storeKey("seat", "k");
  });
  afterEach(() => {
    vi.restoreAllMocks();
    history.replaceState(null, "", "/");
  });

  test("goes with its key to whoever has it when its own process died", async () => {
    let up = true;
    const replaced = vi.spyOn(location, "replace").mockImplementation(() => undefined);
    let alive = true;
    const ask: AskLocation = (origin) =>
      Promise.resolve(
        origin === OTHER
          ? { here: !alive, url: OTHER, others: [] }
          : alive
            ? { here: true, url: "", others: [OTHER] }
            : null,
      );
    const stop = follow("seat", () => up, ask);
    await vi.advanceTimersByTimeAsync(1500);
    expect(replaced).not.toHaveBeenCalled();
    [up, alive] = [false, false];
    await vi.advanceTimersByTimeAsync(1500);
    stop();
    expect(replaced.mock.calls[0]).toEqual([`${OTHER}/t/11/play?x=1#key=seat:k`]);
  });
  test("asks nobody as long as somebody has still to answer", async () => {
    const ask = vi.fn(() => new Promise<null>(() => undefined));
    const stop = follow("seat", () => false, ask);
    await vi.advanceTimersByTimeAsync(5000);
    stop();
    expect(ask).toHaveBeenCalledTimes(1);
  });
  test("stays if its line is there again before somebody answers", async () => {
    let up = false;
    const replaced = vi.spyOn(location, "replace").mockImplementation(() => undefined);
    const stop = follow(
      "seat",
      () => up,
      () => ((up = true), Promise.resolve({ here: false, url: OTHER, others: [] })),
    );
    await vi.advanceTimersByTimeAsync(1500);
    stop();
    expect(replaced).not.toHaveBeenCalled();
  });
});
