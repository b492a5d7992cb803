/** The names of what is printed on the track, for readers of other languages. */
import type { Language } from "./i18n";
import type { EditionView } from "../wire";

/** The edition with its spaces named in a language. */
export const inLanguage = (edition: EditionView | null, language: Language): EditionView | null =>
  edition && language === "en"
    ? { ...edition, spaces: edition.spaces.map((space) => ({ ...space, name: space.english || space.name })) }
    : edition;
