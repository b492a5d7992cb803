/** What things and people are called: what is printed on the track, for readers of other languages, and whom one means. */
import type { Language } from "./i18n";
import type { EditionView, SeatView } from "../wire";

/** The edition with its spaces named in a language. */
export const inLanguage = (edition: EditionView | null, language: Language): EditionView | null =>
  edition && language === "en"
    ? { ...edition, spaces: edition.spaces.map((space) => ({ ...space, name: space.english || space.name })) }
    : edition;

const first = ({ name }: SeatView): string => name.split(/[\s-]/)[0] ?? name;

/** Somebody's first word, as people say it where all can see whom they mean, unless somebody else is called so, too. */
export const called = (seat: SeatView, seats: readonly SeatView[]): string =>
  seats.some((other) => other.seat !== seat.seat && first(other) === first(seat)) ? seat.name : first(seat);
