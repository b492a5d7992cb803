/**
 * What features bring to the pages. A feature is a folder of `features/` and a line of its list; `main.ts` hands that list
 * in, and everything else finds what they bring only here, by the place it asks for.
 */
import type { Component } from "svelte";
import { keyRole, type Page } from "../net/route";
import type { KeyRole } from "../net/keys";
import type { Scene } from "../text/sentences";
import type { DeviceView, EditionView, SeatView, View } from "../wire";

/** Something that turned the game: when, whose curve it is shown in, in words. */
export interface Turn {
  readonly turn: number;
  readonly seat: number;
  readonly text: string;
}

/** The places at which parts of features are shown, with what they are given there. */
export interface Places {
  /** On every page with a table behind it. */
  screen: { view: View };
  /** In the table's menu: what belongs to the evening, to this game, to the technical side. */
  "menu.evening": { view: View; onclose: () => void };
  "menu.game": { view: View; onclose: () => void };
  "menu.technical": { view: View; onclose: () => void };
  /** Before a game: above all, below the seats, and beside the choice of edition. */
  "lobby.first": { view: View };
  lobby: { view: View };
  "lobby.edition": { view: View };
  /** In a player's row, and below all rows. */
  player: { view: View; seat: SeatView; big: boolean };
  players: { view: View; big: boolean };
  /** What is set for one seat. */
  "seat.settings": { view: View; seat: SeatView };
  /** Below a question, or an offer that asks one. */
  question: { view: View; seat: number; offer?: number };
  /** On a player's phone: while the game runs, and at the end of the page. */
  phone: { view: View; seat: SeatView };
  "phone.end": { view: View; seat: SeatView };
  /** When the game is over, or is so for who looks. */
  over: { view: View };
  "tv.lobby": { view: View };
  "tv.stage": { view: View };
  "tv.over": { view: View };
  /** What turned the game, to be shown in its curves. */
  "tv.turning": { view: View; onfound: (turns: readonly Turn[]) => void };
  /** On the pages of other features. */
  club: { key: string };
  design: { id: string; name: string; faults: number; stored: () => Promise<unknown> };
  device: { device: DeviceView; edition: EditionView };
  story: { game: string; seats: readonly SeatView[]; scene: Scene };
}
export type Place = keyof Places;

type Loading<Props extends object> = () => Promise<{ default: Component<Props> }>;

/** Of a part that needs nothing of what it could be given. */
export type PageLoading = Loading<Record<string, never>>;

/** A way to a page: `text` is the key of what it says; `beside` opens it in a window beside the table. */
export interface Link {
  readonly to: string;
  readonly text: string;
  readonly icon?: string;
  readonly beside?: boolean;
}

/** What is shown at a place: a part, loaded when it is first shown, or links. `when` says whether there is anything. */
export interface Panel<Given extends object> {
  readonly load?: Loading<Given> | PageLoading;
  readonly links?: readonly Link[];
  readonly when?: (given: Given) => boolean;
}
/** The same where it is shown. */
interface Shown<Given extends object> {
  readonly load?: Loading<Given>;
  readonly links?: readonly Link[];
}

export interface Feature {
  /** Pages with the table behind them, by the word in their address. */
  readonly pages?: Readonly<Record<Page, { readonly load: PageLoading; readonly key?: () => KeyRole }>>;
  /** Pages without a table, by their whole path. */
  readonly fronts?: Readonly<Record<string, PageLoading>>;
  readonly panels?: { readonly [P in Place]?: Panel<Places[P]> };
  /** Called once, when a page with a table begins. */
  readonly begin?: (page: Page) => void;
  /** Called with each edition that is played on, as it is printed. */
  readonly printed?: (edition: EditionView, page: Page) => void;
  /** How many minutes the game will probably still take; null where nobody estimates that. */
  readonly minutesLeft?: (view: View) => number | null;
  /** Asked before a seat pays something itself; false keeps it from paying. `prompt` is the question it answers. */
  readonly mayPay?: (seat: SeatView, cost: number, prompt: string | null) => Promise<boolean>;
}

let features: readonly Feature[] = [];

/** From now on these are all features there are. */
export const bringIn = (all: readonly Feature[]): void => void (features = all);

export const brought = (): readonly Feature[] => features;

/** What has something to show at a place, in the order of the list. */
export function shownAt<P extends Place>(place: P, given: Places[P]): readonly Shown<Places[P]>[] {
  const panels = features.flatMap((feature) => feature.panels?.[place] ?? []) as Panel<Places[P]>[];
  return panels.filter(({ when }) => !when || when(given)) as Shown<Places[P]>[];
}

/** The pages that features bring, by the word in their address. */
export const pagesBrought = (): NonNullable<Feature["pages"]> =>
  Object.assign({}, ...features.map(({ pages }) => pages)) as NonNullable<Feature["pages"]>;

/** How many minutes the game will probably still take, as far as some feature estimates it. */
export const minutesLeft = (view: View): number | null =>
  features.map((feature) => feature.minutesLeft?.(view)).find((minutes) => minutes != null) ?? null;

/** What a path without a table leads to. */
export const frontAt = (path: string): PageLoading | undefined =>
  features.map(({ fronts }) => fronts?.[path]).find((front) => front);

/** Whose key a page shows when it connects. */
export const roleOn = (page: Page): KeyRole | null => {
  const own = pagesBrought()[page];
  return own ? (own.key?.() ?? "banker") : keyRole(page);
};
