/** Where the tags of a board lie, seen from the track: which reader is which space, which piece stands where. */
import type { DeviceView, NodeView, SeatView } from "../../wire";

export interface Reader {
  readonly node: string;
  readonly reader: number;
}

export interface Tag {
  readonly uid: string;
  readonly seat: SeatView | null;
  readonly at: Reader | null;
  readonly space: number | null;
}

/** The reader under a space, if the map knows it. */
export function readerOf(nodes: readonly NodeView[], space: number): Reader | null {
  for (const { node, spaces } of nodes) {
    const reader = spaces.indexOf(space);
    if (reader >= 0) return { node, reader };
  }
  return null;
}

/** Every tag there is: those of the players first, then unknown ones on readers, then spare ones. */
export function tagsOf(device: DeviceView, seats: readonly SeatView[]): Tag[] {
  const lying = new Map<string, { at: Reader; space: number | null }>();
  for (const { node, tags, spaces } of device.nodes) {
    for (const [reader, uid] of tags) lying.set(uid, { at: { node, reader }, space: spaces[reader] ?? null });
  }
  const owned = seats.flatMap((seat) => (seat.tag === null ? [] : [{ uid: seat.tag, seat }]));
  const known = new Set(owned.map(({ uid }) => uid));
  const nobodys = [...new Set([...lying.keys(), ...device.spare_tags])].filter((uid) => !known.has(uid));
  return [...owned, ...nobodys.map((uid) => ({ uid, seat: null }))].map(({ uid, seat }) => ({
    uid,
    seat,
    at: lying.get(uid)?.at ?? null,
    space: lying.get(uid)?.space ?? null,
  }));
}

/** The space of each player's piece by seat; null where it lies on no known space. */
export const placesOf = (tags: readonly Tag[]): Map<number, number | null> =>
  new Map(tags.flatMap((tag) => (tag.seat ? [[tag.seat.seat, tag.space] as const] : [])));

/** 0xRRGGBB as a colour of the page. */
export const lightColour = (light: number): string => `#${light.toString(16).padStart(6, "0")}`;

/** The end of a uid tells tags apart well enough. */
export const shortUid = (uid: string): string => uid.slice(-4);
