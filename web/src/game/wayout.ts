/** The ways out of jail that are open during another question: for a player who has just been sent there (mega). */
import type { Option } from "../wire";

export const waysOut = (free: readonly Option[]): Option[] =>
  free.filter(({ command }) => command.command === "pay_bail" || command.command === "use_release_card");
