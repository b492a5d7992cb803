import { describe, expect, test } from "vitest";
import { Ways, type Way } from "./ways";

/** A try failed; true where the hub answered. */
const fail = (ways: Ways, answers: boolean): void => (answers ? ways.refused() : ways.forget());

/** Which way is tried after each of these tries failed. */
function tried(secure: boolean, answers: boolean[]): { ways: Way[]; shut: boolean } {
  const ways = new Ways(secure);
  return { ways: answers.map((one) => (fail(ways, one), ways.way)), shut: ways.shut };
}

describe("over https", () => {
  test("two refusals by a hub that answers lead to plain requests", () =>
    expect(tried(true, [true, true])).toEqual({ ways: ["websocket", "polling"], shut: false }));
  test("one may be chance, and a hub that is away refuses nothing", () =>
    expect(tried(true, [true, false, true, false, false]).ways).not.toContain("polling"));
  test("where both are refused it is said so, and both are tried again in turn", () => {
    const { ways, shut } = tried(true, Array<boolean>(6).fill(true));
    expect(ways).toEqual(["websocket", "polling", "polling", "websocket", "websocket", "polling"]);
    expect(shut).toBe(true);
  });
  test("a hub that goes away and comes back is asked the way that led to it", () => {
    const ways = new Ways(true);
    for (const answers of [true, true, false, false, true]) fail(ways, answers);
    expect(ways.way).toBe("polling");
  });
  test("with the line nothing is shut", () => {
    const ways = new Ways(true);
    for (let i = 0; i < 4; i++) ways.refused();
    ways.forget();
    expect(ways.shut).toBe(false);
  });
});

describe("over http", () => {
  test("there is the WebSocket alone; where it is refused it is said so", () =>
    expect(tried(false, [true, true, true])).toEqual({ ways: ["websocket", "websocket", "websocket"], shut: true }));
  test("a hub that is away is none that refuses", () => expect(tried(false, [false, false, true]).shut).toBe(false));
});
