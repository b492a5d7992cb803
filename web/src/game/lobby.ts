/** What the lobby says: why a game cannot start yet, and what would be nice before it does. */
import { listed } from "../text/i18n";
import type { SeatView, View } from "../wire";

export interface LobbyHint {
  readonly key: string;
  readonly args: Record<string, string | number>;
}

/** Why the start button is off, or null when it is on. */
export function startBlocked(view: View): LobbyHint | null {
  const edition = view.editions.find((card) => card.id === view.edition);
  if (!edition) return { key: "lobby.blocked.edition", args: {} };
  const missing = edition.seats_min - view.seats.length;
  if (missing > 0) return { key: "lobby.blocked.few", args: { missing } };
  if (view.seats.length > edition.seats_max) return { key: "lobby.blocked.many", args: { most: edition.seats_max } };
  return null;
}

/** Neither a board that is too short nor pieces that are not learnt yet block: on-screen twins stand in for them. */
export function startHint(view: View): LobbyHint | null {
  if (view.board.short) return { key: "board.short", args: { ...view.board.short } };
  const names = pieceless(view).map((seat) => seat.name);
  return names.length ? { key: "lobby.hint.pieces", args: { names: listed(names) } } : null;
}

/** Those whose piece the board does not know; nobody where there is none. */
export const pieceless = (view: View): SeatView[] =>
  view.board.state === "none" ? [] : view.seats.filter((seat) => seat.tag === null);

/** How many pieces were forgotten: where some have theirs, the others want one, too. */
export function forgotten(view: View): number {
  const { length } = pieceless(view);
  return length < view.seats.length ? length : 0;
}

/** What a button says that has a reader wait for somebody's piece, or no longer. */
export const enrolText = ({ tag }: SeatView, waiting: boolean): string =>
  waiting ? "lobby.piece.stop" : tag !== null ? "lobby.piece.known" : "lobby.piece.missing";

/** What is said while a piece is awaited on a reader. */
export function pieceAsked(board: View["board"]): string {
  if (board.random_tag) return "lobby.piece.random";
  return board.kind === "starter" ? "lobby.piece.tap" : "lobby.piece.waiting";
}

/** A house rule as it is agreed on: its id, and the value where it has one (`rounds:20`). */
export function ruleParts(agreed: string): { readonly id: string; readonly value: number } {
  const [id = "", value = "0"] = agreed.split(":");
  return { id, value: Number(value) };
}

/** The value a house rule is agreed on with, 0 if it has none, null if nobody agreed on it. */
export const agreedOn = (agreed: readonly string[], id: string): number | null =>
  agreed.map(ruleParts).find((rule) => rule.id === id)?.value ?? null;

/** The agreed house rules with one of them as wanted: `true` on, a number on with that value, `false` off. */
export function agreeing(agreed: readonly string[], id: string, wanted: boolean | number): string[] {
  const others = agreed.filter((rule) => ruleParts(rule).id !== id);
  return wanted === false ? others : [...others, wanted === true ? id : `${id}:${wanted}`];
}
