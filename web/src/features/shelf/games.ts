/** Stored games as the hub sends them, and what is said of them. */
import { askJson, type Answered } from "../../net/ask";
import { storedKey } from "../../net/keys";
import { sendJson } from "../../net/send";
import { boardName } from "../../text/boards";
import { listed } from "../../text/i18n";
import { language, money, t } from "../../text/words.svelte";
import type { KeptGame, KeptGames } from "../../wire";

export const fetchGames = (): Promise<Answered<KeptGames>> => askJson("/api/shelf", storedKey("banker"));

/** A game as a file from another hub. */
export const sendGame = (file: Blob): Promise<Answered<KeptGames>> => sendJson("/api/shelf", file, storedKey("banker"));

const people = ({ names }: KeptGame): string => listed([...names]);

/** What people call it, or who played. */
export const calledText = (game: KeptGame): string => game.title || people(game);

const dayText = (moment: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(new Date(moment));

/** Board, day and how far it went; of a game with a title who played. */
export function aboutText(game: KeptGame): string {
  const winner = game.names[game.winner];
  const state = winner
    ? t("shelf.won", { name: winner })
    : game.turn
      ? t("shelf.turn", { turn: game.turn })
      : t(game.seats.length ? "shelf.begun" : "shelf.unread");
  const known = [boardName(game.board), dayText(game.left_ms || game.started_ms), state];
  return (game.title ? [people(game), ...known] : known).join(" · ");
}

/** What the picture of balances says to those who do not see it. */
export const standingText = ({ names, seats }: KeptGame): string =>
  seats.map(({ balance }, seat) => t("shelf.balance", { name: names[seat]!, money: money(balance) })).join(", ");

/** The games in which all these words occur, wherever. */
export function found(games: readonly KeptGame[], wanted: string): readonly KeptGame[] {
  const words = wanted.toLocaleLowerCase(language()).split(/\s+/);
  return games.filter((game) => {
    const text = [calledText(game), people(game), aboutText(game)].join(" ").toLocaleLowerCase(language());
    return words.every((word) => text.includes(word));
  });
}
