/** Who somebody who is out thinks will win: kept on their own phone, for this game. */
import { read, write } from "../../browser/storage";
import { baseOf } from "../../net/base";

const key = (): string => `bankhalter.tip${baseOf(location.pathname)}`;

export function tipOf(game: string | null): number | null {
  const [of, seat] = (read(key()) ?? "").split(":");
  return game !== null && of === game ? Number(seat) : null;
}

export const giveTip = (game: string | null, seat: number): void => write(key(), `${game}:${seat}`);
