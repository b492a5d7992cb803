/** What of the share market wants somebody's attention: small, because every table asks, with shares or without. */
import type { IssuerView, View } from "../wire";

/** For whom this viewer may trade: a phone for its own seat, the banker for all. */
export const traders = (view: View): number[] => {
  if (view.you !== null) return view.seats[view.you]?.out ? [] : [view.you];
  return view.role === "banker" ? view.seats.filter(({ out }) => !out).map(({ seat }) => seat) : [];
};

/** Reports that are owed and concern this viewer: their own, at the banker's table everybody's. */
export const owing = (view: View): IssuerView[] => {
  const seats = traders(view);
  return (view.market?.issuers ?? []).filter(({ seat, owed_since }) => owed_since !== null && seats.includes(seat));
};

/** Somebody is offered something, or owes a report. */
export const hasNotes = (view: View): boolean => Boolean(view.market?.offers.length) || owing(view).length > 0;
