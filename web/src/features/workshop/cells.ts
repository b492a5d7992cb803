/** A design of the workshop, laid out for people: the cells of a space or card, and what changes in one step. */
import type { BaseView, FaultView } from "../../wire";

export type Cells = Readonly<Record<string, string>>;
export type Changes = Record<string, string | null>;
export const SECTIONS = ["spaces", "groups", "cards", "tickets", "money", "check", "paper"] as const;
export type Section = (typeof SECTIONS)[number];

const DEEDS = ["street", "station", "utility"];
const COUNTED = ["station", "utility"];
const TO_A_SPACE = ["move_to", "move_back_to"];
const FIGURES = ["first", "second", "third", "fourth"];
const CARDS_MAXIMUM = 99;

export const cell = (space: number, column: string): string => `track/${space}/${column}`;
export const isDeed = (kind: string): boolean => DEEDS.includes(kind);
const at = (cells: Cells, name: string): string => cells[name] ?? "";

/** The numbers of all spaces, however many there are. */
export function spacesOf(cells: Cells): number[] {
  const found = Object.keys(cells).filter((name) => name.startsWith("track/") && name.endsWith("/kind"));
  return found.map((_, space) => space);
}

/** The spaces with a deed of a group, in their order. */
export const deedsOf = (cells: Cells, group: string): number[] =>
  spacesOf(cells).filter((space) => at(cells, cell(space, "group")) === group);

/** Spaces where an amount is printed: salary and taxes. */
export const amountsOf = (cells: Cells): number[] =>
  spacesOf(cells).filter((space) => at(cells, cell(space, "amount")) !== "");

/** The rent columns of deeds of a kind in the edition, and those that are filled in as well. */
export function rentsOf(base: BaseView, cells: Cells, space: number): string[] {
  const kind = at(cells, cell(space, "kind"));
  const printed = spacesOf(base.cells).filter((other) => at(base.cells, cell(other, "kind")) === kind);
  return base.columns.filter(
    (column) =>
      column.startsWith("rent_") &&
      (at(cells, cell(space, column)) !== "" || printed.some((other) => at(base.cells, cell(other, column)) !== "")),
  );
}

/** Whether deeds of a kind have a column in the edition at all. */
export const hasColumn = (base: BaseView, kind: string, column: string): boolean =>
  spacesOf(base.cells).some(
    (space) => at(base.cells, cell(space, "kind")) === kind && at(base.cells, cell(space, column)) !== "",
  );

/** The numbers of the cards of a deck. */
export function cardsOf(cells: Cells, deck: string): number[] {
  const found = Object.keys(cells).flatMap((name) => {
    const [table, of, card, column] = name.split("/");
    return table === "cards" && of === deck && column === "effect" ? [Number(card)] : [];
  });
  return found.sort((a, b) => a - b);
}

export function ticketsOf(cells: Cells): number[] {
  const found = Object.keys(cells).filter((name) => name.startsWith("tickets/"));
  return found.map((name) => Number(name.split("/")[1])).sort((a, b) => a - b);
}

/** The figures that an effect takes: which column holds which. */
export const figuresOf = (base: BaseView, effect: string): { column: string; figure: string }[] =>
  (base.effects[effect] ?? []).map((figure, i) => ({ column: FIGURES[i]!, figure }));

const columnsOfCards = (base: BaseView): string[] =>
  FIGURES.filter((column) => Object.keys(base.cells).some((name) => name.endsWith(`/${column}`)));

/** Another effect on a card, with figures as the edition's first such card has them. */
export function withEffect(base: BaseView, deck: string, card: number, effect: string): Changes {
  const printed = Object.keys(base.cells).find((name) => name.endsWith("/effect") && base.cells[name] === effect);
  const changes: Changes = { [`cards/${deck}/${card}/effect`]: effect };
  for (const column of columnsOfCards(base))
    changes[`cards/${deck}/${card}/${column}`] = printed ? at(base.cells, printed.replace("effect", column)) : "";
  return changes;
}

/** One more card at the end of a deck, null if there is no room. */
export function withCard(base: BaseView, cells: Cells, deck: string): Changes | null {
  const card = Math.max(0, ...cardsOf(cells, deck)) + 1;
  return card > CARDS_MAXIMUM ? null : withEffect(base, deck, card, "collect" in base.effects ? "collect" : "pay");
}

/** Remove a card, with its own text. */
export function withoutCard(cells: Cells, deck: string, card: number): Changes {
  const gone = Object.keys(cells).filter(
    (name) => name.startsWith(`cards/${deck}/${card}/`) || name === `own/card.${deck}.${card}`,
  );
  return Object.fromEntries(gone.map((name) => [name, null]));
}

/** Another kind of space: what it has no use for is emptied, what it needs is as the edition's first such space has it. */
export function withKind(base: BaseView, cells: Cells, space: number, kind: string): Changes {
  const like = spacesOf(base.cells).find((other) => at(base.cells, cell(other, "kind")) === kind);
  const changes: Changes = { [cell(space, "kind")]: kind };
  for (const column of base.columns.filter((column) => column !== "name" && column !== "kind"))
    changes[cell(space, column)] = like === undefined ? "" : at(base.cells, cell(like, column));
  const group = changes[cell(space, "group")];
  if (group) Object.assign(changes, withGroup(cells, space, group));
  return news(cells, { ...changes, ...withRents(base, { ...cells, ...changes } as Cells) });
}

/** Another group for a street: building costs there what it costs on the whole group. */
export function withGroup(cells: Cells, space: number, group: string): Changes {
  const other = deedsOf(cells, group).find((one) => one !== space);
  const price = other === undefined ? "" : at(cells, cell(other, "house_price"));
  return { [cell(space, "group")]: group, ...(price ? { [cell(space, "house_price")]: price } : {}) };
}

/** Stations and works have as many rents as there are of them; more go on as the last ones did. */
function withRents(base: BaseView, cells: Cells): Changes {
  const rents = base.columns.filter((column) => column.startsWith("rent_"));
  const changes: Changes = {};
  for (const space of spacesOf(cells).filter((one) => COUNTED.includes(at(cells, cell(one, "kind"))))) {
    const count = deedsOf(cells, at(cells, cell(space, "group"))).length;
    const said = rents.map((column) => at(cells, cell(space, column)));
    rents.forEach((column, stage) => {
      if (stage >= count) said[stage] = "";
      else if (!said[stage] && stage > 1) said[stage] = String(2 * Number(said[stage - 1]) - Number(said[stage - 2]));
      else if (!said[stage] && stage) said[stage] = String(2 * Number(said[0]));
      changes[cell(space, column)] = said[stage]!;
    });
  }
  return changes;
}

const news = (cells: Cells, changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([name, text]) => at(cells, name) !== text));

/** Swap two spaces; cards that lead to one of them follow it, and so does its picture. */
export function swapped(base: BaseView, cells: Cells, one: number, other: number): Changes {
  const changes: Changes = {};
  for (const column of base.columns) {
    changes[cell(one, column)] = at(cells, cell(other, column));
    changes[cell(other, column)] = at(cells, cell(one, column));
  }
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    changes[`picture/space.${to}`] = cells[`picture/space.${from}`] ?? null;
  for (const [name, effect] of Object.entries(cells)) {
    if (!name.endsWith("/effect") || !TO_A_SPACE.includes(effect)) continue;
    const figure = name.replace(/effect$/, "first");
    if (at(cells, figure) === String(one)) changes[figure] = String(other);
    if (at(cells, figure) === String(other)) changes[figure] = String(one);
  }
  return Object.fromEntries(Object.entries(changes).filter(([name, text]) => (cells[name] ?? null) !== text));
}

/** What building costs on all deeds of a group. */
export const withHousePrice = (cells: Cells, group: string, price: string): Changes =>
  Object.fromEntries(deedsOf(cells, group).map((space) => [cell(space, "house_price"), price]));

/** Where a cell is on the page. */
export interface Spot {
  readonly section: Section;
  readonly space?: number;
  readonly deck?: string;
}

export function spotOf(field: string): Spot {
  const [table, row, ...rest] = field.split(/[/.]/);
  if (table === "track") return row && rest.length ? { section: "spaces", space: Number(row) } : { section: "spaces" };
  if (table === "cards") return row ? { section: "cards", deck: row } : { section: "cards" };
  if (table === "tickets") return { section: "tickets" };
  if (table === "picture" && row === "space") return { section: "spaces", space: Number(rest[0]) };
  if (table === "own" && row === "card") return rest[0] ? { section: "cards", deck: rest[0] } : { section: "cards" };
  if ((table === "own" || table === "picture") && row === "deck") return { section: "cards" };
  return { section: row === "group" || row === "colour" ? "groups" : "money" };
}

/** How many faults are in a section, at a space, in a deck. */
export const faultsIn = (faults: readonly FaultView[], spot: Spot): number =>
  faults.filter(({ field }) => {
    const found = spotOf(field);
    return (
      found.section === spot.section &&
      (spot.space === undefined || found.space === spot.space) &&
      (spot.deck === undefined || found.deck === spot.deck)
    );
  }).length;
