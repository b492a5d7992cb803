/** Faults, places and effects in words. */
import { groupName } from "../../text/sentences";
import { language, t } from "../../text/words.svelte";
import { cell, spotOf, type Cells } from "./cells";
import type { EditionView, FaultView, RemarkView } from "../../wire";

const SHARES = ["share", "fair"];
const COLUMNS = { name: 1, kind: 1, group: 1, price: 1, house_price: 1, mortgage: 1, commission: 1 };

/** What is wrong, and what to do. */
export function faultText({ key, args }: FaultView): string {
  const named: Record<string, string | number> = { ...args };
  if (typeof args.group === "string") named.group = groupOf({}, args.group);
  if (typeof args.kind === "string") named.kind = t(`kind.${args.kind}`);
  if (typeof args.deck === "string") named.deck = deckOf({}, args.deck);
  return t(`fault.${key}`, named);
}

/** What a trial has to say, and what one might try. */
export function remarkText(cells: Cells, { key, group, figures }: RemarkView): string {
  const percent = new Intl.NumberFormat(language(), { style: "percent" });
  const said = Object.entries(figures).map(([name, value]) => [
    name,
    SHARES.includes(name) ? percent.format(value) : Math.round(value),
  ]);
  return t(`workshop.remark.${key}`, {
    ...Object.fromEntries(said),
    ...(group ? { group: groupOf(cells, group) } : {}),
  });
}

/** Where a cell stands, as people would say it. */
export function placeText(cells: Cells, field: string): string {
  const { section, space, deck } = spotOf(field);
  if (space !== undefined) {
    const column = field.split("/")[2] ?? "";
    const named = `${t("workshop.space", { number: space })} ${cells[cell(space, "name")] ?? ""}`.trim();
    return column in COLUMNS ? `${named}, ${t(`workshop.column.${column}`)}` : named;
  }
  if (deck === undefined) return t(`workshop.section.${section}`);
  const card = /^(?:cards\/\w+\/|own\/card\.\w+\.)(\d+)/.exec(field)?.[1];
  return card ? `${deckOf(cells, deck)}, ${t("workshop.card", { number: Number(card) })}` : deckOf(cells, deck);
}

/** What a group is called here: as the family says, else as printed. */
export const groupOf = (cells: Cells, group: string): string => cells[`own/group.${group}`] ?? groupName(group);

export const deckOf = (cells: Cells, deck: string): string => cells[`own/deck.${deck}`] ?? t(`deck.${deck}`);

/** For what a rent is: what stands there, or how many one has. */
export function rentText(printed: EditionView | null, kind: string, column: string): string {
  const stage = Number(column.slice("rent_".length));
  if (kind === "utility") return t("workshop.factor", { of: t("deeds.rent.factor", { count: stage + 1 }) });
  const stations = printed?.spaces.filter((space) => space.kind === "station").length ?? 0;
  if (kind === "station" && stage < stations) return t("deeds.rent.stations", { count: stage + 1 });
  const standing = printed?.ladders[kind]?.[stage] ?? {};
  const built = Object.entries(standing).map(([building, count]) => t(`building.count.${building}`, { count }));
  return stage && built.length ? built.join(", ") : t("deeds.rent.0");
}
