/** The phones of a seat: which of them are news, and what a device may do about each. The hub judges it again. */
import { language } from "../text/words.svelte";
import type { PhoneView, SeatView, View } from "../wire";

export interface Bell {
  readonly seat: SeatView;
  readonly phone: PhoneView;
}

/** A phone speaks for those that wait and those that got in after it; the hub lists them in that order. */
const decides = (phones: readonly PhoneView[], own: number, { number, state }: PhoneView): boolean => {
  const at = (wanted: number) => phones.findIndex((one) => one.number === wanted);
  return own !== number && (state === "waiting" || at(own) < at(number));
};

/** The banker, who is none of the phones (`own` null), speaks for all. */
export const mayLetIn = (phones: readonly PhoneView[], own: number | null, phone: PhoneView): boolean =>
  phone.state !== "known" && (own === null || decides(phones, own, phone));
export const maySignOut = (phones: readonly PhoneView[], own: number | null, phone: PhoneView): boolean =>
  own === null || own === phone.number || decides(phones, own, phone);

/** The phones that are news to this device: those it may say something about, the ones that wait first. */
export function bells(view: View, own: number | null): readonly Bell[] {
  const found = view.seats.flatMap((seat) => {
    const phones = view.join.phones[seat.seat] ?? [];
    return phones.filter((phone) => mayLetIn(phones, own, phone)).map((phone) => ({ seat, phone }));
  });
  return [...found].sort(
    (one, other) => Number(other.phone.state === "waiting") - Number(one.phone.state === "waiting"),
  );
}

/** Whether there is anything to say at the door; who has just come themselves need not hear of it. */
export const rings = (view: View, own: number | null): boolean =>
  view.join.wrong_pins + view.join.wrong_codes > 0 || bells(view, own).length > 0;

/** When a phone came, as a time of day. */
export const since = ({ since_ms }: PhoneView): string =>
  new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit" }).format(since_ms);
