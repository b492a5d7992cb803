import { baseOf } from "../../net/base";
import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";
import type { EditionView } from "../../wire";
import type { Page } from "../../net/route";

let named = false;

/** Names and colours of a family's own board, which few have; the workshop itself shows what is printed. */
function printed({ own }: EditionView, page: Page): void {
  if (page === "workshop" || !(named ||= Object.keys(own).length > 0)) return;
  void import("./ownWords").then(({ useOwnWords }) => useOwnWords(own));
}

export const workshop: Feature = {
  pages: { workshop: { load: () => import("./Workshop.svelte") } },
  panels: {
    "lobby.edition": {
      links: [{ to: "/workshop", text: "lobby.workshop" }],
      when: () => table.isBanker && !baseOf(location.pathname),
    },
  },
  printed,
};
