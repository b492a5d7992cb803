/** A draft of a trade: what each side gives, and the command it becomes. The hub decides whether it is allowed. */
import type { Bundle, DeedView, Offer, OfferTrade, SeatView } from "../wire";

export interface Draft {
  readonly seat: number;
  readonly to: number;
  readonly give: Bundle;
  readonly take: Bundle;
  readonly answers: number;
}

export type DraftSide = "give" | "take";

export const NOTHING: Bundle = { money: 0, deeds: [], release_cards: [] };

export const newDraft = (seat: number, to: number): Draft => ({ seat, to, give: NOTHING, take: NOTHING, answers: 0 });

/** The draft that answers an offer: the same goods seen from the other side. */
export const counter = (offer: Offer): Draft => ({
  seat: offer.to,
  to: offer.seat,
  give: offer.take,
  take: offer.give,
  answers: offer.id,
});

export const withMoney = (draft: Draft, side: DraftSide, money: number): Draft =>
  change(draft, side, { ...draft[side], money });

export const toggleDeed = (draft: Draft, side: DraftSide, deed: number): Draft => {
  const { deeds } = draft[side];
  const next = deeds.includes(deed) ? deeds.filter((other) => other !== deed) : [...deeds, deed].sort((a, b) => a - b);
  return change(draft, side, { ...draft[side], deeds: next });
};

/** Cards are named by their deck; a seat may hold two of the same name from two decks, never two of one. */
export const toggleCard = (draft: Draft, side: DraftSide, deck: string): Draft => {
  const cards = draft[side].release_cards;
  const next = cards.includes(deck) ? cards.filter((other) => other !== deck) : [...cards, deck];
  return change(draft, side, { ...draft[side], release_cards: next });
};

export const offerOf = (draft: Draft): OfferTrade => ({ command: "offer_trade", ...draft });

/** What a seat could put into a trade. */
export function goods(seat: SeatView, deeds: readonly DeedView[]): { deeds: DeedView[]; cards: readonly string[] } {
  return { deeds: deeds.filter((deed) => deed.owner === seat.seat), cards: [...new Set(seat.release_cards)] };
}

const change = (draft: Draft, side: DraftSide, bundle: Bundle): Draft => ({ ...draft, [side]: bundle });
