/** The electronics of a table as `/device` shows them, without a board. */
import { PLAYING } from "./playing";
import type { DeviceView, NodeView } from "../wire";

const COUNTERS = { rx: 1204, tx: 871, links: 1, bad: 0, dup: 2, gap: 0, resend: 3, noise: 1, dropped: 0 };

export const DEVICE: DeviceView = {
  nodes: [0, 1, 2, 3].map((side) => ({
    node: `sim-${"ABCD"[side]}`,
    kind: "side",
    port: `/dev/pts/${side + 3}`,
    link: side === 3 ? "lost" : "up",
    readers: 10,
    firmware: "0.2.0",
    why: null,
    rtt_ms: side === 3 ? null : 3.2 + side,
    faults: side === 1 ? { 4: "no_answer" } : ({} as Record<string, string>),
    counters: COUNTERS,
    tags: PLAYING.filter((one) => Math.floor(one.space / 10) === side).map(
      (one) => [one.space % 10, one.tag!] as const,
    ),
    lights: Array.from({ length: 10 }, (_, i) => (side === 2 && i === 8 ? 0xffaa22 : 0)),
    at: [],
    strip: 0,
    space_lights: Array<number | null>(40).fill(null),
    matched: [],
    lamps: side === 0 ? { ok: "blink", cancel: "off", die1: "on" } : ({} as Record<string, "on" | "off" | "blink">),
    settings:
      side === 0
        ? { side, readers: 10, longest: 10, gain: Array<number>(10).fill(5), lights: 10, milliamps: null }
        : null,
    margins:
      side === 0
        ? { 3: { heard: [0, 1, 4, 4, 4, 4], db: 15, gain: 4 } }
        : ({} as Record<string, { heard: number[]; db: number; gain: number | null }>),
    update:
      side === 3 ? ({ step: "copy", done: 12_400, whole: 27_900, why: null } as const) : (null as NodeView["update"]),
    mended: side === 1 ? ["longest"] : [],
    spaces: Array.from({ length: 10 }, (_, i) => side * 10 + i),
  })),
  lines: Array.from({ length: 40 }, (_, i) => ({
    index: i,
    at_ms: 1_790_000_000_000 + i * 173,
    node: `sim-${"ABC"[i % 3]}`,
    outward: i % 4 === 0,
    text: i % 4 === 0 ? `ack ${i} 7f` : `ev ${i} tag ${i % 10} 04B0A5C0FFEE0${1 + (i % 4)} on`,
    ok: i !== 17,
  })),
  learning: null,
  learnt: 40,
  spare_tags: ["04B0A5C0FFEE05", "04B0A5C0FFEE06"],
  walk: null,
  latencies: [
    {
      name: "stored",
      bounds_ms: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
      counts: [0, 41, 120, 9, 1, 0, 0, 0, 0, 0, 0],
      longest_ms: 12.4,
    },
    {
      name: "shown",
      bounds_ms: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
      counts: [0, 4, 88, 60, 12, 2, 0, 0, 0, 0, 0],
      longest_ms: 31,
    },
  ],
};
