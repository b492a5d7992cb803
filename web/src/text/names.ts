/** What is printed on the track, named for those who read another language than the printer did. */
import type { Language } from "./i18n";
import type { EditionView } from "../wire";

/** The edition with its spaces named in a language. */
export const inLanguage = (edition: EditionView | null, language: Language): EditionView | null =>
  edition && language === "en"
    ? { ...edition, spaces: edition.spaces.map((space) => ({ ...space, name: space.english || space.name })) }
    : edition;
