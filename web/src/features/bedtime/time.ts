/** Times of day on this device, and how long it is until then. */
import { language } from "../../text/words.svelte";

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;
/** So long before bedtime it is spoken of, and so long afterwards. */
const SOON = 45;
const LATE = 180;

/** Under which name a browser stores the time of day that was agreed on last: it is the usual one. */
export const USUAL = "bankhalter.bedtime";

/** How many minutes are left until bedtime, 0 if it has passed, where a game that takes this long is not over by then. */
export function tooLate(time: string, now: Date, takes: number | null): number | null {
  const until = minutesUntil(time, now);
  if (until === null) return null;
  if (until >= DAY_MINUTES - LATE) return 0;
  return until <= SOON && (takes === null || takes > until) ? until : null;
}

/** `20:30`, as people write it here. */
export const timeText = (moment: number): string =>
  new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(new Date(moment));

/** The same for a time of day (`20:30`). */
export const spoken = (time: string): string => timeText(new Date(`2000-01-01T${time}`).getTime());

/** How many minutes it is until this time of day (`20:30`) comes next; null if it is none. */
export function minutesUntil(time: string, now: Date): number | null {
  const [hours, minutes] = time.split(":").map(Number);
  if (hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)) return null;
  const left = hours * 60 + minutes - now.getHours() * 60 - now.getMinutes();
  return left > 0 ? left : left + DAY_MINUTES;
}

/** A time to begin with, `21:00`: half an hour to an hour from now. */
export function proposed(now: Date): string {
  const halves = now.getHours() * 2 + (now.getMinutes() < 30 ? 0 : 1) + 2;
  return `${String(Math.floor(halves / 2) % 24).padStart(2, "0")}:${halves % 2 ? "30" : "00"}`;
}

/** What is left of it, begun minutes included. */
export const minutesLeft = (due: number, now: number): number => Math.max(0, Math.ceil((due - now) / MINUTE_MS));
