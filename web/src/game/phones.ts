/** The phones of a seat: which of them are news, and what a device may do about each. The hub judges it again. */
import { language } from "../text/words.svelte";
import type { PhoneView, SeatView, View } from "../wire";

export interface Bell {
  readonly seat: SeatView;
  readonly phone: PhoneView;
}

/** A phone speaks for those that came after it; the banker, who is none of them (`own` null), for all. */
export const mayLetIn = (own: number | null, phone: PhoneView): boolean =>
  phone.state !== "known" && (own === null || own < phone.number);
export const maySignOut = (own: number | null, phone: PhoneView): boolean => own === null || own <= phone.number;

/** The phones that are news to this device: those it may say something about, the ones that wait first. */
export function bells(view: View, own: number | null): readonly Bell[] {
  const found = view.seats.flatMap((seat) =>
    (view.join.phones[seat.seat] ?? []).filter((phone) => mayLetIn(own, phone)).map((phone) => ({ seat, phone })),
  );
  return [...found].sort(
    (one, other) => Number(other.phone.state === "waiting") - Number(one.phone.state === "waiting"),
  );
}

/** Whether there is anything to say at the door; who has just come themselves need not hear of it. */
export const rings = (view: View, own: number | null): boolean =>
  view.join.alarm && (view.join.wrong_pins + view.join.wrong_codes > 0 || bells(view, own).length > 0);

/** When a phone came, as a time of day. */
export const since = ({ since_ms }: PhoneView): string =>
  new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit" }).format(since_ms);
