/** The rule sheet: its sentences, which nobody else needs and which are loaded with it, and the tables of deeds. */
import { at } from "../../net/base";
import { fetchJson } from "../../net/http";
import { fill, listed, type Language, type Texts } from "../../text/i18n";
import de from "../../locales/sheet.de.json?url";
import en from "../../locales/sheet.en.json?url";
import { counted } from "../../text/sentences";
import type { EditionView, SheetLine, SheetView, SpaceView } from "../../wire";

const ADDRESSES: Record<Language, string> = { de, en };

/** The sentences of the sheet in one language. */
export const sheetTexts = (language: Language): Promise<Texts> => fetchJson(ADDRESSES[language]);

/** The rules in force at the table. */
export const sheetOfTable = (): Promise<SheetView> => fetchJson(at("/api/sheet"));

/** One line of the sheet as a sentence, in the edition's own words where it has some. */
export function sentence(texts: Texts, edition: EditionView, { key, args }: SheetLine): string {
  const words = { ...args };
  if (key === "to_pot")
    words.list = listed([
      ...new Set(
        String(args.purposes)
          .split(",")
          .map((purpose) => texts[`sheet.purpose.${purpose}`] ?? purpose),
      ),
    ]);
  if (key === "stock") words.list = listed(Object.entries(args).map(([kind, count]) => counted(kind, Number(count))));
  if (typeof args.space === "number") words.space = edition.spaces[args.space]?.name ?? "";
  return fill(texts[`${edition.id}.sheet.${key}`] ?? texts[`sheet.${key}`] ?? key, words);
}

/** What stands on a deed of that kind at each stage: `1 house`, `2 houses`, …, `1 hotel`. */
export const stagesText = ({ ladders }: EditionView, kind: string): string[] =>
  (ladders[kind] ?? [])
    .slice(1)
    .map(
      (stage, i) =>
        `${i + 1}\u00a0=\u00a0${listed(Object.entries(stage).map(([building, count]) => counted(building, count)))}`,
    );

/** The deeds of a kind, group by group. */
export function deedsOf({ spaces }: EditionView, kind: string): SpaceView[] {
  const deeds = spaces.filter((space) => space.price > 0 && space.kind === kind);
  const groups = [...new Set(deeds.map(({ group }) => group))];
  return groups.flatMap((group) => deeds.filter((deed) => deed.group === group));
}

/** The kinds of deeds an edition has, streets first. */
export const kindsOf = ({ spaces }: EditionView): string[] =>
  ["street", "station", "utility"].filter((kind) => spaces.some((space) => space.kind === kind));
