/** What people call a board: our word for its edition, that of the edition's package, or the name a family gave its own. */
import { has } from "./i18n";
import { language, t } from "./words.svelte";
import type { EditionCard, View } from "../wire";

/** `edition` is the id of an edition, or such a name. */
export const boardName = (edition: string): string => (has(`edition.${edition}`) ? t(`edition.${edition}`) : edition);

export const cardName = ({ id, names }: EditionCard): string => names[language()] ?? boardName(id);

/** That of the board at the table. */
export function boardAt({ edition, editions }: View): string {
  const card = editions.find(({ id }) => id === edition);
  return card ? cardName(card) : boardName(edition);
}
