import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

export const stickers: Feature = {
  panels: {
    phone: {
      load: () => import("./TapSpace.svelte"),
      when: ({ view, seat }) => view.stickers.length > 0 && !seat.out && !seat.bot,
    },
    device: { load: () => import("./Stickers.svelte"), when: () => table.isBanker },
  },
};
