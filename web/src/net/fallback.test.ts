import { describe, expect, test } from "vitest";
import { Fallback, type Transport } from "./fallback";

/** A try failed; true where the hub answered. */
const fail = (fallback: Fallback, answers: boolean): void => (answers ? fallback.refused() : fallback.forget());

/** Which way is tried after each of these tries failed. */
function tried(secure: boolean, answers: boolean[]): { fallback: Transport[]; shut: boolean } {
  const fallback = new Fallback(secure);
  return { fallback: answers.map((one) => (fail(fallback, one), fallback.transport)), shut: fallback.shut };
}

describe("over https", () => {
  test("two refusals by a hub that answers lead to plain requests", () =>
    expect(tried(true, [true, true])).toEqual({ fallback: ["websocket", "polling"], shut: false }));
  test("one may be chance, and a hub that is away refuses nothing", () =>
    expect(tried(true, [true, false, true, false, false]).fallback).not.toContain("polling"));
  test("where both are refused it is said so, and both are tried again in turn", () => {
    const { fallback, shut } = tried(true, Array<boolean>(6).fill(true));
    expect(fallback).toEqual(["websocket", "polling", "polling", "websocket", "websocket", "polling"]);
    expect(shut).toBe(true);
  });
  test("a hub that goes away and comes back is asked the way that led to it", () => {
    const fallback = new Fallback(true);
    for (const answers of [true, true, false, false, true]) fail(fallback, answers);
    expect(fallback.transport).toBe("polling");
  });
  test("what was refused before the line was up says nothing any more", () =>
    expect(tried(true, [true, true, false, true, true]).shut).toBe(false));
  test("with the line nothing is shut", () => {
    const fallback = new Fallback(true);
    for (let i = 0; i < 4; i++) fallback.refused();
    fallback.forget();
    expect(fallback.shut).toBe(false);
  });
});

describe("over http", () => {
  test("there is the WebSocket alone; where it is refused it is said so", () =>
    expect(tried(false, [true, true, true])).toEqual({
      fallback: ["websocket", "websocket", "websocket"],
      shut: true,
    }));
  test("a hub that is away is none that refuses", () => expect(tried(false, [false, false, true]).shut).toBe(false));
});
