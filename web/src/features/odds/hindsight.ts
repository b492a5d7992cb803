/** Why a game ended as it did, as the hub found out, in sentences. */
import { askJson, type Answered } from "../../net/ask";
import { facesText } from "../../text/dice";
import { seatName, spaceName, type Scene } from "../../text/sentences";
import { has, listed, t } from "../../text/i18n";
import type { LookingBackView, TurnedView } from "../../wire";

export const fetchHindsight = (): Promise<Answered<LookingBackView>> => askJson("/api/hindsight");

/** Below this many points nobody needs to read that something has changed for them. */
const NOTICED = 2;

/** `Ben buys Park Street`, as a sentence without its full stop. */
export function turnedText(scene: Scene, turned: TurnedView): string {
  const deeds = turned.deeds.map((deed) => spaceName(scene, deed));
  const key = `evening.turned.${turned.kind}`;
  const special = `${key}.${turned.missed}`;
  const bare = turned.kind === "throw" ? turned.space < 0 : !deeds.length;
  const plain = bare && has(`${key}.stays`) ? `${key}.stays` : key;
  return t(turned.kind === "undone" && deeds.length && has(special) ? special : plain, {
    name: listed(turned.seats.map((seat) => seatName(scene, seat))),
    faces: facesText(scene.edition, turned.faces),
    space: turned.space < 0 ? "" : spaceName(scene, turned.space),
    deeds: listed(deeds),
  });
}

/** Whom it helped or hurt, the most first; those it was about come first where it is the same. */
export function changed({ changes, seats }: TurnedView): { seat: number; points: number }[] {
  return changes
    .map((points, seat) => ({ seat, points }))
    .filter(({ points, seat }) => Math.abs(points) >= NOTICED || (seats.includes(seat) && points !== 0))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
}
