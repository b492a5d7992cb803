/** The hall of fame as the hub sends it, and its sentences. */
import { storedKey } from "../../net/keys";
import { askJson, type Answered } from "../../net/ask";
import { boardName } from "../../text/boards";
import { listed } from "../../text/i18n";
import { language, money, t } from "../../text/words.svelte";
import type { HallGameView, HallRentView, HallView, NemesisView, PersonView } from "../../wire";

/** As the banker sees it, if this device is the banker's. */
export const fetchHall = (banker: boolean): Promise<Answered<HallView>> =>
  askJson("/api/hall", banker ? storedKey("banker") : null);

/** The day and, of several evenings on one day, the hour. */
export const dayOf = (moment: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));

export const winsText = ({ wins, games }: PersonView): string => t("hall.wins", { wins, games });

/** `Classic 2, Mega 1` */
export const wonText = ({ won }: PersonView): string =>
  Object.entries(won)
    .map(([edition, n]) => t("hall.won", { edition: boardName(edition), n }))
    .join(", ");

export const nemesisText = ({ name, lost, together, rents }: NemesisView): string =>
  t(rents ? "hall.nemesis.rents" : "hall.nemesis", { name, lost, together, rents });

export const gameText = ({ winner, edition, others }: HallGameView): string =>
  t(others.length ? "hall.game" : "hall.game.alone", {
    winner,
    edition: boardName(edition),
    others: listed([...others]),
  });

export const rentText = ({ payer, payee, amount, place }: HallRentView): string =>
  t("hall.rent", { payer, payee, amount: money(amount), place });

export const rentDetail = ({ edition, started_ms }: HallRentView): string =>
  `${boardName(edition)} · ${dayOf(started_ms)}`;

/** When it began, and for how long it went. */
export const gameDetail = ({ started_ms, turns }: HallGameView): string =>
  `${dayOf(started_ms)} · ${t("hall.turns", { n: turns })}`;

/** Everybody who is shown, by name. */
export const namesIn = ({ people, games, rents }: HallView): string[] =>
  [
    ...new Set([
      ...people.map(({ name }) => name),
      ...games.flatMap(({ winner, others }) => [winner, ...others]),
      ...rents.flatMap(({ payer, payee }) => [payer, payee]),
    ]),
  ].sort((a, b) => a.localeCompare(b, language()));
