import { beforeEach, describe, expect, test } from "vitest";
import { FakeHub, StoppedClock } from "../dev/testing";
import { view } from "../dev/fixtures";
import { Net, newId, type Hooks } from "./net";
import type { View } from "../wire";

let hub: FakeHub, clock: StoppedClock, net: Net, shown: View[], links: boolean[], shuts: boolean[];

beforeEach(() => {
  [hub, clock, shown, links, shuts] = [new FakeHub(), new StoppedClock(), [], [], []];
  const hooks: Hooks = {
    welcome: () => undefined,
    device: () => undefined,
    view: (one) => shown.push(one),
    link: (up) => links.push(up),
    shut: (shut) => shuts.push(shut),
  };
  net = new Net(hub, hooks, clock);
  net.start();
});

describe("requests", () => {
  test("each has an id of its own", () => {
    expect(new Set(Array.from({ length: 200 }, newId)).size).toBe(200);
    expect(newId()).toMatch(/^[0-9a-f]{24}$/);
  });
  test("the answer reaches who asked", async () => {
    const asked = net.request({ do: "begin" });
    hub.answer(0, { ok: false, reason: "too_few_seats" });
    expect(await asked).toMatchObject({ ok: false, reason: "too_few_seats" });
  });
  test("one that got no answer is sent again with the same id after a reconnect", async () => {
    const asked = net.request({ do: "begin" });
    hub.drop();
    hub.connect();
    expect(hub.requests).toHaveLength(2);
    expect(hub.requests[1]!.id).toBe(hub.requests[0]!.id);
    hub.answer(1);
    expect((await asked).ok).toBe(true);
  });
  test("one asked for while the line is down waits for it", () => {
    hub.drop();
    void net.request({ do: "begin" });
    expect(hub.requests).toHaveLength(0);
    hub.connect();
    expect(hub.requests).toHaveLength(1);
  });
  test("one whose answer was lost on an open line is repeated with the same id", () => {
    void net.request({ do: "begin" });
    clock.pass(2);
    hub.say("ping");
    expect(hub.requests).toHaveLength(1);
    clock.pass(2);
    expect(hub.requests).toHaveLength(2);
    expect(hub.requests[1]!.id).toBe(hub.requests[0]!.id);
    clock.pass(1);
    expect(hub.requests, "the second one has three seconds as well").toHaveLength(2);
  });
  test("an answered one is never sent again", async () => {
    const asked = net.request({ do: "begin" });
    hub.answer(0);
    await asked;
    hub.drop();
    hub.connect();
    expect(hub.requests).toHaveLength(1);
  });
});

describe("views", () => {
  test("an older one than the last is ignored", () => {
    hub.say("view", view({ version: 7 }));
    hub.say("view", view({ version: 6 }));
    expect(shown.map(({ version }) => version)).toEqual([7]);
  });
  test("after a reconnect any version counts, the hub may have been restarted", () => {
    hub.say("view", view({ version: 7 }));
    hub.drop();
    hub.connect();
    hub.say("view", view({ version: 1 }));
    expect(shown.map(({ version }) => version)).toEqual([7, 1]);
  });
  test("so does the first one, which the library hands on before it says that the line is up", () => {
    hub.say("view", view({ version: 7 }));
    hub.drop();
    hub.say("view", view({ version: 1 }));
    hub.connect();
    expect(shown.map(({ version }) => version)).toEqual([7, 1]);
  });
});

describe("another place at the table", () => {
  test("counts from elsewhere: after a welcome any version counts", () => {
    hub.say("view", view({ version: 7 }));
    hub.say("welcome", { role: "viewer", seat: null, key: null, version: "1", phone: null, waiting: null });
    hub.say("view", view({ version: 3 }));
    expect(shown.map(({ version }) => version)).toEqual([7, 3]);
  });
});

describe("the line", () => {
  test("its loss is reported at once", () => {
    hub.drop();
    expect(links).toEqual([true, false]);
  });
  test("that no way leads to a hub that answers is handed on", () => {
    hub.shut(true);
    hub.shut(false);
    expect(shuts).toEqual([true, false]);
  });
  test("ten seconds of silence count as lost and it is reopened", () => {
    clock.pass(11);
    expect(links).toEqual([true, false, false]);
    expect(hub.restarts).toBe(1);
  });
  test("a page that wakes up asks for the view, and reopens a line that is down or was silent for too long", () => {
    const asked = () => hub.heard.filter(({ event }) => event === "refresh").length;
    net.refresh();
    expect([asked(), hub.restarts]).toEqual([1, 0]);
    clock.sleep(9);
    net.refresh();
    expect([asked(), hub.restarts, hub.connected]).toEqual([1, 1, false]);
    net.refresh();
    expect([asked(), hub.connected]).toEqual([1, true]);
  });
  test("any traffic is a sign of life", () => {
    clock.pass(8);
    hub.say("ping");
    clock.pass(8);
    expect(hub.restarts).toBe(0);
  });
  test("who watches the device still does after a reconnect", () => {
    net.watchDevice(true);
    hub.drop();
    hub.connect();
    expect(hub.heard.filter(({ event }) => event === "watch_device")).toHaveLength(2);
  });
  test("a code whose answer got lost can be sent again by the same device", async () => {
    const first = net.join("CDFGH");
    hub.drop();
    expect(await first).toEqual({ ok: false, reason: "link_lost" });
    hub.connect();
    void net.join("CDFGH");
    const sent = hub.heard.filter(({ event }) => event === "join").map(({ payload }) => payload as { device: string });
    expect(sent).toHaveLength(2);
    expect(sent[1]!.device).toBe(sent[0]!.device);
  });
  test("pairing without a line is refused with a reason", async () => {
    hub.drop();
    expect(await net.pair("123456")).toEqual({ ok: false, reason: "link_lost" });
  });
});
