import type { Feature } from "../../state/features";

export const sums: Feature = {
  panels: {
    phone: { load: () => import("./After.svelte"), when: ({ seat }) => seat.sums !== null },
    "seat.settings": { load: () => import("./SumsPick.svelte") },
  },
  mayPay: async (seat, cost, prompt) => !seat.sums || (await import("./reckon")).reckon(seat.seat, cost, prompt),
};
