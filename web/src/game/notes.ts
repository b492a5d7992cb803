/** What of the share market wants somebody's attention: small, because every table asks, with shares or without. */
import type { IssuerView, View } from "../wire";

/** For whom this viewer may trade: a phone for its own seat, the banker for all. */
export const traders = (view: View): number[] => {
  if (view.you !== null) return view.seats[view.you]?.out ? [] : [view.you];
  return view.role === "banker" ? view.seats.filter(({ out }) => !out).map(({ seat }) => seat) : [];
};

/** Reports that are owed and concern this viewer: their own, at the banker's table those of all without a phone. */
export const owing = (view: View): IssuerView[] => {
  const seats = traders(view).filter((seat) => view.you !== null || !view.seats[seat]?.online);
  return (view.market?.issuers ?? []).filter(({ seat, owed_since }) => owed_since !== null && seats.includes(seat));
};

/** Who has no share of their own left and is taken over at the end of the turn: this viewer, at the table anybody. */
export const endangered = (view: View): number[] => {
  const seats = traders(view).filter((seat) => !view.seats[seat]?.out);
  const issuers = view.market?.issuers ?? [];
  return issuers.flatMap(({ seat, holdings }) =>
    seats.includes(seat) && !holdings.some(({ holder, count }) => holder === seat && count > 0) ? [seat] : [],
  );
};

/** Somebody is offered something, owes a report, or is about to be taken over. */
export const hasNotes = (view: View): boolean =>
  Boolean(view.market?.offers.length) || owing(view).length > 0 || endangered(view).length > 0;
